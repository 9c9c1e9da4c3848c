import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'

const keptStatementNames = 500
const int8 = 20

/** A pool of PostgreSQL connections and the Kysely dialect over it. Whole numbers arrive as numbers. Times in milliseconds. */
export function openPostgres(url: string, onError: (error: Error) => void): { pool: pg.Pool; dialect: Dialect } {
  const pool = new pg.Pool({
    Client: namingClient(),
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 10_000,
    types: { getTypeParser },
  })
  // Without a listener, a connection that the server ends, idle or in use, would end this process.
  pool.on('error', onError).on('connect', (client) => client.on('error', onError))
  return { pool, dialect: new PostgresDialect({ pool }) }
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === int8 ? wholeNumber : pg.types.getTypeParser(oid, format as 'text')
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, which is too large for a number`)
  return value
}

/** A client that names each repeated statement, so that PostgreSQL parses and plans it once per connection. */
function namingClient(): typeof pg.Client {
  const names = new Map<string, string>()
  const nameOf = (sql: string): string | undefined => {
    const known = names.get(sql)
    if (known || names.size >= keptStatementNames) return known
    const name = `s${names.size + 1}`
    names.set(sql, name)
    return name
  }
  return class NamingClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads of `query`; all but one pass through.
    override query(...call: any[]): any {
      const [text, values, callback] = call
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
      const forward = super.query as (...call: unknown[]) => unknown
      return name ? forward.call(this, { name, text, values }, callback) : forward.apply(this, call)
    }
  }
}
