import { AsyncLocalStorage } from 'node:async_hooks'
import { isQueryTime, queryTimes } from '../platform/measures/measures.ts'
import type { Services } from '../services.ts'
import { recordedKinds } from '../trail/commands/changes.ts'
import { type RecordKind, recordKinds, shapeOf } from '../trail/queries/record-shapes.ts'

/** A write to a table with records. */
interface Write {
  readonly sql: string
  /** The kinds of records stored in the table. */
  readonly kinds: readonly RecordKind[]
}

/** The writes by the current command. */
const writesOfCommand = new AsyncLocalStorage<Write[]>()

/** The kinds of records by table, except kinds with rows that aren't records yet, such as documents on drafts. */
const rowsByTable = Map.groupBy(
  recordKinds.flatMap((kind) => {
    const { table, where, ignored, parts } = shapeOf(kind)
    const whole = parts.filter(({ apart }) => apart === undefined)
    const ofParts = whole.map((part) => ({ kind, table: part.table, ignored: part.ignored ?? [] }))
    return where === 'true' ? [{ kind, table, ignored }, ...ofParts] : []
  }),
  ({ table }) => table,
)

queryTimes.subscribe((message) => {
  const writes = writesOfCommand.getStore()
  const write = writes && isQueryTime(message) ? writeIn(message.sql) : undefined
  if (write) writes?.push(write)
})

function writeIn(sql: string): Write | undefined {
  // Another command might have added the row, and recorded it.
  if (sql.includes(' on conflict ')) return undefined
  const [, verb, table = ''] = /^\s*(insert into|update|delete from) "?(\w+)"?/.exec(sql) ?? []
  const set = verb === 'update' ? (/ set (.*?)( where | from | returning |$)/s.exec(sql)?.[1] ?? '') : ''
  const columns = [...set.matchAll(/"(\w+)" = /g)].map(([, column = '']) => column)
  const rows = rowsByTable.get(table) ?? []
  const seen = rows.filter(({ ignored }) => columns.length === 0 || columns.some((column) => !ignored.includes(column)))
  return seen.length > 0 ? { sql, kinds: seen.map(({ kind }) => kind) } : undefined
}

/**
 * A trail that fails a command if it writes to a table with records without calling `beforeChange` or `afterCreate` for
 * that kind. Otherwise, the omission would only show when the trail is verified.
 */
export function failingUnrecorded(trail: Services['trail']): Services['trail'] {
  return {
    begin: (trx) => {
      trail.begin(trx)
      writesOfCommand.enterWith([])
    },
    prepare: (trx, entries, at) => {
      const recorded = recordedKinds(trx)
      const unrecorded = writesOfCommand.getStore()?.find(({ kinds }) => !kinds.some((kind) => recorded.has(kind)))
      if (unrecorded)
        throw new Error(`This write to records of kind ${unrecorded.kinds} isn’t recorded: ${unrecorded.sql}`)
      return trail.prepare(trx, entries, at)
    },
  }
}
