import { payeeKey } from '@check-requests/domain/check-requests/duplicates.ts'
import { Kysely, type KyselyPlugin, sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { storedKeys } from '../check-requests/queries/detail/duplicates.ts'
import { openPostgres } from '../open.ts'
import { migrate } from '../platform/migrate.ts'
import { openSqlite } from '../platform/sqlite-connection.ts'
import { sqliteDialect } from '../platform/sqlite-dialect.ts'
import type { Tables } from '../tables.ts'
import { insertOrganisation } from '../testing/organisation.ts'
import { administerPostgres, postgresUrl } from '../testing/templates.ts'
import { migrations } from './index.ts'

type Db = Kysely<unknown>

interface Bare {
  readonly name: string
  readonly dialect: 'sqlite' | 'postgres'
  /** The migration is interrupted at intervals of this many statements; PostgreSQL takes longer to set up. */
  readonly step: number
  open(name: string): Promise<Db>
}

const made: string[] = []

/** Empty databases. */
const kinds: readonly Bare[] = [
  {
    name: 'SQLite',
    dialect: 'sqlite',
    step: 17,
    open: async () => new Kysely({ dialect: sqliteDialect(openSqlite(':memory:')) }),
  },
  {
    name: 'PostgreSQL',
    dialect: 'postgres',
    step: 61,
    open: async (name) => {
      const database = `bare_${process.pid}_${name}`
      await administerPostgres(`create database ${database}`)
      made.push(database)
      return openPostgres(postgresUrl(database), () => {}).read as Kysely<unknown>
    },
  },
]

afterAll(async () => {
  for (const database of made) await administerPostgres(`drop database if exists ${database} with (force)`)
})

/** Calls `after` with the number of each statement that a migration has run. */
function watched(after: (statement: number) => void): typeof migrations {
  let statement = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statement += 1
      after(statement)
      return result
    },
  }
  const entries = Object.entries(migrations).map(([name, { up }]) => {
    return [name, { up: (db: Db, dialect: Bare['dialect']) => up(db.withPlugin(plugin), dialect, () => {}) }]
  })
  return Object.fromEntries(entries)
}

/** The whole schema, as the database describes it. */
async function schemaOf(db: Db, dialect: Bare['dialect']): Promise<string> {
  const described =
    dialect === 'sqlite'
      ? sql`select type, name, sql from sqlite_master order by type, name`
      : sql`select 'column' as type, table_name as name, column_name || ' ' || data_type || is_nullable as sql
          from information_schema.columns where table_schema = 'public'
          union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
          union all select 'trigger', trigger_name, event_object_table || action_statement from information_schema.triggers
          union all select 'constraint', conname, pg_get_constraintdef(oid) from pg_constraint
          order by 1, 2, 3`
  const choices = sql`select (select count(*) from purposes) as purposes, (select count(*) from delivery_methods) as methods,
    (select count(*) from status_transitions) as transitions`
  return JSON.stringify([(await described.execute(db)).rows, (await choices.execute(db)).rows])
}

describe.each(kinds)('on $name', ({ dialect, step, open }) => {
  test('a migration that is broken off after any statement leaves a database that migrates as if nothing had happened', async () => {
    const clean = await open('clean')
    let statements = 0
    const counted = watched((statement) => {
      statements = statement
    })
    await migrate(clean, dialect, counted)
    const expected = await schemaOf(clean, dialect)
    await clean.destroy()
    expect(statements).toBeGreaterThan(50)
    for (let last = 1; last <= statements; last += step) {
      const db = await open(`broken${last}`)
      const breaking = watched((statement) => {
        if (statement === last) throw new Error('pulled the plug')
      })
      await expect(migrate(db, dialect, breaking)).rejects.toThrow('pulled the plug')
      await migrate(db, dialect, migrations)
      expect(await schemaOf(db, dialect), `broken off after statement ${last}`).toBe(expected)
      await db.destroy()
    }
    // Each statement of every migration so far costs a database.
  }, 180_000)

  test('migrating again changes nothing', async () => {
    const db = await open('twice')
    await migrate(db, dialect, migrations)
    const before = await schemaOf(db, dialect)
    const ran: number[] = []
    await migrate(
      db,
      dialect,
      watched((statement) => ran.push(statement)),
    )
    expect(ran).toEqual([])
    expect(await schemaOf(db, dialect)).toBe(before)
    await db.destroy()
  })

  test('requests from before they were compared with each other are compared from then on', async () => {
    const db = (await open('earlier')) as Kysely<Tables>
    const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0007'))
    await migrate(db, dialect, earlier)
    const at = '2026-11-20T15:00:00.000Z'
    const payments = Array.from({ length: 1001 }, (_, index) => ({
      payee_name_1: ['Harbor  Glass, Inc.', 'ΟΔΟΣ «Straße»', '???', 'O’Neil & Söhne GmbH'][index % 4] as string,
      payee_name_2: [null, 'Bay\u200b  BANK. / N.A.', '«ΟΔΟΣ»'][index % 3] as string | null,
      amount_cents: 1 + index,
      vin_last_digits: [null, 'a 123', 'N/A'][index % 3] as string | null,
      po_purchase_no: ['PO-1', '#po-1.', '000', '--'][index % 4] as string,
    }))
    await db.transaction().execute(async (trx) => {
      const { places, people } = await insertOrganisation(trx, 'none', at)
      const rest = { dealer_group_id: places.NWG, requester_id: people.everyone, created_by_id: people.everyone }
      const content = { purpose_id: 1, priority_rank: 1, due_date: '2026-12-01', delivery_method_id: 1 } as const
      const kind = { payee_type: 'business', payee_sub_type: 'vendor', status_id: 1 } as const
      const moments = { created_at: at, status_changed_at: at, updated_at: at }
      for (const [index, payment] of payments.entries()) {
        const values = { ...rest, ...content, ...kind, ...moments, ...payment, request_number: `NWG-${index}` }
        await trx.insertInto('check_requests').values(values).execute()
      }
    })
    await migrate(db, dialect, migrations)
    const rows = await db.selectFrom('match_keys').selectAll().orderBy('id').execute()
    const [first] = await db.selectFrom('dealer_groups').select('id').where('code', '=', 'NWG').execute()
    const same = { dealer_group_id: first?.id, created_at: at }
    const keysOf = (payment: (typeof payments)[number]) => ({
      ...storedKeys(payment),
      payee: payeeKey(payment.payee_name_1),
    })
    expect(rows).toEqual(payments.map((payment, index) => ({ id: index + 1, ...same, ...keysOf(payment) })))
    await db.destroy()
  })

  test('a database of a newer version is refused and left alone', async () => {
    const db = await open('newer')
    const newer = { ...migrations, '9999-future': { up: async () => {} } }
    await migrate(db, dialect, newer)
    await expect(migrate(db, dialect, migrations)).rejects.toThrow(
      'This database is from a newer version of the product: it has been through 9999-future. Start the newer version',
    )
    await migrate(db, dialect, newer)
    await db.destroy()
  })
})
