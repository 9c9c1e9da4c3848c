import { sql } from 'kysely'
import type { Tx } from '../../tables.ts'
import { type Column, chainOf, type Row, rowAt, same, setRow, type Tamper } from './tamper.ts'

type Value = string | number | null

const blankOf = (isNumber: boolean) => (isNumber ? 0 : '')

/** Ways to change a value. Each returns undefined if the value would stay the same. */
const changes: Readonly<Record<string, (value: Value, isNumber: boolean) => Value | undefined>> = {
  raised: (value, isNumber) => (isNumber ? Number(value ?? 0) + 7 : `${value ?? ''}x`),
  lowered: (value, isNumber) => (isNumber ? Number(value ?? 0) - 1 : String(value ?? 'xx').slice(1)),
  blanked: (value, isNumber) => (value ? blankOf(isNumber) : undefined),
  emptied: (value) => (value === null ? undefined : null),
}

export const changesOfAValue = Object.keys(changes)

/** Changes a column in one row. `own` has all columns in the table. */
export function columnChanged(
  { table, name, isNumber }: Column,
  own: readonly Column[],
  change: string,
  place: number,
): Tamper {
  const work = async (trx: Tx) => {
    const row = await rowAt(trx, own, place)
    const value = row && changes[change]?.(row[name] as Value, isNumber)
    if (!row || value === undefined || value === row[name]) return false
    await setRow(trx, table, row, { [name]: value })
    return chainOf(row)
  }
  return { name: `${table}.${name} ${change}`, work, tables: [table] }
}

/** Removes a row, inserts a copy under another key, or swaps two rows. */
export function rowChanges(table: string, columns: readonly Column[], place: number): Tamper[] {
  const removed = async (trx: Tx) => {
    const row = await rowAt(trx, columns, place)
    if (row) await sql`delete from ${sql.table(table)} where ${same(row)}`.execute(trx)
    return row ? chainOf(row) : false
  }
  const copied = async (trx: Tx) => {
    const row = await rowAt(trx, columns, place)
    if (row) await insert(trx, table, underAnotherKey(row, columns))
    return row ? chainOf(row) : false
  }
  const exchanged = async (trx: Tx) => {
    const [one, other] = [await rowAt(trx, columns, 0), await rowAt(trx, columns, 0.999)]
    const [key = ''] = Object.keys(one ?? {})
    if (!one || !other || one[key] === other[key] || Object.keys(one).length === 1) return false
    const { [key]: _, ...values } = one
    const { [key]: __, ...others } = other
    await setRow(trx, table, one, others)
    await setRow(trx, table, other, values)
    return JSON.stringify(values) !== JSON.stringify(others) && chainOf(one)
  }
  return [
    { name: `a removed ${table} row`, work: removed, tables: [table] },
    { name: `a copied ${table} row`, work: copied, tables: [table] },
    { name: `two swapped ${table} rows`, work: exchanged, tables: [table] },
  ]
}

function underAnotherKey(row: Row, columns: readonly Column[]): Row {
  const [first] = columns
  if (!first) return row
  const key = row[first.name]
  return { ...row, [first.name]: first.isNumber ? Number(key) + 1000 : `${key}x` }
}

async function insert(trx: Tx, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row).map((column) => sql.ref(column))
  const values = Object.values(row)
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(values)})`.execute(trx)
}
