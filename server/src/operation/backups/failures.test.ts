import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '../../platform/errors.ts'
import { type BackupSettings, backupPlaceOf } from '../../platform/files/backup-place.ts'
import { type BackupWorld, openFolder, startBackupWorld } from '../../testing/backups.ts'
import { type DatabaseKind, databases } from '../../testing/databases.ts'
import { addDocument, pngOf } from '../../testing/documents.ts'
import { giveCredentials, openBucket } from '../../testing/file-stores.ts'
import { inboxOf } from '../../testing/inbox.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { raise } from '../../testing/requests.ts'
import { backUp } from './commands/back-up.ts'
import { contentsOf } from './commands/copies.ts'
import { explained } from './commands/make-copy.ts'
import { newestBackup, newestCopy } from './queries/backups.ts'

const hour = 3_600_000
const [sqlite] = databases as [DatabaseKind]

const notifiedOf = async (world: BackupWorld, name: PersonName) => {
  const { items } = await inboxOf(await world.as(name), { limit: 100 })
  return items.filter(({ event }) => event === 'backup-failed').map(({ text }) => text)
}

/** Returns the error of the backup job with these settings. */
async function failure(at: BackupSettings['at'], backups: Partial<BackupSettings> = {}, kind = sqlite) {
  const world = await startBackupWorld(kind, at, backups)
  try {
    return await backUp(world.services).then(
      () => 'nothing',
      (error: Error) => error.message,
    )
  } finally {
    await world.close()
  }
}

onBothDatabases('a failed backup on $name', (kind) => {
  let world: BackupWorld
  let place: Awaited<ReturnType<typeof openFolder>>
  beforeAll(async () => {
    place = await openFolder()
    world = await startBackupWorld(kind, place.at)
  })
  afterAll(async () => {
    await world.close()
    await place.drop()
  })

  test('notifies only super admins of failing backups, at most once a day', async () => {
    renameSync(place.at.folder, `${place.at.folder}-elsewhere`)
    const sentence = `The folder ${place.at.folder} doesn’t exist. Create it, or mount its disk.`
    await expect(backUp(world.services)).rejects.toThrow(sentence)
    expect(await notifiedOf(world, 'admin-super')).toEqual([`There is no backup yet. ${sentence}`])
    world.clock.advance(hour)
    await expect(backUp(world.services)).rejects.toThrow(sentence)
    expect(await notifiedOf(world, 'admin-super')).toHaveLength(1)
    world.clock.advance(24 * hour)
    await expect(backUp(world.services)).rejects.toThrow(sentence)
    expect(await notifiedOf(world, 'admin-super')).toHaveLength(2)
    expect(await notifiedOf(world, 'admin-group')).toEqual([])
    expect(await newestCopy(world.database.read)).toBeUndefined()
  })

  test('retries a failed backup, and names the newest good backup in the next failure notice', async () => {
    renameSync(`${place.at.folder}-elsewhere`, place.at.folder)
    await backUp(world.services)
    const good = String((await newestBackup(world.database.read))?.name)
    expect(good).toMatch(/^2026-11-21T160000Z\./)
    const { id } = await raise(world, 'requester-group', 'NWG')
    await addDocument(await world.as('requester-group'), { request: id }, { name: 'a.png', content: pngOf(7, 7) })
    rmSync(join(world.config.dataDir, 'files'), { recursive: true })
    world.clock.advance(24 * hour)
    const finding = /^Backup 2026-11-22T160000Z\.\w+ has problems: The file for document 1 \(a\.png\) is missing\.$/
    await expect(backUp(world.services)).rejects.toThrow(finding)
    expect((await notifiedOf(world, 'admin-super'))[0]).toMatch(
      new RegExp(`^The newest good backup is ${good}\\. Backup .* has problems: .* is missing\\.$`),
    )
  })

  test('keeps a backup with only document problems without retrying immediately or removing older backups', async () => {
    const { copies } = await contentsOf(backupPlaceOf(place, world.config.dataDir).copies)
    expect(copies).toHaveLength(2)
    await backUp(world.services)
    expect((await contentsOf(backupPlaceOf(place, world.config.dataDir).copies)).copies).toEqual(copies)
  })
})

describe('an unusable backup location', () => {
  test('reports a bucket that doesn’t respond', async () => {
    const bucket = { bucket: 'copies', prefix: '', region: 'us-east-1', endpoint: 'http://127.0.0.1:9' }
    giveCredentials()
    expect(await failure({ bucket })).toBe('The bucket copies doesn’t respond.')
  })

  test('reports a bucket that doesn’t exist', async () => {
    const { config, drop } = await openBucket()
    const bucket = { ...config.filesAt, bucket: 'another' }
    expect(await failure({ bucket })).toMatch(/^The bucket another can’t be used \(NoSuchBucket: /)
    await drop()
  })

  test('refuses the data folder or a folder in it as the backup location', async () => {
    const place = await openFolder()
    const inside = join(place.at.folder, 'copies')
    mkdirSync(inside)
    await expect(backupPlaceOf({ at: { folder: inside } }, place.at.folder).check()).rejects.toThrow(
      `The folder ${inside} is inside the data folder. Store backups on another disk.`,
    )
    await expect(backupPlaceOf(place, place.at.folder).check()).rejects.toThrow('is inside the data folder')
    await expect(backupPlaceOf(place, inside).check()).resolves.toBeUndefined()
    await place.drop()
  })

  test('refuses the backup location of another installation', async () => {
    const place = await openFolder()
    const first = await startBackupWorld(sqlite, place.at)
    await backUp(first.services)
    const { copies } = backupPlaceOf(place, first.config.dataDir)
    const [newest] = (await contentsOf(copies)).copies
    const manifest = join(place.at.folder, `${newest?.name}.json`)
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/("trail_key": ")\w+/, '$1another'))
    first.clock.advance(24 * hour)
    await expect(backUp(first.services)).rejects.toThrow('belong to another installation. Choose another location.')
    await first.close()
    await place.drop()
  })

  test.each([
    [Object.assign(new Error('write'), { code: 'ENOSPC' }), 'There is no space left in the folder /b.'],
    [Object.assign(new Error('database or disk is full'), { errcode: 13 }), 'There is no space left in the folder /b.'],
    [Object.assign(new Error('mkdtemp'), { code: 'EROFS' }), 'The server isn’t allowed to write to the folder /b.'],
    [new Failure('UNAVAILABLE', 'something else'), 'The folder /b doesn’t respond.'],
    [new Error('What it is'), 'What it is'],
  ])('explains the backup error “%s”', (error, sentence) => {
    expect(explained(error, { words: 'the folder /b' }).message).toBe(sentence)
  })
})

test('reports that the PostgreSQL server used to check backups can’t be reached', async () => {
  const [, postgres] = databases as [DatabaseKind, DatabaseKind]
  const place = await openFolder()
  const checkUrl = 'postgres://nobody@127.0.0.1:9/postgres'
  expect(await failure(place.at, { checkUrl }, postgres)).toContain('ECONNREFUSED')
  await place.drop()
})
