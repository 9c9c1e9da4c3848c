import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import {
  type Kysely,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  sql,
  type Transaction,
  type UnknownRow,
} from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'

type Dialect = 'sqlite' | 'postgres'

interface DialectMigration {
  /** `report` receives a description of the current step, which is shown every few seconds. */
  up(db: Kysely<unknown>, dialect: Dialect, report: (doing: string) => void): Promise<void>
  /**
   * The last of the earlier migrations that this migration replaces. A database that has run that one doesn't run this
   * one.
   */
  readonly insteadOf?: string
}

type Migrations = Record<string, DialectMigration>

/** Work to run after the migrations in the same transaction, and a receiver of progress messages. */
interface Around<Tables> {
  readonly afterwards?: (trx: Transaction<Tables>) => Promise<void>
  readonly tell?: (line: string) => void
}

/**
 * Migrates a database to the newest schema: all migrations in order, under a lock and in one transaction. `afterwards`
 * runs in the same transaction if any migration ran. While a database with data is migrated, progress is reported every
 * few seconds. Throws the error of a failed migration. Refuses a database from a newer version of the product, or from
 * before the migrations that another one replaces.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  dialect: Dialect,
  migrations: Migrations,
  { afterwards = async () => {}, tell = () => {} }: Around<Tables> = {},
): Promise<void> {
  const done = await migrationsDone(db, dialect)
  const { earlier, replacing } = replacedBy(migrations, done)
  requireKnown([...done].filter((name) => !(name in migrations) && !earlier.includes(name)))
  const last = Object.keys(migrations).findLast((name) => !done.has(name) && !replacing.includes(name))
  const progress = new Progress(done.size > 0 ? tell : () => {})
  const steps = Object.entries(migrations).map(([name, migration]) => {
    const up = async (unwatched: Kysely<unknown> & Transaction<Tables>) => {
      progress.begin(name)
      const schema = unwatched.withPlugin(progress) as typeof unwatched
      // A migration can read every row, and the time limit is meant for user queries.
      if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(schema)
      await migration.up(schema, dialect, (doing) => progress.report(doing))
      if (name === last) progress.begin('sealing changes in the audit trail')
      if (dialect === 'sqlite' && name === last) await requireForeignKeys(schema)
      if (name === last) await afterwards(schema)
    }
    return [name, replacing.includes(name) ? nothing : { up }]
  })
  // Kysely requires every migration that the database has run to be listed.
  const replaced = earlier.map((name) => [name, nothing])
  const provider: MigrationProvider = { getMigrations: async () => Object.fromEntries([...replaced, ...steps]) }
  const run = () => new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
  const { error } = await (dialect === 'sqlite' ? withTablesToRebuild(db, run) : run())
  if (error) throw error
}

/**
 * The migrations that replace earlier ones run by this database, and the names of the earlier ones. Throws if the
 * database has run only some of the earlier ones.
 */
function replacedBy(migrations: Migrations, done: ReadonlySet<string>): { earlier: string[]; replacing: string[] } {
  const earlier: string[] = []
  const replacing: string[] = []
  for (const [name, { insteadOf = '' }] of Object.entries(migrations)) {
    const replaced = [...done].filter((one) => one <= insteadOf)
    if (replaced.length === 0) continue
    if (!done.has(insteadOf)) throw new Error(tooOld)
    earlier.push(...replaced)
    replacing.push(name)
  }
  return { earlier, replacing }
}

const nothing = { up: async () => {} }
const tooOld =
  'This data was last opened by a version before 1.0.0. Start version 1.0.0 once to update the data, and then start this version.'

function requireKnown(unknown: readonly string[]): void {
  if (unknown.length === 0) return
  throw new Error(
    `This database is from a newer version of the product: it contains unknown migrations (${listWithAnd(unknown)}). Start the newer version, or restore a backup from before the upgrade. See docs/operations.md.`,
  )
}

// SQLite can't drop a table that other tables reference while foreign keys are on, and foreign keys can be switched off
// only outside a transaction. The legacy way of renaming leaves references from other tables and triggers unchanged.
async function withTablesToRebuild<Tables, Result>(db: Kysely<Tables>, work: () => Promise<Result>): Promise<Result> {
  await sql`pragma foreign_keys = off`.execute(db)
  await sql`pragma legacy_alter_table = on`.execute(db)
  try {
    return await work()
  } finally {
    await sql`pragma legacy_alter_table = off`.execute(db)
    await sql`pragma foreign_keys = on`.execute(db)
  }
}

async function requireForeignKeys(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`pragma foreign_key_check`.execute(db)
  if (rows.length > 0) throw new Error(`Some rows refer to rows that don’t exist: ${JSON.stringify(rows.slice(0, 10))}`)
}

/** Returns true if the database hasn't run all migrations. */
export async function isOutdated<Tables>(
  db: Kysely<Tables>,
  dialect: Dialect,
  migrations: Migrations,
): Promise<boolean> {
  const done = await migrationsDone(db, dialect)
  const { replacing } = replacedBy(migrations, done)
  return Object.keys(migrations).some((name) => !done.has(name) && !replacing.includes(name))
}

/** The names of the migrations that the database has run. */
async function migrationsDone<Tables>(db: Kysely<Tables>, dialect: Dialect): Promise<Set<string>> {
  const tables = dialect === 'sqlite' ? sql`sqlite_schema` : sql`pg_tables`
  const name = dialect === 'sqlite' ? sql`name` : sql`tablename`
  const { rows } = await sql`select 1 from ${tables} where ${name} = 'kysely_migration'`.execute(db)
  if (rows.length === 0) return new Set()
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(done.rows.map((row) => row.name))
}

/** The time between two progress lines, in milliseconds. */
const reportEvery = 3000

/** Reports the progress of long work after statements. A timer would never fire, because SQLite runs synchronously. */
export class Progress implements KyselyPlugin {
  readonly #tell: (line: string) => void
  readonly #now: () => number
  #last: number
  #begun: number
  #part = ''
  #doing = ''

  constructor(tell: (line: string) => void, now: () => number = () => performance.now()) {
    this.#tell = tell
    this.#now = now
    this.#last = now()
    this.#begun = this.#last
  }

  /** Begins a part of the work. */
  begin(part: string): void {
    this.#part = part
    this.#doing = ''
    this.#begun = this.#now()
  }

  /** Describes the current step in this part. */
  report(doing: string): void {
    this.#doing = doing
    this.#tellSometimes()
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    this.#tellSometimes()
    return result
  }

  #tellSometimes(): void {
    const now = this.#now()
    if (now - this.#last < reportEvery) return
    this.#last = now
    const seconds = Math.round((now - this.#begun) / 1000)
    const doing = this.#doing === '' ? '' : `: ${this.#doing}`
    this.#tell(`Bringing the database up to date, ${this.#part}${doing} (${seconds} s)`)
  }
}
