import type { DatabaseSync } from 'node:sqlite'
import openModule, { type Database, type PreparedStatement, type Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { RecordingDisk } from './recording-disk.ts'
import { installRecordingVfs } from './recording-vfs.ts'

type Value = string | number | bigint | null | Uint8Array

/**
 * Opens SQLite's own WebAssembly build on a recording disk, because Node's SQLite can't be redirected to one. The parts
 * of a connection that the product uses look like those of `node:sqlite`.
 */
export async function openRecordingSqlite(disk: RecordingDisk): Promise<(file: string) => DatabaseSync> {
  const sqlite = await openModule()
  const vfs = installRecordingVfs(sqlite, disk)
  return (filename) => new RecordedConnection(sqlite, new sqlite.oo1.DB({ filename, vfs })) as unknown as DatabaseSync
}

class RecordedConnection {
  readonly #sqlite: Sqlite3Static
  readonly #db: Database

  constructor(sqlite: Sqlite3Static, db: Database) {
    this.#sqlite = sqlite
    this.#db = db
  }

  get isTransaction(): boolean {
    return this.#sqlite.capi.sqlite3_get_autocommit(this.#db) === 0
  }

  exec(sql: string): void {
    this.#db.exec(sql)
  }

  prepare(sql: string): RecordedStatement {
    return new RecordedStatement(this.#sqlite, this.#db, this.#db.prepare(sql))
  }

  get isOpen(): boolean {
    return this.#db.isOpen()
  }

  /** The recording disk has no files that another connection could open. */
  location(): null {
    return null
  }

  close(): void {
    this.#db.close()
  }
}

class RecordedStatement {
  readonly #sqlite: Sqlite3Static
  readonly #db: Database
  readonly #statement: PreparedStatement
  #returnsArrays = false

  constructor(sqlite: Sqlite3Static, db: Database, statement: PreparedStatement) {
    this.#sqlite = sqlite
    this.#db = db
    this.#statement = statement
  }

  columns(): { name: string }[] {
    return this.#statement.columnCount > 0 ? this.#statement.getColumnNames().map((name) => ({ name })) : []
  }

  setReturnArrays(enabled: boolean): void {
    this.#returnsArrays = enabled
  }

  all(...values: Value[]): unknown[] {
    return [...this.iterate(...values)]
  }

  get(...values: Value[]): unknown {
    return this.all(...values)[0]
  }

  run(...values: Value[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    this.all(...values)
    return { changes: this.#db.changes(), lastInsertRowid: this.#sqlite.capi.sqlite3_last_insert_rowid(this.#db) }
  }

  *iterate(...values: Value[]): Generator<unknown> {
    try {
      if (values.length > 0) this.#statement.bind(values)
      while (this.#statement.step())
        if (this.#statement.columnCount > 0) yield this.#statement.get(this.#returnsArrays ? [] : {})
    } finally {
      this.#statement.reset(true)
    }
  }
}
