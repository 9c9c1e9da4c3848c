import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { DatabaseKind } from './databases.ts'

const fixtures = fileURLToPath(new URL('fixtures/', import.meta.url))

/** The releases stored by `npm run keep:release`, such as `release-1.0.0`, oldest first. */
export const keptReleases = readdirSync(fixtures)
  .filter((name) => name.startsWith('release-'))
  .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))

export interface UnpackedRelease {
  readonly folder: string
  readonly file: string
  /** The contents listed in its manifest. */
  readonly held: { readonly check_requests: number; readonly documents: number }
}

/** Unpacks a backup made by this release's server to a folder, with its documents and keys. */
export function unpackRelease(release: string, kind: DatabaseKind['name']): UnpackedRelease {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-release-'))
  cpSync(join(fixtures, release, kind.toLowerCase()), folder, { recursive: true })
  const [packed = ''] = readdirSync(join(folder, 'copy')).filter((file) => file.endsWith('.gz'))
  const file = join(folder, 'copy', packed.replace('.gz', ''))
  writeFileSync(file, gunzipSync(readFileSync(join(folder, 'copy', packed))))
  return { folder, file, held: JSON.parse(readFileSync(`${file}.json`, 'utf8')) }
}
