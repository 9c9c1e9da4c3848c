import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyFileOf } from '../open.ts'
import { secureRandom } from '../platform/crypto/hashes.ts'
import { databaseFile } from '../platform/database/sqlite/backup.ts'
import { openSqlite } from '../platform/database/sqlite/connection.ts'
import { sqliteDialect } from '../platform/database/sqlite/dialect.ts'
import type { Db, Tables, Tx } from '../tables.ts'
import { testsBegin } from '../testing/clock.ts'
import type { TestPlace } from '../testing/databases.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { testKeyFile } from '../testing/templates.ts'
import { openTrail } from './commands/open-trail.ts'
import { verifyTrail } from './commands/verify.ts'

onBothDatabases('record changes by a migration on $name', (kind) => {
  let place: TestPlace
  beforeEach(async () => {
    place = await kind.create('demo')
  })
  afterEach(() => place.drop())

  async function open(): Promise<{ db: Db; keyFile: string; close: () => Promise<void> }> {
    if (kind.name === 'PostgreSQL') {
      const database = await place.open()
      return { db: database.read, keyFile: testKeyFile(), close: database.close }
    }
    const connection = openSqlite(databaseFile(place.where))
    const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
    return { db, keyFile: keyFileOf({ dataDir: place.where, macKeyFile: undefined }), close: () => db.destroy() }
  }

  async function mismatchesAfter(statements: readonly string[], ...forge: readonly string[]): Promise<string[]> {
    const { db, keyFile, close } = await open()
    for (const statement of forge) await sql.raw(statement).execute(db)
    const migrate = (afterwards: (trx: Tx) => Promise<void>) =>
      db.transaction().execute(async (trx) => {
        for (const statement of statements) await sql.raw(statement).execute(trx)
        await afterwards(trx)
      })
    const options = { keyFile, random: secureRandom, now: testsBegin, isOutdated: true, migrate }
    const keyring = await openTrail(db, options)
    const { mismatches } = await verifyTrail({ read: db, keyring }, null)
    await close()
    return mismatches
  }

  test.each([
    ['a column', [`alter table purposes add column later text not null default 'x'`]],
    ['other values', ['update check_requests set memo_line = memo_line']],
    ['other names', [`update departments set name = name || ' (old)'`]],
    ['an index', ['create index later on check_requests (memo_line)']],
  ])(
    'adds migrated records but no earlier forgeries to the trail after a migration that changes %s',
    async (_, statements) => {
      const mismatches = await mismatchesAfter(statements, `update dealerships set name = 'forged' where id = 1`)
      expect(mismatches).toHaveLength(1)
      expect(mismatches[0]).toMatch(/^Dealership /)
    },
  )
  test('adds migrated records to the trail if the earlier version had no records of this kind', async () => {
    const mismatches = await mismatchesAfter(
      ['alter table later_payees rename to payees'],
      'alter table payees rename to later_payees',
    )
    // Only the renamed table still counts as forged.
    expect(mismatches.filter((mismatch) => !mismatch.startsWith('In the database, '))).toEqual([])
  })
  test('adds migrated records to the trail if the earlier version covered no rows in a table', async () => {
    const index = 'journal_events_check'
    const columns = 'dealer_group_id, check_request_id, kind, check_number, cents, at, day, issued_on, facts'
    const mismatches = await mismatchesAfter(
      [`create index ${index} on journal_events (check_request_id, check_number)`],
      `drop index ${index}`,
      `insert into journal_events (${columns}) select ${columns} from journal_events where id = 1`,
    )
    expect(mismatches).toEqual([])
  })
})
