import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { DatabaseKind } from './databases.ts'

const fixtures = fileURLToPath(new URL('fixtures/', import.meta.url))

/** The releases that `npm run keep:release` has kept, such as `release-1.0.0`, oldest first. */
export const keptReleases = readdirSync(fixtures)
  .filter((name) => name.startsWith('release-'))
  .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))

export interface UnpackedRelease {
  readonly folder: string
  readonly file: string
  /** What its manifest says it holds. */
  readonly held: { readonly check_requests: number; readonly documents: number }
}

/** A copy that a server of this release has made of itself, with its documents and its keys, in a folder of its own. */
export function unpackRelease(release: string, kind: DatabaseKind['name']): UnpackedRelease {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-release-'))
  cpSync(join(fixtures, release, kind.toLowerCase()), folder, { recursive: true })
  const [packed = ''] = readdirSync(join(folder, 'copy')).filter((file) => file.endsWith('.gz'))
  const file = join(folder, 'copy', packed.replace('.gz', ''))
  writeFileSync(file, gunzipSync(readFileSync(join(folder, 'copy', packed))))
  return { folder, file, held: JSON.parse(readFileSync(`${file}.json`, 'utf8')) }
}
