import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { draftEndpoints } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { jobEndpoints } from '@check-requests/domain/operation/jobs/endpoints.ts'
import { jobs } from '@check-requests/domain/operation/jobs/jobs.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepFiles } from '../../documents/attachments/commands/documents.ts'
import { moment } from '../../platform/clock.ts'
import { type BackupPlace, backupPlaceOf } from '../../platform/files/backup-place.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { worksOf } from '../../scheduled-jobs.ts'
import { type BackupWorld, type CopyPlace, copyPlaces, startBackupWorld } from '../../testing/backups.ts'
import { databasesWith } from '../../testing/databases.ts'
import { addDocument, pngOf } from '../../testing/documents.ts'
import { raise } from '../../testing/requests.ts'
import { JobRunner } from '../jobs/commands/runner.ts'
import { addJobs } from '../jobs/queries/jobs.ts'
import { backUp } from './commands/back-up.ts'
import { contentsOf, readManifest } from './commands/copies.ts'
import { newestBackup } from './queries/backups.ts'

const hour = 3_600_000
const day = 24 * hour
const whole = [0, Number.POSITIVE_INFINITY] as const

describe.each(databasesWith(copyPlaces))('backups of $name', ({ database: kind, place: to }) => {
  let copyPlace: CopyPlace
  let world: BackupWorld
  let place: BackupPlace
  beforeAll(async () => {
    copyPlace = await to.open()
    world = await startBackupWorld(kind, copyPlace.at, {
      every: 6 * hour,
      keep: { last: 2, daily: 0, weekly: 0, monthly: 0 },
    })
    place = backupPlaceOf(copyPlace, world.config.dataDir)
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    await addDocument(await world.as('requester-group'), { request: id }, { name: 'one.png', content: pngOf(7, 7) })
  })
  afterAll(async () => {
    await world.close()
    await copyPlace.drop()
  })

  const namesIn = async (store: FileStore) => {
    const names: string[] = []
    for await (const { name } of store.list()) names.push(name)
    return names.sort()
  }
  const copiesThere = async () => (await contentsOf(place.copies)).copies.map(({ name }) => name)
  const ending = kind.name === 'SQLite' ? 'db' : 'dump'

  test('creates a backup immediately and whenever one is due', async () => {
    await backUp(world.services)
    const first = `2026-11-20T150000Z.${ending}`
    expect(await copiesThere()).toEqual([first])
    world.clock.advance(6 * hour - 1)
    await backUp(world.services)
    expect(await copiesThere()).toEqual([first])
    world.clock.advance(1)
    await backUp(world.services)
    expect(await copiesThere()).toEqual([`2026-11-20T210000Z.${ending}`, first])
  })

  test('writes a manifest that lists the contents of a backup, and records the backup in the database', async () => {
    const newest = await newestBackup(world.database.read)
    const { audit_heads: heads, ...manifest } = await readManifest(place, String(newest?.name))
    expect(manifest).toMatchObject({
      made_at: '2026-11-20T21:00:00.000Z',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      schema: expect.stringMatching(/^\d{4}-/),
      check_requests: 1,
      amount_cents: 125_050,
      documents: 1,
      trail_key: world.database.keyring.current.id,
    })
    expect(heads.length).toBeGreaterThan(1)
    expect(newest).toMatchObject({
      started_at: '2026-11-20T21:00:00.000Z',
      bytes: manifest.bytes,
      check_requests: 1,
      documents: 1,
      error: null,
    })
  })

  test('writes no keys to any backup file', async () => {
    const folder = join(world.config.dataDir, 'keys')
    const keys = readdirSync(folder).flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/"key": "([\w-]{43})"/g)].map(([, key]) => String(key)),
    )
    expect(keys.length).toBeGreaterThan(1)
    for (const store of [place.copies, place.files])
      for (const name of await namesIn(store)) {
        const content = await text(await store.read(name, ...whole))
        for (const key of keys) expect(content.includes(key), name).toBe(false)
      }
  })

  test('ignores the files left by a killed backup run, and removes them in the next run', async () => {
    const left = `2026-11-20T210001Z.${ending}`
    await put(place.copies, left, 'half of it')
    expect(await copiesThere()).not.toContain(left)
    world.clock.advance(6 * hour)
    await backUp(world.services)
    expect(await namesIn(place.copies)).not.toContain(left)
  })

  test('removes backups that the retention rule doesn’t keep, along with documents that no other backup needs', async () => {
    const requester = await world.as('requester-group')
    const draft = await requester.call(draftEndpoints.create, { body: { form: 'new-check-request', values: {} } })
    await addDocument(requester, { draft: draft.data.id }, { name: 'two.png', content: pngOf(8, 8) })
    world.clock.advance(6 * hour)
    await backUp(world.services)
    const names = await copiesThere()
    expect(names).toHaveLength(2)
    expect(await namesIn(place.copies)).toEqual(
      names.flatMap((name) => [name, `${name}.documents`, `${name}.json`]).sort(),
    )
    expect(await namesIn(place.files)).toHaveLength(2)

    await requester.call(draftEndpoints.remove, { params: { id: draft.data.id } })
    await sweepFiles(world.services)
    const [kept] = await world.database.read.selectFrom('attachments').select('stored_as').execute()
    // File times come from the machine's clock, which is later than the test's clock.
    world.clock.advance(Math.max(0, Date.now() - world.services.clock()) + 2 * day)
    for (let copies = 0; copies < 2; copies += 1) {
      expect(await namesIn(place.files)).toHaveLength(2)
      await backUp(world.services)
      world.clock.advance(6 * hour)
    }
    expect(await namesIn(place.files)).toEqual([kept?.stored_as])
  })

  test('creates a due backup on only one of several instances', async () => {
    world.clock.advance(6 * hour)
    const before = await copiesThere()
    await world.database.transact((trx) =>
      addJobs(
        trx,
        jobs.map(({ name }) => name),
        moment(world.services.clock()),
      ),
    )
    const failures: unknown[] = []
    const works = { ...worksOf(world.services, undefined) }
    for (const { name } of jobs) if (name !== 'back-up') works[name] = undefined
    const runners = [1, 2, 3].map(() => new JobRunner(world.services, works, (_, error) => failures.push(error)))
    await Promise.all(runners.map((runner) => runner.runDue()))
    expect(failures).toEqual([])
    expect((await copiesThere()).filter((name) => !before.includes(name))).toHaveLength(1)
    const { data } = await (await world.as('admin-super')).call(jobEndpoints.list)
    expect(data.find(({ name }) => name === 'back-up')).toMatchObject({ state: 'waiting', failures: 0 })
  })
})

async function put(store: FileStore, name: string, content: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-'))
  const local = join(folder, name)
  writeFileSync(local, content)
  await store.put(name, local)
  rmSync(folder, { recursive: true })
}
