import { byProfile, seed } from '@check-requests/domain/testing/random.ts'
import { Kysely, type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Dice } from '../demo/dice.ts'
import { openPostgres } from '../open.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openSqlite } from '../platform/database/sqlite/connection.ts'
import { sqliteDialect } from '../platform/database/sqlite/dialect.ts'
import { administerPostgres, postgresUrl } from '../testing/templates.ts'
import { migrations } from './index.ts'

type Db = Kysely<unknown>

interface Bare {
  readonly name: string
  readonly dialect: 'sqlite' | 'postgres'
  open(name: string): Promise<Db>
}

const made: string[] = []

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

/** Calls `after` with the number of each statement that a migration ran, and the migration's name. */
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
  const entries = Object.entries(migrations).map(([name, { up, insteadOf }]) => {
    const run = (db: Db, dialect: Bare['dialect']) => up(db.withPlugin(plugin(name)), dialect, () => {})
    return [name, { up: run, insteadOf }]
  })
  return Object.fromEntries(entries)
}

/** The complete schema, read from the database catalog. */
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

const { '0112-baseline': baseline, ...newer } = migrations

const interruptions = byProfile({ gate: '4 random statements', nightly: 'every statement' })

describe.each(kinds)('migrating on $name', ({ dialect, open }) => {
  let clean: Db
  let expected: string
  const statements = { baseline: 0, newer: 0 }
  beforeAll(async () => {
    clean = await open('clean')
    const counted = watched((_, name) => {
      statements[name in newer ? 'newer' : 'baseline'] += 1
    })
    await migrate(clean, dialect, counted)
    expected = await schemaOf(clean, dialect)
  })
  afterAll(() => clean.destroy())

  /** Interrupts the remaining migrations after each of these statements, and expects an unchanged database. */
  async function interrupt(db: Db, places: readonly number[]): Promise<void> {
    const before = await schemaOf(db, dialect)
    for (const last of places) {
      const breaking = watched((statement) => {
        if (statement === last) throw new Error('pulled the plug')
      })
      // This would fail with a different error if an earlier interruption had left anything behind.
      await expect(migrate(db, dialect, breaking), `statement ${last}`).rejects.toThrow('pulled the plug')
    }
    expect(await schemaOf(db, dialect)).toBe(before)
  }

  test(`changes nothing when interrupted after ${interruptions} (seed ${seed}), and completes when repeated`, {
    timeout: 1_800_000,
  }, async () => {
    expect(statements.baseline).toBeGreaterThan(200)
    const dice = new Dice(seed)
    const each = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
    const some = Array.from({ length: 4 }, () => 1 + dice.below(statements.baseline))
    const db = await open('interrupted')
    await migrate(db, dialect, {})
    await interrupt(db, byProfile({ gate: some, nightly: each(statements.baseline) }))
    await migrate(db, dialect, { '0112-baseline': baseline as NonNullable<typeof baseline> })
    await interrupt(db, each(statements.newer))
    await migrate(db, dialect, migrations)
    expect(await schemaOf(db, dialect)).toBe(expected)
    await db.destroy()
  })

  test('runs a migration that is numbered below one that the installation has run', async () => {
    const { '0140-recurring-requests': late, ...others } = migrations
    const db = await open('late')
    await migrate(db, dialect, others)
    expect(await schemaOf(db, dialect)).not.toContain('recurring_requests')
    await migrate(db, dialect, { ...others, '0140-recurring-requests': late as NonNullable<typeof late> })
    expect(await schemaOf(db, dialect)).toContain('recurring_requests')
    await db.destroy()
  })

  test('changes nothing when run again', async () => {
    const ran: number[] = []
    await migrate(
      clean,
      dialect,
      watched((statement) => ran.push(statement)),
    )
    expect(ran).toEqual([])
    expect(await schemaOf(clean, dialect)).toBe(expected)
  })

  test('refuses a database from a newer version, and leaves it unchanged', async () => {
    const newer = { ...migrations, '9999-future': { up: async () => {} } }
    await migrate(clean, dialect, newer)
    await expect(migrate(clean, dialect, migrations)).rejects.toThrow(
      'This database is from a newer version of the product: it contains unknown migrations (9999-future). Start the newer version',
    )
    await migrate(clean, dialect, newer)
  })

  test('refuses a database from before 1.0.0, and skips the baseline for a database upgraded to 1.0.0', async () => {
    const earlier = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { up: async () => {} }]))
    const db = await open('old')
    await migrate(db, dialect, earlier('0001-initial', '0089-backups'))
    const before = await schemaOf(db, dialect)
    await expect(migrate(db, dialect, migrations)).rejects.toThrow(
      'This data was last opened by a version before 1.0.0. Start version 1.0.0 once to update the data, and then start this version.',
    )
    expect(await schemaOf(db, dialect)).toBe(before)
    await migrate(db, dialect, earlier('0001-initial', '0089-backups', '0111-default-bank-accounts'))
    const ran: string[] = []
    const { '0112-baseline': watchedBaseline } = watched((_, name) => ran.push(name))
    await migrate(db, dialect, { '0112-baseline': watchedBaseline as NonNullable<typeof baseline> })
    expect([ran, await schemaOf(db, dialect)]).toEqual([[], before])
    await db.destroy()
  })
})
