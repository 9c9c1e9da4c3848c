import type { CompiledQuery, QueryResult } from 'kysely'
import type { SqlText } from './sqlite-connection.ts'
import { Thread } from './thread.ts'

const usuallyKept = 60_000

/**
 * Reads a SQLite file in a thread with a connection of its own, one query after the other: everything that is committed
 * when a query begins. The thread begins with the first query, and ends when none has come for a while, since it takes
 * some ten megabytes of memory.
 */
export class SqliteReader {
  readonly #thread: Thread<SqlText, object[]>
  readonly #kept: number
  #last: Promise<unknown> = Promise.resolve()
  #end: NodeJS.Timeout | undefined

  /** `kept`: for how many milliseconds the thread stays after a query. */
  constructor(file: string, kept = usuallyKept) {
    this.#thread = new Thread(new URL('./sqlite-reader-thread.ts', import.meta.url), file)
    this.#kept = kept
  }

  async read<Row>({ sql, parameters }: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    clearTimeout(this.#end)
    const rows = await this.#next(() => this.#thread.ask({ sql, parameters }))
    clearTimeout(this.#end)
    this.#end = setTimeout(() => void this.end(), this.#kept).unref()
    return { rows: rows as Row[] }
  }

  /** Ends the thread after what it has been asked so far. */
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
