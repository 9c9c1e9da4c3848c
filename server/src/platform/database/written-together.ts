import type { CompiledQuery, QueryExecutor } from 'kysely'

interface Write {
  readonly query: CompiledQuery
  resolve(rows: readonly unknown[]): void
  reject(error: unknown): void
}

const waiting = new WeakMap<QueryExecutor, Write[]>()

/**
 * Sends the writes that begin in the same turn of the event loop as one statement. PostgreSQL runs them in any order,
 * and none of them sees the others' rows, so only writes that don't depend on each other may begin in the same turn.
 * Returns the rows that the write returns. Of the writes in one statement, only one can return rows; a second one is
 * sent in a statement of its own.
 */
export function writeTogether(executor: QueryExecutor, query: CompiledQuery): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const write = { query, resolve, reject }
    const begun = waiting.get(executor)
    if (begun) return void begun.push(write)
    const writes = [write]
    waiting.set(executor, writes)
    queueMicrotask(() => {
      waiting.delete(executor)
      for (const some of statementsOf(writes)) void send(executor, some)
    })
  })
}

/** Splits writes into statements with at most one write that returns rows, which is the last one. */
function statementsOf(writes: readonly Write[]): Write[][] {
  const [first, ...others] = writes.filter(returnsRows)
  const silent = writes.filter((write) => !returnsRows(write))
  return [[...silent, ...(first ? [first] : [])], ...others.map((other) => [other])]
}

function returnsRows({ query: { query } }: Write): boolean {
  const isWrite =
    query.kind === 'InsertQueryNode' || query.kind === 'UpdateQueryNode' || query.kind === 'DeleteQueryNode'
  return !isWrite || query.returning !== undefined
}

async function send(executor: QueryExecutor, writes: readonly Write[]): Promise<void> {
  try {
    const { rows } = await executor.executeQuery(joined(writes.map(({ query }) => query)))
    for (const write of writes) write.resolve(returnsRows(write) ? rows : [])
  } catch (error) {
    for (const write of writes) write.reject(error)
  }
}

/** Joins queries into one: all but the last become parts of its `with` clause. */
function joined(queries: readonly CompiledQuery[]): CompiledQuery {
  const [last, ...before] = queries.toReversed() as [CompiledQuery, ...CompiledQuery[]]
  if (before.length === 0) return last
  return {
    ...last,
    sql: textOf(queries),
    parameters: queries.flatMap(({ parameters }) => parameters),
  }
}

const mostTexts = 500
const texts = new Map<string, string>()

function textOf(queries: readonly CompiledQuery[]): string {
  const key = queries.map(({ sql }) => sql).join('\n')
  const text = texts.get(key) ?? build(queries)
  if (texts.size >= mostTexts) texts.clear()
  texts.set(key, text)
  return text
}

function build(queries: readonly CompiledQuery[]): string {
  let given = 0
  const parts = queries.map(({ sql, parameters }) => {
    const before = given
    given += parameters.length
    return sql.replace(/\$(\d+)/g, (_, position: string) => `$${Number(position) + before}`)
  })
  const last = parts.pop()
  return `with ${parts.map((part, index) => `write_${index} as (${part})`).join(', ')} ${last}`
}
