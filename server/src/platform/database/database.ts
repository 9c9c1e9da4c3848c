import { mkdirSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type ConnectionProvider, type DatabaseConnection, type Dialect, Kysely, sql, Transaction } from 'kysely'
import type pg from 'pg'
import { inOwnWords, isSqliteDamaged, propertyOf } from '../errors.ts'
import { tellQueryTime } from '../measures/measures.ts'
import { type Committing, GroupCommit, toItsEnd, type Work } from './group-commit.ts'
import { openPostgres, type PostgresOptions, type PostgresPlace } from './postgres/dialect.ts'
import { type Reading, ReadReplica } from './postgres/read-replica.ts'
import { databaseFile } from './sqlite/backup.ts'
import { openSqlite } from './sqlite/connection.ts'
import { guardTrail, SqliteReader, sqliteDialect } from './sqlite/dialect.ts'
import { FileCheck, isAsClosed, noteClosing } from './sqlite/file-check.ts'

/** An open database: `read` for queries, `transact` for all changes. */
export interface Database<Tables> {
  readonly dialect: 'sqlite' | 'postgres'
  /** The SQLite file or the PostgreSQL URL. */
  readonly where: string
  /** PostgreSQL's own URL, if `where` is a pooler. */
  readonly directUrl?: string | undefined
  readonly read: Kysely<Tables>
  /**
   * Runs reads on a read replica if there is one with everything acknowledged so far, or else on the primary. The reads
   * can run twice.
   */
  offload<Result>(work: Reading<Tables, Result>): Promise<Result>
  readonly replica?: ReadReplica<Tables> | undefined
  /**
   * Runs work for a tenant: PostgreSQL then shows and accepts only this tenant's rows. Null stands for all tenants.
   * SQLite can't enforce this.
   */
  forTenant<Result>(tenant: number | null, work: () => Result): Result
  /** Runs work in a transaction and resolves once the commit is durable. */
  transact<Result>(work: Work<Tables, Result>): Promise<Result>
  /** Sessions for listening, if the database can notify other processes of changes. */
  readonly pool?: pg.Pool
  /** A number that changes when another process writes to a SQLite database. PostgreSQL uses the change feed. */
  foreignChanges(): number
  /**
   * Checks every page of a SQLite file that was opened without this check because the file hadn't changed since it was
   * closed. Returns a sentence if the file is damaged, and throws if it couldn't be read.
   */
  checkFile?(): Promise<string | undefined>
  close(): Promise<void>
}

/**
 * Opens and migrates `check-requests.db` in the data folder, with one connection for writing and one for reading.
 * `patience` is how long a write waits for another process's write, in milliseconds.
 */
export async function openSqliteDatabase<Tables>(
  dataDir: string,
  migrate: (db: Kysely<Tables>) => Promise<void>,
  patience?: number,
): Promise<Database<Tables>> {
  mkdirSync(dataDir, { recursive: true })
  const file = databaseFile(dataDir)
  const isChecked = !isAsClosed(file)
  const connection = openWhole(file, isChecked)
  const write = new Kysely<Tables>({ dialect: sqliteDialect(connection, { patience }) })
  await migrate(write)
  guardTrail(connection)
  const database = sqliteDatabase(write, connection, openSqlite(file, { readOnly: true }), new SqliteReader(file))
  return notingItsEnd(database, file, isChecked)
}

/** Wraps a database so that closing it marks the file as unchanged, unless damage was found. */
function notingItsEnd<Tables>(database: Database<Tables>, file: string, isChecked: boolean): Database<Tables> {
  const check = new FileCheck(file)
  let isDamaged = false
  const checkFile = async () => {
    const finding = await check.finding()
    isDamaged = finding !== undefined
    return finding && damaged(file, finding).message
  }
  return {
    ...database,
    ...(!isChecked && { checkFile }),
    close: async () => {
      await check.end()
      await database.close()
      if (!isDamaged) noteClosing(file)
    },
  }
}

/**
 * Wraps SQLite connections: one for writing and the queries in transactions, and a read-only one for all other queries.
 * `apart` runs slow reads.
 */
export function sqliteDatabase<Tables>(
  write: Kysely<Tables>,
  connection: DatabaseSync,
  reader: DatabaseSync,
  apart?: SqliteReader,
): Database<Tables> {
  const read = new Kysely<Tables>({ dialect: sqliteDialect(reader, { reader: apart }) })
  const commits = new GroupCommit<Tables>({
    transact: (work) => write.transaction().execute((trx) => toItsEnd(trx, work)),
    failedCommitIsUndone: true,
  })
  return {
    dialect: 'sqlite',
    where: connection.location() ?? '',
    read,
    offload: (work) => work(read),
    forTenant: withoutTenant,
    transact: (work) => commits.run(work),
    foreignChanges: watchForeignChanges(connection),
    close: async () => {
      await commits.idle()
      await apart?.end()
      await read.destroy()
      // Kysely doesn't close a connection that was never used, and SQLite then couldn't fold its log into the file.
      if (reader.isOpen) reader.close()
      await write.destroy()
    },
  }
}

/** Another connection to a SQLite database that is already open, so that another thread can read it. */
export function readSqlite<Tables>(file: string): Pick<Database<Tables>, 'read' | 'forTenant' | 'close'> {
  const read = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(file, { readOnly: true })) })
  return { read, forTenant: withoutTenant, close: () => read.destroy() }
}

