import { constants, type DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import { isSqliteBusy } from '../../errors.ts'
import { timed } from '../../measures/measures.ts'
import { Thread } from '../../threads/thread.ts'
import { SqliteCompiler } from '../long-lists.ts'
import { SqliteConnection, type SqlText } from './connection.ts'

const usuallyKept = 60_000

/**
 * Reads a SQLite file in a thread with its own connection, one query at a time. A query sees everything committed
 * before it began. The thread starts with the first query and ends after a while without queries, because the thread
 * takes about ten megabytes of memory.
 */
export class SqliteReader {
  readonly #thread: Thread<SqlText, object[]>
  readonly #kept: number
  #last: Promise<unknown> = Promise.resolve()
  #end: NodeJS.Timeout | undefined

  /** `kept` is how long the thread stays after a query, in milliseconds. */
  constructor(file: string, kept = usuallyKept) {
    this.#thread = new Thread(new URL('./reader-thread.ts', import.meta.url), file)
    this.#kept = kept
  }

  async read<Row>({ sql, parameters }: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    clearTimeout(this.#end)
    const rows = await this.#next(() => this.#thread.ask({ sql, parameters }))
    clearTimeout(this.#end)
    this.#end = setTimeout(() => void this.end(), this.#kept).unref()
    return { rows: rows as Row[] }
  }

  /** Ends the thread after its pending queries. */
  async end(): Promise<void> {
    clearTimeout(this.#end)
    await this.#next(() => this.#thread.end())
  }

  #next<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }
}

const usualPatience = 5000
const triedEvery = 10
const beginImmediate = CompiledQuery.raw('begin immediate')

/** Options for a connection. */
export interface SqliteOptions {
  /** The time a transaction waits while another process writes, in milliseconds. */
  readonly patience?: number | undefined
  /** The reader for slow queries. */
  readonly reader?: SqliteReader | undefined
}

/**
 * A `node:sqlite` connection for Kysely, with immediate transactions, transactional migrations, and cached statements.
 */
export function sqliteDialect(
  database: DatabaseSync,
  { patience = usualPatience, reader }: SqliteOptions = {},
): Dialect {
  const connection = new SqliteConnection(database)
  return {
    createAdapter: () => new ImmediateAdapter(connection, reader),
    createDriver: () => new SqliteDriver(database, connection, patience),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteCompiler(),
  }
}

/** The adapter for a database with one synchronous connection. */
export class ImmediateAdapter extends SqliteAdapter {
  readonly #connection: SqliteConnection
  readonly #reader: SqliteReader | undefined

  constructor(connection: SqliteConnection, reader?: SqliteReader) {
    super()
    this.#connection = connection
    this.#reader = reader
  }

  // Kysely's own adapter returns false, and then a crash during a migration would block every later start.
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  executeNow<Row>(query: CompiledQuery<Row>): QueryResult<Row> {
    return this.#connection.executeNow(query)
  }

  /** Runs a slow query in the reader thread, if there is one, so that other work doesn't wait. */
  executeApart<Row>(query: CompiledQuery<Row>): QueryResult<Row> | Promise<QueryResult<Row>> {
    const apart = this.#reader?.read(query)
    return apart ? timed(query.sql, apart) : this.executeNow(query)
  }
}

class SqliteDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #connection: SqliteConnection
  readonly #patience: number

  constructor(database: DatabaseSync, connection: SqliteConnection, patience: number) {
    this.#database = database
    this.#connection = connection
    this.#patience = patience
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  // A plain `begin` fails with 'database is locked' as soon as two writers meet. `immediate` waits its turn. SQLite's
  // own way to wait would block the event loop, and with it all readers.
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const deadline = performance.now() + this.#patience
    for (;;) {
      try {
        await connection.executeQuery(beginImmediate)
        this.#connection.isInTransaction = true
        return
      } catch (error) {
        if (!isSqliteBusy(error) || performance.now() > deadline) throw error
        await wait(triedEvery)
      }
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
    this.#connection.isInTransaction = false
  }

  // SQLite has already rolled back if the disk was full, and rolling back again would hide that error behind another.
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#connection.isInTransaction = false
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
    this.#connection.forgetStatements()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#database.close()
  }
}

const neverAllowed = new Set([
  constants.SQLITE_ATTACH,
  constants.SQLITE_ALTER_TABLE,
  constants.SQLITE_DROP_TABLE,
  constants.SQLITE_DROP_TRIGGER,
])

/**
 * Refuses statements on this connection that could shorten, rewrite, or replace the audit trail, in addition to its
 * triggers.
 */
export function guardTrail(database: DatabaseSync): void {
  database.setAuthorizer((action, table) => {
    const touchesTrail =
      table === 'audit_entries' && (action === constants.SQLITE_UPDATE || action === constants.SQLITE_DELETE)
    return touchesTrail || neverAllowed.has(action) ? constants.SQLITE_DENY : constants.SQLITE_OK
  })
}
