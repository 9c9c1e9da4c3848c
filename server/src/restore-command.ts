import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DataFolder, restore, restorePostgres } from './backup.ts'
import { type CheckTools, checkCopy, copyAt, type StoredCopy } from './check-copy.ts'
import type { Config } from './config.ts'
import { fileStoreOf, keyFileOf } from './open.ts'
import { contentsOf } from './operation/backups/commands/copies.ts'
import { backupPlaceOf } from './platform/files/backup-place.ts'

/** The copy of this name, in a file or in the place of the settings; the newest there without a name. */
export async function findCopy({ backups, dataDir }: Config, name: string | undefined): Promise<StoredCopy> {
  if (name !== undefined && (!backups || existsSync(name))) return copyAt(name)
  if (!backups) throw new Error('Please give the name of the backup file.')
  const { copies, files, words } = backupPlaceOf(backups, dataDir)
  const newest = name ?? (await contentsOf(copies)).copies[0]?.name
  if (newest === undefined) throw new Error(`There is no copy in ${words} yet.`)
  return { name: newest, copies, files }
}

/** Checks a copy and says what was found; returns 1 when it cannot be restored. */
export async function drill(copy: StoredCopy, config: Config, say: (line: string) => void): Promise<number> {
  say(`Restoring ${copy.name} to a temporary place.`)
  const { report, findings } = await checkCopy(copy, toolsOf(config))
  for (const line of [...report, ...findings]) say(line)
  say(findings.length > 0 ? 'This copy CANNOT be restored as it is.' : 'This copy can be restored.')
  return findings.length > 0 ? 1 : 0
}

/** Puts a copy in the place of the data folder's database, or into an empty database of PostgreSQL. */
export function restoreInto(config: Config, copy: StoredCopy, unverified: boolean): Promise<string> {
  const { databaseUrl, databaseDirectUrl, secretsKeyFile } = config
  if (!databaseUrl) return restore(dataFolderOf(config), copy, { now: Date.now(), unverified, secretsKeyFile })
  const files = fileStoreOf(config)
  return restorePostgres(databaseDirectUrl ?? databaseUrl, copy, { ...toolsOf(config), files, unverified })
}

function toolsOf(config: Config): CheckTools {
  const { dataDir, secretsKeyFile, databaseUrl, databaseDirectUrl, backups } = config
  const keyFile = config.macKeyFile ?? join(dataDir, 'keys', 'audit-mac.json')
  return { dataDir, keyFile, secretsKeyFile, checkUrl: backups?.checkUrl ?? databaseDirectUrl ?? databaseUrl }
}

/** The data folder that the settings name. */
export function dataFolderOf(config: Config): DataFolder {
  return { dataDir: config.dataDir, keyFile: keyFileOf(config), files: fileStoreOf(config) }
}
