import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Command } from '../../../access/sessions/queries/caller.ts'
import { sha256 } from '../../../platform/crypto/hashes.ts'
import { readKeyFile } from '../../../platform/crypto/key-file.ts'
import { commit } from '../../../platform/database/commit.ts'
import { propertyOf } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { findLastEntry } from '../../../trail/queries/read.ts'

type KeyPlace = Pick<Services['config'], 'macKeyFile' | 'secretsKeyFile' | 'dataDir'>

const action = 'installation.confirm-key-copies'

export const trailKeyOf = ({ macKeyFile, dataDir }: Omit<KeyPlace, 'secretsKeyFile'>) =>
  macKeyFile ?? join(dataDir, 'keys', 'audit-mac.json')

/** The key files that exist. */
export function keyFilesOf(config: KeyPlace): string[] {
  const folder = dirname(trailKeyOf(config))
  const secrets = config.secretsKeyFile ?? join(folder, 'secrets.json')
  return [trailKeyOf(config), join(folder, 'files.json'), secrets].filter((file) => existsSync(file))
}

/** The keys in a key file, without the notes that the server adds to the file. Undefined if there is no file. */
export function keysIn(file: string): string | undefined {
  const text = readKeyFile(file)
  if (text === undefined) return undefined
  const contents = parsed(text)
  const keys = propertyOf(contents, 'keys') ?? propertyOf(contents, 'key')
  if (keys === undefined) throw new Error(`${file} contains no keys. Replace it with an intact copy.`)
  return JSON.stringify(keys)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A hash for each key file, by which a confirmation recognizes its keys. */
function hashesOf(config: KeyPlace): Readonly<Record<string, string>> {
  return Object.fromEntries(keyFilesOf(config).map((file) => [basename(file), sha256(keysIn(file) ?? '')]))
}

/** The key files, and who confirmed when that copies of these very keys are kept elsewhere; null if nobody did. */
export async function findKeyCopies(db: Db, config: KeyPlace) {
  const entry = await findLastEntry(db, 'installation', action)
  const now = hashesOf(config)
  const confirmed: unknown = entry && propertyOf(propertyOf(JSON.parse(entry.payload), 'after'), 'keys')
  const covers = Object.entries(now).every(([name, hash]) => propertyOf(confirmed, name) === hash)
  const files = Object.keys(now)
  return covers && entry
    ? { files, confirmed_at: entry.at, confirmed_by: entry.actor_name }
    : { files, confirmed_at: null, confirmed_by: null }
}

/** Records that copies of the current keys are kept elsewhere. */
export function confirmKeyCopies(services: Services, { caller, repeatable }: Command): Promise<boolean> {
  return commit(services, repeatable, async ({ audit, changed }) => {
    const after = { keys: hashesOf(services.config) }
    audit({ actor: caller, chain: null, entity: 'installation', entityId: null, action, after })
    changed({ topic: 'organisation', id: 0, scopes: ['organisation:all'] })
    return true
  })
}
