import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { migrations } from '../migrations/index.ts'
import { openPostgres } from '../open.ts'
import type { AppDatabase, Tables } from '../tables.ts'
import { type DatabaseKind, databases, type TestPlace } from '../testing/databases.ts'
import { bodyAt } from '../testing/requests.ts'
import { serve } from '../testing/start-app.ts'
import { testKeyring } from '../testing/templates.ts'
import { idsOf, type World, worldOf } from '../testing/world.ts'
import { openSqliteDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { databaseFile } from './database/sqlite/backup.ts'

const [sqlite, postgres] = databases as [DatabaseKind, DatabaseKind]
// This limit is long enough for a read on a busy machine.
const patience = 3000
const openPatiently = async (folder: string) => ({
  ...(await openSqliteDatabase<Tables>(folder, (db) => migrate(db, 'sqlite', migrations), patience)),
  keyring: testKeyring(),
})

describe('while another session holds a lock', () => {
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  async function start(kind: DatabaseKind, open: (where: string) => Promise<AppDatabase>) {
    const place: TestPlace = await kind.create('world')
    const database = await open(place.where)
    const world = worldOf(await serve(database), database, await idsOf(database))
    ends.push(
      () => place.drop(),
      () => world.close(),
    )
    await world.as('requester-group')
    return { place, world }
  }

  async function raise(world: World): Promise<unknown[]> {
    const body = bodyAt(world.ids, 'NWG')
    const reply = await (await world.as('requester-group')).send('POST', '/api/v1/check-requests/create-check-req', {
      body,
    })
    return [reply.status, reply.body.error?.code, reply.headers['retry-after']]
  }

  test('on a PostgreSQL table, asks callers who read or write the table to retry', async () => {
    const limits = { statement: 15_000, answer: 18_000, lock: patience }
    const { place, world } = await start(postgres, async (url) => ({
      ...openPostgres(url, () => {}, { limits }),
      keyring: testKeyring(),
    }))
    const operator = await place.open()
    ends.push(() => operator.close())
    await operator.transact(async (trx) => {
      await sql`lock table check_requests in access exclusive mode`.execute(trx)
      expect(await raise(world)).toEqual([503, 'UNAVAILABLE', '5'])
      const list = await (await world.as('requester-group')).send('GET', '/api/v1/check-requests')
      expect([list.status, list.headers['retry-after']]).toEqual([503, '5'])
    })
    expect(await raise(world)).toEqual([201, undefined, undefined])
  })

  test('on the SQLite file, asks callers who write to retry, and doesn’t delay readers', async () => {
    const { place, world } = await start(sqlite, openPatiently)
    const other = new DatabaseSync(databaseFile(place.where))
    other.exec('begin immediate')
    const written = raise(world)
    await wait(20)
    const list = world.as('requester-group').then((reader) => reader.send('GET', '/api/v1/check-requests'))
    expect(await Promise.race([list.then(({ status }) => status), written])).toBe(200)
    expect(await written).toEqual([503, 'UNAVAILABLE', '5'])
    const second = raise(world)
    await wait(50)
    other.close()
    expect(await second).toEqual([201, undefined, undefined])
  })
})
