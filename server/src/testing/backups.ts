import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { BackupSettings } from '../platform/files/backup-place.ts'
import type { DatabaseKind } from './databases.ts'
import { openBucket } from './file-stores.ts'
import { serve } from './start-app.ts'
import { testKeyFile } from './templates.ts'
import { idsOf, type World, worldOf } from './world.ts'

/** A backup location for one test. */
export interface CopyPlace {
  readonly at: BackupSettings['at']
  drop(): Promise<void>
}

/** Every kind of backup location. */
export const copyPlaces: readonly { readonly name: string; open(): Promise<CopyPlace> }[] = [
  { name: 'a folder', open: openFolder },
  { name: 'a bucket', open: openCopyBucket },
]

/** Creates a folder for backups. */
export async function openFolder(): Promise<CopyPlace & { readonly at: { readonly folder: string } }> {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-copies-'))
  return { at: { folder }, drop: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function openCopyBucket(): Promise<CopyPlace> {
  const { config, drop } = await openBucket()
  return { at: { bucket: { ...config.filesAt, prefix: 'checks/' } }, drop }
}

/** The app with the test organization and its own keys, in a database that can be opened again. */
export interface BackupWorld extends World {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'macKeyFile' | 'backups'>
}

const day = 86_400_000

/** Starts the app. `backups` overrides the default, which makes one backup a day and keeps all backups. */
export async function startBackupWorld(
  kind: DatabaseKind,
  at: BackupSettings['at'],
  backups: Partial<BackupSettings> = {},
): Promise<BackupWorld> {
  const place = await kind.create('world')
  const isPostgres = kind.name === 'PostgreSQL'
  const dataDir = isPostgres ? mkdtempSync(join(tmpdir(), 'check-requests-')) : place.where
  const macKeyFile = join(dataDir, 'keys', 'audit-mac.json')
  mkdirSync(join(dataDir, 'keys'), { recursive: true })
  copyFileSync(testKeyFile(), macKeyFile)
  const keep = { last: 100, daily: 0, weekly: 0, monthly: 0 }
  const config = {
    dataDir,
    databaseUrl: isPostgres ? place.where : undefined,
    macKeyFile,
    backups: { at, every: day, keep, checkUrl: undefined, ...backups },
  }
  const database = await place.open()
  const world = worldOf(await serve(database, { config }), database, await idsOf(database))
  const close = async () => {
    await world.services.backups?.stop()
    await world.close()
    await place.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...world, config, close }
}
