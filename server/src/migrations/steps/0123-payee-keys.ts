import { matchKeys } from '@check-requests/domain/check-requests/duplicates.ts'
import { joinedKeysOf } from '@check-requests/domain/check-requests/payee-names.ts'
import { payeeKey, separateKey } from '@check-requests/domain/payees/identity.ts'
import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'
import { rebuildTable } from '../rebuild.ts'
import { copyJoinedNames } from './0120-joined-payees.ts'

const rowsAtOnce = 3000

/**
 * Recomputes the keys of requests and payees so that one key identifies a payee (F9). The key of an invoice number no
 * longer contains the payee. Uses the current rule rather than a copy, because any later change to the rule also
 * recomputes all keys.
 */
export async function up(
  db: Kysely<unknown>,
  dialect: Dialect,
  report: (doing: string) => void = () => {},
): Promise<void> {
  await addCountsAs(db, dialect)
  await storeMatchKeys(db, report)
  await execute(db, ['delete from joined_payees'])
  await copyJoinedNames(db)
  report('comparing the names of payees')
  await storePayeeKeys(db)
}

const reference = 'foreign key (dealer_group_id, counts_as_id) references payees (dealer_group_id, id)'

async function addCountsAs(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const column = `counts_as_id ${columnTypes(dialect).int}`
  const [last, merged] = ['former_keys text', 'foreign key (dealer_group_id, merged_into_id)']
  if (dialect === 'sqlite')
    await rebuildTable(db, {
      table: 'payees',
      replace: { [last]: `${last}, ${column}`, [merged]: `${reference}, ${merged}` },
    })
  else await execute(db, [`alter table payees add column ${column}, add ${reference}`])
  await execute(db, [
    'create index payees_counted on payees (dealer_group_id, counts_as_id) where counts_as_id is not null',
  ])
}

interface Compared {
  readonly id: number
  readonly amount_cents: number
  readonly payee_name_1: string
  readonly payee_name_2: string | null
  readonly vin_last_digits: string | null
  readonly po_purchase_no: string | null
  readonly invoice_number: string | null
}

/** Recomputes the keys by which requests are compared. */
export async function storeMatchKeys<Tables>(db: Kysely<Tables>, report: (doing: string) => void): Promise<void> {
  let last = 0
  for (let done = 0; ; done += rowsAtOnce) {
    const { rows } = await sql<Compared>`select id, amount_cents, payee_name_1, payee_name_2, vin_last_digits,
      po_purchase_no, invoice_number from check_requests where id > ${last} order by id limit ${rowsAtOnce}`.execute(db)
    const newest = rows.at(-1)
    if (!newest) return
    report(`comparing the payees of requests: ${done.toLocaleString('en-US')} so far`)
    const values = rows.map((row) => {
      const { payment, invoice } = matchKeys({ ...row, amount_cents: Number(row.amount_cents) })
      const second_payee = payeeKey(row.payee_name_2 ?? '') || null
      const names = joinedKeysOf(row)
      const joined = names.length > 0 ? ['', ...names, ''].join('\n') : null
      return sql`(${row.id}, ${payment}, ${invoice}, ${second_payee}, ${joined})`
    })
    await sql`with source (id, payment, invoice, second_payee, joined) as (values ${sql.join(values)})
      update match_keys set payment = source.payment, invoice = source.invoice, second_payee = source.second_payee,
        joined = source.joined
      from source where match_keys.id = cast(source.id as bigint)
        and (match_keys.payment is distinct from source.payment or match_keys.invoice is distinct from source.invoice
          or match_keys.second_payee is distinct from source.second_payee
          or match_keys.joined is distinct from source.joined)`.execute(db)
    last = newest.id
  }
}

interface Listed {
  readonly id: number
  readonly dealer_group_id: number
  readonly name: string
  readonly state: 'new' | 'verified' | 'blocked'
  readonly merged_into_id: number | null
}

/**
 * Gives each key to one payee, preferring a blocked payee, then a verified one. Other payees with the same key become
 * duplicates of that payee, except for a verified payee with a different legal form, because two users have confirmed
 * that it is a separate payee.
 */
export async function storePayeeKeys<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<Listed>`select id, dealer_group_id, name, state, merged_into_id from payees
    order by case when merged_into_id is null then 0 else 1 end,
      case state when 'blocked' then 0 when 'verified' then 1 else 2 end, id`.execute(db)
  const former = await namesBefore(db)
  // Temporary unique values, so that no two payees have the same key during the update.
  await sql`update payees set name_key = '#' || id`.execute(db)
  const taken = new Map<string, Listed>()
  for (const payee of rows) {
    const { name_key, counts_as } = keyOf(payee, taken)
    taken.set(`${payee.dealer_group_id} ${name_key}`, payee)
    const earlier = [...new Set((former.get(payee.id) ?? []).map(payeeKey))].filter(
      (key) => key !== payeeKey(payee.name),
    )
    await sql`update payees set name_key = ${name_key}, counts_as_id = ${counts_as?.id ?? null},
      former_keys = ${earlier.length > 0 ? JSON.stringify(earlier) : null} where id = ${payee.id}`.execute(db)
    if (counts_as?.state === 'blocked' && payee.state === 'verified') await unverify(db, payee.id)
  }
}

function keyOf(payee: Listed, taken: ReadonlyMap<string, Listed>): { name_key: string; counts_as: Listed | undefined } {
  const { id, dealer_group_id, name, state } = payee
  const [key, separate] = [payeeKey(name), separateKey(name)]
  const first = taken.get(`${dealer_group_id} ${key}`)
  if (!first) return { name_key: key, counts_as: undefined }
  const isFree = separate !== separateKey(first.name) && !taken.has(`${dealer_group_id} ${separate}`)
  const isSaid = isFree && state === 'verified' && first.state !== 'blocked'
  const counts_as = isSaid || payee.merged_into_id !== null ? undefined : first
  return { name_key: isFree ? separate : `${key} #${id}`, counts_as }
}

/**
 * Resets the verification, because the user who verified the payee couldn't know that a blocked payee has the same
 * name.
 */
async function unverify<Tables>(db: Kysely<Tables>, id: number): Promise<void> {
  await sql`update payees set state = 'new', verified_by_id = null, verified_by_name = null, verified_at = null,
    verified_how = null where id = ${id}`.execute(db)
}

/** Each payee's earlier names from the audit trail, by payee id, oldest first. */
async function namesBefore<Tables>(db: Kysely<Tables>): Promise<Map<number, string[]>> {
  const changes = await sql<{ id: number; payload: string }>`select p.id, e.payload
    from audit_entries e join payees p on p.id = e.entity_id and p.dealer_group_id = e.chain
    where e.entity = 'payee' and e.action = 'payee.update' order by p.id, e.seq`.execute(db)
  const byPayee = Map.groupBy(changes.rows, ({ id }) => id)
  return new Map([...byPayee].map(([id, rows]) => [id, rows.flatMap(({ payload }) => nameBefore(JSON.parse(payload)))]))
}

function nameBefore({ before, after }: { before: { name?: string } | null; after: { name?: string } | null }) {
  return before?.name !== undefined && after?.name !== undefined ? [before.name] : []
}
