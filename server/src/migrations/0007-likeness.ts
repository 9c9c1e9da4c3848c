import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

const rowsAtOnce = 1000

/**
 * What requests are compared by when one could be a repeat of another: one walk along an index for each kind of match.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table likeness_keys (
      id ${int} primary key references check_requests (id),
      dealer_group_id ${int} not null,
      created_at text not null,
      payment text,
      vin text,
      po text
    ) ${strict}`,
  ])
  await fill(db)
  await execute(db, ['payment', 'vin', 'po'].map(index))
}

function index(kind: string): string {
  return `create index likeness_keys_${kind} on likeness_keys (dealer_group_id, ${kind}, created_at, id)
    where ${kind} is not null`
}

interface Row {
  id: number
  dealer_group_id: number
  created_at: string
  amount_cents: number
  payee_name_1: string
  vin_last_digits: string | null
  po_purchase_no: string | null
}

/** Keys of the requests that are there already. */
async function fill(db: Kysely<unknown>): Promise<void> {
  let last = 0
  for (;;) {
    const { rows } = await sql<Row>`select id, dealer_group_id, created_at, amount_cents, payee_name_1, vin_last_digits,
      po_purchase_no from check_requests where id > ${last} order by id limit ${rowsAtOnce}`.execute(db)
    if (rows.length === 0) return
    const values = rows.map((row) => {
      const payment = `${folded(row.payee_name_1)} ${row.amount_cents}`
      const numbers = sql`${numberKey(row.vin_last_digits)}, ${numberKey(row.po_purchase_no)}`
      return sql`(${row.id}, ${row.dealer_group_id}, ${row.created_at}, ${payment}, ${numbers})`
    })
    await sql`insert into likeness_keys (id, dealer_group_id, created_at, payment, vin, po)
      values ${sql.join(values)}`.execute(db)
    last = rows.at(-1)?.id as number
  }
}

// The rule as it was when this migration was written; a later change of the rule brings its own migration.
function numberKey(text: string | null): string | null {
  const key = folded(text ?? '')
  return /^(\p{P}*|0+|x+|n\/?a|none|tbd|tba|pending|unknown)$/u.test(key) ? null : key
}

function folded(text: string): string {
  const bare = text.normalize('NFC').replace(/\s+/gu, '')
  return (bare.replace(/^\p{P}+|\p{P}+$/gu, '') || bare).toUpperCase().toLowerCase()
}
