import { matchKeys } from '@check-requests/domain/check-requests/duplicates.ts'
import { joinedKeysOf } from '@check-requests/domain/check-requests/payee-names.ts'
import { payeeKey, separateKey } from '@check-requests/domain/payees/identity.ts'
import { fold } from '@check-requests/domain/values/searched-text.ts'
import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'
import { rebuildTable } from '../rebuild.ts'
import { isolateTable } from '../tenant-isolation.ts'

const namesAtOnce = 5000

/**
 * Stores each name in a payee field that joins several names, so that searching for a payee also finds requests that
 * name the payee together with others. The names are copied from the match keys.
 */
export async function joinedPayees<Tables>(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { int, byKey } = columnTypes(dialect)
  // Compares text byte by byte, as SQLite does, regardless of the database's default collation.
  const ordered = dialect === 'sqlite' ? 'text' : 'text collate "C"'
  // A server still running the previous version doesn't know this table but can delete requests, so a trigger removes
  // the deleted requests' rows.
  await execute(db, [
    `create table joined_payees (
      dealer_group_id ${int} not null,
      payee ${ordered} not null,
      check_request_id ${int} not null,
      primary key (dealer_group_id, payee, check_request_id),
      foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id)
        on delete cascade
    ) ${byKey}`,
    'create index joined_payees_request on joined_payees (dealer_group_id, check_request_id)',
    ...isolateTable(dialect, 'joined_payees', 'select, insert, delete'),
  ])
  await copyJoinedNames(db)
}

/** Copies the joined names from the match keys. */
export async function copyJoinedNames<Tables>(db: Kysely<Tables>): Promise<void> {
  let last = 0
  for (;;) {
    const { rows } = await sql<{ id: number; dealer_group_id: number; joined: string }>`
      select id, dealer_group_id, joined from match_keys where id > ${last} and joined is not null order by id
      limit ${namesAtOnce}`.execute(db)
    const newest = rows.at(-1)
    if (!newest) return
    const copies = rows.flatMap(({ id, dealer_group_id, joined }) =>
      [...new Set(joined.split('\n').filter(Boolean))].map((key) => [dealer_group_id, key, id]),
    )
    for (let first = 0; first < copies.length; first += namesAtOnce)
      await sql`insert into joined_payees (dealer_group_id, payee, check_request_id)
        values ${sql.join(copies.slice(first, first + namesAtOnce).map((row) => sql`(${sql.join(row)})`))}`.execute(db)
    last = newest.id
  }
}

const rowsAtOnce = 3000

/**
 * Recomputes the keys of requests and payees so that one key identifies a payee (F9). The key of an invoice number no
 * longer contains the payee. Uses the current rule rather than a copy, because any later change to the rule also
 * recomputes all keys.
 */
export async function payeeKeys(
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

const oneOfTwo = '(check_request_id is null) <> (draft_id is null)'
const oneOfThree = `case when check_request_id is null then 0 else 1 end + case when draft_id is null then 0 else 1 end
  + case when payee_id is null then 0 else 1 end = 1`
const onlyOfPayee = 'check (replaced_at is null or payee_id is not null)'
const payeeReference = 'foreign key (dealer_group_id, payee_id) references payees (dealer_group_id, id)'

/** Lets documents belong to payees, for W-9s. Each payee has at most one W-9 that is neither replaced nor removed. */
export async function payeeDocuments(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const columns = [`payee_id ${columnTypes(dialect).int}`, 'replaced_at text']
  if (dialect === 'sqlite')
    await rebuildTable(db, {
      table: 'attachments',
      replace: {
        'removed_by_name text,': `removed_by_name text, ${columns.join(', ')},`,
        [`check (${oneOfTwo})`]: `check (${oneOfThree}), ${onlyOfPayee}, ${payeeReference}`,
      },
    })
  else
    await execute(db, [
      `alter table attachments ${columns.map((column) => `add column ${column}`).join(', ')},
        drop constraint attachments_check, add check (${oneOfThree}), add ${onlyOfPayee}, add ${payeeReference}`,
    ])
  await execute(db, [
    'create index attachments_payee on attachments (payee_id) where payee_id is not null',
    `create unique index attachments_tax_form on attachments (dealer_group_id, payee_id)
      where payee_id is not null and replaced_at is null and removed_at is null`,
  ])
}

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
export async function foldedAgain<Tables>(
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
