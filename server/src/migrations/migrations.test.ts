import { Kysely, type KyselyPlugin, sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { migrate } from '../platform/migrate.ts'
import { openPostgres } from '../platform/postgres-dialect.ts'
import { openSqlite, sqliteDialect } from '../platform/sqlite-dialect.ts'
import { administerPostgres, postgresUrl } from '../testing/databases.ts'
import { migrations } from './index.ts'

type Db = Kysely<unknown>

interface Bare {
  readonly name: string
  readonly dialect: 'sqlite' | 'postgres'
  /** Every so many statements the migration is broken off; PostgreSQL takes longer to set up. */
  readonly step: number
  open(name: string): Promise<Db>
}

const made: string[] = []

/** Databases with nothing in them yet. */
const kinds: readonly Bare[] = [
  {
    name: 'SQLite',
    dialect: 'sqlite',
    step: 1,
    open: async () => new Kysely({ dialect: sqliteDialect(openSqlite(':memory:')) }),
  },
  {
    name: 'PostgreSQL',
    dialect: 'postgres',
    step: 15,
    open: async (name) => {
      const database = `bare_${process.pid}_${name}`
      await administerPostgres(`create database ${database}`)
      made.push(database)
      return new Kysely({ dialect: openPostgres(postgresUrl(database), () => {}).dialect })
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
    return [name, { up: (db: Db, dialect: Bare['dialect']) => up(db.withPlugin(plugin), dialect) }]
  })
  return Object.fromEntries(entries)
}

/** Everything the schema consists of, as the database describes it. */
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
  })

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

  test('a database of a newer version is refused and left alone', async () => {
    const db = await open('newer')
    const newer = { ...migrations, '9999-future': { up: async () => {} } }
    await migrate(db, dialect, newer)
    await expect(migrate(db, dialect, migrations)).rejects.toThrow(/9999-future/)
    await migrate(db, dialect, newer)
    await db.destroy()
  })
})
