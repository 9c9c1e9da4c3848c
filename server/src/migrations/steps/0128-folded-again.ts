import { fold } from '@check-requests/domain/values/searched-text.ts'
import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

const rowsAtOnce = 3000

/** The columns with folded search text, by table. */
const folded = {
  check_request_search: ['request_number', 'payee', 'requester', 'purpose', 'check_number', 'numbers'],
  check_request_notes: ['notes'],
  payees: ['searched'],
  checks: ['searched'],
  ledger_accounts: ['searched'],
  purposes: ['searched_name'],
} as const

/**
 * Folds all search text again by the current rule, so that searches ignore variants of a letter (T3). Folding a folded
 * text gives the same result as folding the original. Most texts don't change.
 */
export async function up<Tables>(
  db: Kysely<Tables>,
  _dialect: Dialect,
  report: (doing: string) => void = () => {},
): Promise<void> {
  for (const [table, columns] of Object.entries(folded)) await foldTable(db, { table, columns, report })
}

interface Folded {
  readonly table: string
  readonly columns: readonly string[]
  readonly report: (doing: string) => void
}

async function foldTable<Tables>(db: Kysely<Tables>, { table, columns, report }: Folded): Promise<void> {
  let last = 0
  for (let done = 0; ; done += rowsAtOnce) {
    const { rows } = await sql<{ id: number } & Record<string, string>>`select id, ${sql.join(columns.map(sql.ref))}
      from ${sql.table(table)} where id > ${last} order by id limit ${rowsAtOnce}`.execute(db)
    const newest = rows.at(-1)
    if (!newest) return
    report(`searched texts in ${table}: ${done.toLocaleString('en-US')} rows so far`)
    const changed = rows.filter((row) => columns.some((column) => foldedText(row[column]) !== row[column]))
    if (changed.length > 0) await store(db, table, columns, changed)
    last = Number(newest.id)
  }
}

async function store<Tables>(
  db: Kysely<Tables>,
  table: string,
  columns: readonly string[],
  rows: readonly ({ id: number } & Record<string, string>)[],
): Promise<void> {
  const values = rows.map((row) => sql`(${row.id}, ${sql.join(columns.map((column) => foldedText(row[column])))})`)
  const sets = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`source.${column}`)}`)
  await sql`with source (id, ${sql.join(columns.map((column) => sql.ref(column)))}) as (values ${sql.join(values)})
    update ${sql.table(table)} set ${sql.join(sets)} from source
    where ${sql.ref(`${table}.id`)} = cast(source.id as bigint)`.execute(db)
}

const plain = /^(?:[!#-&(-_a-~\n]| (?! ))*$/

function foldedText(text = ''): string {
  return plain.test(text) ? text : fold(text)
}