function withoutTenant<Result>(_tenant: number | null, work: () => Result): Result {
  return work()
}

/**
 * Opens the file for writing. Throws a readable error if the file is damaged, because reads would return wrong data as
 * if it were correct. `isChecked` checks every page, which takes about a second per 100,000 requests.
 */
function openWhole(file: string, isChecked: boolean): DatabaseSync {
  try {
    const connection = openSqlite(file)
    const finding = isChecked ? connection.prepare('pragma quick_check(1)').get()?.quick_check : 'ok'
    if (finding === 'ok') return connection
    connection.close()
    throw damaged(file, String(finding))
  } catch (error) {
    throw isSqliteDamaged(error) ? damaged(file, String(propertyOf(error, 'message'))) : error
  }
}

function damaged(file: string, finding: string): Error {
  return new Error(`${file} is damaged (${finding.replaceAll('\n', ' ')}). Restore a backup. See docs/operations.md.`)
}

// On the only connection that writes here, SQLite's data version changes exactly when another process has written.
function watchForeignChanges(connection: DatabaseSync): () => number {
  const statement = connection.prepare('pragma data_version')
  return () => Number(statement.get()?.data_version)
}

/** Opens a PostgreSQL database. */
export function openPostgresDatabase<Tables>(place: PostgresPlace, options: PostgresOptions): Database<Tables> {
  const { pool, dialect, forTenant, tenant } = openPostgres(place, options)
  const db = new Kysely<Tables>({ dialect, log: tellQueryTime })
  const commits = new TenantCommits<Tables>(pipelined(db, dialect))
  const replica = replicaOf(place, options, db)
  return {
    dialect: 'postgres',
    where: place.url,
    directUrl: place.directUrl,
    pool,
    read: db,
    offload: (work) => (replica ? replica.run(tenant(), work) : work(db)),
    replica,
    forTenant,
    foreignChanges: () => 0,
    transact: (work) => retryWhenSerialized(() => commits.run(tenant(), work)),
    close: async () => {
      await commits.idle()
      await replica?.close()
      await db.destroy()
    },
  }
}

function replicaOf<Tables>(
  { directUrl, readUrl }: PostgresPlace,
  { isolation, tell = () => {} }: PostgresOptions,
  primary: Kysely<Tables>,
): ReadReplica<Tables> | undefined {
  if (readUrl === undefined) return undefined
  // If the primary's URL leads through a pooler, the replica's might, too.
  const place = { url: readUrl, directUrl: directUrl === undefined ? undefined : readUrl }
  return new ReadReplica(place, { primary, isolation, tell })
}

const retriedCodes = new Set(['40001', '40P01'])

// A deadlock or serialization failure rolled everything back, so the same work can be retried.
async function retryWhenSerialized<Result>(attempt: () => Promise<Result>, triesLeft = 3): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (triesLeft === 0 || !retriedCodes.has(String(propertyOf(error, 'code')))) throw error
    return retryWhenSerialized(attempt, triesLeft - 1)
  }
}

/** Throws an error that names the setting if PostgreSQL can't be used at its address. */
export async function requireConnection<Tables>(db: Kysely<Tables>, setting: string): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    const reason = inOwnWords(String(propertyOf(error, 'message') || propertyOf(error, 'code')))
    throw new Error(`${setting}: PostgreSQL can’t be used at this URL (${reason}).`, { cause: error })
  }
}

/**
 * Lets each tenant's writes share commits on PostgreSQL. The writes would wait for each other anyway, to append to the
 * same audit chain, and each write would wait for the disk as well. Work for all tenants commits alone.
 */
class TenantCommits<Tables> {
  readonly #transact: Committing<Tables>['transact']
  readonly #running = new Map<number, GroupCommit<Tables>>()

  constructor(transact: Committing<Tables>['transact']) {
    this.#transact = transact
  }

  run<Result>(tenant: number | null, work: Work<Tables, Result>): Promise<Result> {
    if (tenant === null) return this.#transact(work)
    const commits = this.#running.get(tenant) ?? this.#begin(tenant)
    return commits.run(work)
  }

  /** Resolves when nothing is waiting or running. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map((commits) => commits.idle()))
  }

  #begin(tenant: number): GroupCommit<Tables> {
    const commits = new GroupCommit({ transact: this.#transact, failedCommitIsUndone: false })
    this.#running.set(tenant, commits)
    return commits
  }
}

/**
 * Transactions whose statements don't have to wait for each other: statements sent together take one round trip, in the
 * order they were sent. In Kysely's own transactions, each statement is sent after the previous answer.
 */
function pipelined<Tables>(db: Kysely<Tables>, dialect: Dialect) {
  const unused = { config: { dialect }, dialect, driver: dialect.createDriver() }
  return function transact<Result>(work: Work<Tables, Result>): Promise<Result> {
    return db.transaction().execute(async (serial) => {
      const executor = serial.getExecutor()
      const provider = alwaysThis(await connectionOf(executor))
      const trx = new Transaction<Tables>({ ...unused, executor: executor.withConnectionProvider(provider) })
      return toItsEnd(trx, work)
    })
  }
}

function connectionOf(provider: ConnectionProvider): Promise<DatabaseConnection> {
  return provider.provideConnection(async (connection) => connection)
}

function alwaysThis(connection: DatabaseConnection): ConnectionProvider {
  return { provideConnection: (consumer) => consumer(connection) }
}
