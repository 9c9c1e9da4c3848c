import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import { byProfile, seed } from '@check-requests/domain/testing/random.ts'
import { Kysely, type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedKeys } from '../check-requests/queries/detail/duplicates.ts'
import { Dice } from '../demo/dice.ts'
import { openPostgres } from '../open.ts'
import { migrate } from '../platform/migrate.ts'
import { openSqlite } from '../platform/sqlite-connection.ts'
import { sqliteDialect } from '../platform/sqlite-dialect.ts'
import type { Tables } from '../tables.ts'
import { keptReleases, migrationsOf } from '../testing/kept-releases.ts'
import { insertOrganisation } from '../testing/organisation.ts'
import { administerPostgres, postgresUrl } from '../testing/templates.ts'
import { migrations } from './index.ts'

type Db = Kysely<unknown>

interface Bare {
  readonly name: string
  readonly dialect: 'sqlite' | 'postgres'
  open(name: string): Promise<Db>
}

const made: string[] = []

/** Empty databases. */
const kinds: readonly Bare[] = [
  {
    name: 'SQLite',
    dialect: 'sqlite',
    open: async () => new Kysely({ dialect: sqliteDialect(openSqlite(':memory:')) }),
  },
  {
    name: 'PostgreSQL',
    dialect: 'postgres',
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

/** Calls `after` with the number of each statement that a migration has run, and the name of the migration. */
function watched(after: (statement: number, name: string) => void): typeof migrations {
  let statement = 0
  const plugin = (name: string): KyselyPlugin => ({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statement += 1
      after(statement, name)
      return result
    },
  })
  const entries = Object.entries(migrations).map(([name, { up }]) => {
    return [name, { up: (db: Db, dialect: Bare['dialect']) => up(db.withPlugin(plugin(name)), dialect, () => {}) }]
  })
  return Object.fromEntries(entries)
}

/** The whole schema, as the database describes it. */
async function schemaOf(db: Db, dialect: Bare['dialect']): Promise<string> {
  const described =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select type, name, sql from sqlite_master order by type, name`
      : sql<{
          name: string
        }>`select 'column' as type, table_name as name, column_name || ' ' || data_type || is_nullable as sql
          from information_schema.columns where table_schema = 'public'
          union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
          union all select 'trigger', trigger_name, event_object_table || action_statement from information_schema.triggers
          union all select 'constraint', conname, pg_get_constraintdef(oid) from pg_constraint
          order by 1, 2, 3`
  const choices = sql`select (select count(*) from purposes) as purposes, (select count(*) from delivery_methods) as methods,
    (select count(*) from status_transitions) as transitions`
  const { rows } = await described.execute(db)
  const hasChoices = rows.some(({ name }) => name === 'purposes')
  return JSON.stringify([rows, hasChoices ? (await choices.execute(db)).rows : []])
}

const newestRelease = keptReleases.at(-1) as string

/** Migrations that every kept release has been through: they have run without harm wherever the product is. */
const released = Object.fromEntries(
  Object.entries(migrations).filter(([name]) => migrationsOf(newestRelease).has(name)),
)

const interruptions = byProfile({ gate: '4 random statements', nightly: 'every statement' })

describe.each(kinds)('on $name', ({ dialect, open }) => {
  let clean: Db
  let expected: string
  const statements = { released: 0, newer: 0 }
  beforeAll(async () => {
    clean = await open('clean')
    const counted = watched((_, name) => {
      statements[name in released ? 'released' : 'newer'] += 1
    })
    await migrate(clean, dialect, counted)
    expected = await schemaOf(clean, dialect)
  })
  afterAll(() => clean.destroy())

  /** Interrupts the remaining migrations after each of these statements, and finds the database unchanged. */
  async function interrupt(db: Db, places: readonly number[]): Promise<void> {
    const before = await schemaOf(db, dialect)
    for (const last of places) {
      const breaking = watched((statement) => {
        if (statement === last) throw new Error('pulled the plug')
      })
      // It also fails in another way on anything that an interruption has left.
      await expect(migrate(db, dialect, breaking), `statement ${last}`).rejects.toThrow('pulled the plug')
    }
    expect(await schemaOf(db, dialect)).toBe(before)
  }

  test(`a migration interrupted after ${interruptions} up to ${newestRelease} and every newer one, from seed ${seed}, changes nothing and can be repeated`, {
    timeout: 1_800_000,
  }, async () => {
    expect(statements.released).toBeGreaterThan(600)
    const dice = new Dice(seed)
    const each = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
    const some = Array.from({ length: 4 }, () => 1 + dice.below(statements.released))
    const db = await open('interrupted')
    await migrate(db, dialect, {})
    await interrupt(db, byProfile({ gate: some, nightly: each(statements.released) }))
    await migrate(db, dialect, released)
    await interrupt(db, each(statements.newer))
    await migrate(db, dialect, migrations)
    expect(await schemaOf(db, dialect)).toBe(expected)
    await db.destroy()
  })

  test('migrating again changes nothing', async () => {
    const ran: number[] = []
    await migrate(
      clean,
      dialect,
      watched((statement) => ran.push(statement)),
    )
    expect(ran).toEqual([])
    expect(await schemaOf(clean, dialect)).toBe(expected)
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
      const rows = payments.map((payment, index) => {
        return { ...rest, ...content, ...kind, ...moments, ...payment, request_number: `NWG-${index}` }
      })
      await trx.insertInto('check_requests').values(rows).execute()
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
    const newer = { ...migrations, '9999-future': { up: async () => {} } }
    await migrate(clean, dialect, newer)
    await expect(migrate(clean, dialect, migrations)).rejects.toThrow(
      'This database is from a newer version of the product: it has been through 9999-future. Start the newer version',
    )
    await migrate(clean, dialect, newer)
  })
})
