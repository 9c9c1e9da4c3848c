import { type Kysely, sql } from 'kysely'

const rowsAtOnce = 1000

/**
 * Characters that nobody sees make no difference to duplicates and searches, nor do hyphens in VINs and PO numbers:
 * match keys and search texts are computed anew, a thousand rows at a time.
 */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await inPortions(
    (last) =>
      sql<Compared>`select id, amount_cents, payee_name_1, vin_last_digits, po_purchase_no
      from check_requests where id > ${last} order by id limit ${rowsAtOnce}`.execute(db),
    (rows) => storeKeys(db, rows),
  )
  await inPortions(
    (last) =>
      sql<Searched>`select id, payee, requester, purpose from check_request_search
      where id > ${last} order by id limit ${rowsAtOnce}`.execute(db),
    (rows) => storeTexts(db, rows),
  )
}

interface Compared {
  readonly id: number
  readonly amount_cents: number
  readonly payee_name_1: string
  readonly vin_last_digits: string | null
  readonly po_purchase_no: string | null
}

interface Searched {
  readonly id: number
  readonly payee: string
  readonly requester: string
  readonly purpose: string
}

async function inPortions<Row extends { readonly id: number }>(
  read: (last: number) => Promise<{ rows: Row[] }>,
  store: (rows: Row[]) => Promise<void>,
): Promise<void> {
  let last = 0
  for (;;) {
    const { rows } = await read(last)
    const newest = rows.at(-1)
    if (!newest) return
    await store(rows)
    last = newest.id
  }
}

async function storeKeys<Tables>(db: Kysely<Tables>, rows: readonly Compared[]): Promise<void> {
  const values = rows.map((row) => {
    const payee = folded(row.payee_name_1)
    const payment = payee === '' ? null : `${payee} ${row.amount_cents}`
    return sql`(${row.id}, ${payment}, ${numberKey(row.vin_last_digits)}, ${numberKey(row.po_purchase_no)})`
  })
  await sql`with source (id, payment, vin, po) as (values ${sql.join(values)})
    update match_keys set payment = source.payment, vin = source.vin, po = source.po from source
    where match_keys.id = cast(source.id as bigint) and (match_keys.payment is distinct from source.payment
      or match_keys.vin is distinct from source.vin or match_keys.po is distinct from source.po)`.execute(db)
}

// Almost no text has such a character, and each change costs an entry in the index of the search.
async function storeTexts<Tables>(db: Kysely<Tables>, rows: readonly Searched[]): Promise<void> {
  for (const { id, payee, requester, purpose } of rows) {
    if (`${payee}${requester}${purpose}`.search(hidden) < 0) continue
    await sql`update check_request_search set payee = ${payee.replace(hidden, '')},
      requester = ${requester.replace(hidden, '')}, purpose = ${purpose.replace(hidden, '')}
      where id = ${id}`.execute(db)
  }
}

// The rule as it was when this migration was written; a later change of the rule brings its own migration.
const hidden = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/gu

function numberKey(text: string | null): string | null {
  const key = folded((text ?? '').replace(/[\p{Pd}\u2212]/gu, ''))
  return /^(\p{P}*|0+|x+|n\/?a|none|tbd|tba|pending|unknown)$/u.test(key) ? null : key
}

function folded(text: string): string {
  const bare = text.replace(hidden, '').normalize('NFC').replace(/\s+/gu, '')
  return (bare.replace(/^\p{P}+|\p{P}+$/gu, '') || bare).toUpperCase().toLowerCase()
}
