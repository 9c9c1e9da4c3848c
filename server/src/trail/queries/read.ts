import { notACursor } from '@check-requests/domain/api/endpoint.ts'
import type { AuditFilters } from '@check-requests/domain/trail/fields.ts'
import { addDays, isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Moment } from '../../platform/clock.ts'
import { filtersIn, follows } from '../../platform/database/list.ts'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import { speaksPostgres } from '../../platform/database/sql-helpers.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Db, Tx } from '../../tables.ts'
import type { AuditEntryTable, AuditHeadTable } from '../tables.ts'
import { linkText, linkTextOnSqlite } from './links.ts'

export type AuditRow = Selectable<AuditEntryTable>

/** Reads the whole database in one snapshot while other processes write. SQLite has no other writers during startup. */
export function atOneMoment<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (!speaksPostgres(db)) return work(db)
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

/** Reads entries, and the names of their records. */
export async function readEntries(...[db, ...question]: Parameters<typeof listEntries>) {
  const rows = await listEntries(db, ...question)
  return { rows, names: await recordNames(db, rows) }
}

/** The newest entry of the system's chain about these records with this action. */
export function findLastEntry(db: Db, entity: string, action: string): Promise<AuditRow | undefined> {
  const entries = db.selectFrom('audit_entries').selectAll().where('chain', '=', 0).where('entity', '=', entity)
  return entries.where('action', '=', action).orderBy('seq', 'desc').limit(1).executeTakeFirst()
}

/**
 * Lists entries that match the filters, newest first and at most `limit`, in one chain or, if `visible` is null, in all
 * chains.
 */
export async function listEntries(
  db: Db,
  visible: number | null,
  query: AuditFilters & { readonly cursor?: string | undefined },
  limit: number,
): Promise<AuditRow[]> {
  const { to, cursor } = query
  const last = cursor === undefined ? undefined : await findLast(db, cursor, visible)
  const conditions = [
    ...filtersIn(filters, {
      ...query,
      visible: visible ?? undefined,
      to: to && isCalendarDate(to) ? addDays(to, 1) : to,
    }),
    ...(last ? [follows('desc', ['at', 'chain', 'seq'], [last.at, last.chain, last.seq])] : []),
  ]
  const entries = db.selectFrom('audit_entries').selectAll().orderBy('at', 'desc')
  return conditions
    .reduce((found, condition) => found.where(condition), entries)
    .orderBy('chain', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

const filters = {
  visible: { column: 'chain', is: '=' },
  person: { column: 'actor_id', is: '=' },
  entity: { column: 'entity', is: '=' },
  entity_id: { column: 'entity_id', is: '=' },
  action: { column: 'action', is: '=' },
  from: { column: 'at', is: '>=' },
  to: { column: 'at', is: '<' },
} as const

/** Finds the last entry on the previous page. */
async function findLast(db: Db, cursor: string, visible: number | null): Promise<AuditRow> {
  const [chain = 0, seq = 0] = cursor.split('.').map(Number)
  const entry = db.selectFrom('audit_entries').selectAll().where('chain', '=', chain).where('seq', '=', seq)
  const last = visible === null || visible === chain ? await entry.executeTakeFirst() : undefined
  if (!last) throw invalidFields({ cursor: notACursor })
  return last
}

/** The names of dealer groups by id, including deleted ones, for naming chains. */
export async function groupNames(db: Db): Promise<Map<number, string>> {
  const rows = await db.selectFrom('dealer_groups').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const personNamed = (id: string) =>
  sql`(select u.first_name || ' ' || u.last_name from users u where u.id = ${sql.ref(`r.${id}`)})`

/** The current name of a record `r`, by its kind: its table, and the text that names it. Deleted records have none. */
const namedBy: Readonly<Record<string, readonly [table: string, name: RawBuilder<unknown>]>> = {
  'check-request': ['check_requests', sql`r.request_number`],
  check: ['checks', sql`cast(r.number as text)`],
  'check-exception': ['check_exceptions', sql`(select cast(c.number as text) from checks c where c.id = r.check_id)`],
  'print-run': ['print_runs', sql`r.first_number || '–' || (r.first_number + r.count - 1)`],
  'bank-account': ['bank_accounts', sql`r.name`],
  'positive-pay-file': ['positive_pay_files', sql`'No. ' || r.number`],
  'clearing-file': ['clearing_files', sql`r.name`],
  payee: ['payees', sql`r.name`],
  'approval-policy': ['approval_policies', sql`'Version ' || r.number`],
  'approval-title': ['approval_titles', sql`r.name`],
  'ledger-account': ['ledger_accounts', sql`r.number || ' ' || r.name`],
  'identity-provider': ['identity_providers', sql`r.name`],
  'access-token': ['access_tokens', sql`r.name`],
  webhook: ['webhooks', sql`r.name`],
  'recurring-request': ['recurring_requests', sql`r.payee_name`],
  delegation: ['delegations', personNamed('from_id')],
  auditor: ['auditors', personNamed('user_id')],
}

/** The names of these entries' records that still exist, by kind and id. */
async function recordNames(db: Db, entries: readonly AuditRow[]): Promise<Map<string, string>> {
  const parts = [...Map.groupBy(entries, ({ entity }) => entity)].flatMap(([entity, rows]) => {
    const [table, name] = namedBy[entity] ?? []
    const ids = [...new Set(rows.flatMap(({ entity_id }) => entity_id ?? []))]
    if (!table || !name || ids.length === 0) return []
    return [
      sql`select cast(${entity} as text) as entity, r.id, ${name} as name from ${sql.table(table)} r
      where r.id in (${sql.join(ids)})`,
    ]
  })
  if (parts.length === 0) return new Map()
  const found = sql<{ entity: string; id: number; name: string | null }>`${sql.join(parts, sql` union all `)}`
  const { rows } = await found.execute(db)
  return new Map(rows.flatMap(({ entity, id, name }) => (name === null ? [] : [[`${entity} ${id}`, name]])))
}

export type AuditHead = Selectable<AuditHeadTable>

/** The time of the newest entry in any chain, or null if there are no entries. */
export async function newestEntryAt(db: Db): Promise<Moment | null> {
  const { newest } = await db
    .selectFrom('audit_heads as head')
    .innerJoin('audit_entries as entry', (on) =>
      on.onRef('entry.chain', '=', 'head.chain').onRef('entry.seq', '=', 'head.seq'),
    )
    .select((row) => row.fn.max('entry.at').as('newest'))
    .executeTakeFirstOrThrow()
  return newest
}

/** The newest link in each chain that the caller can see. */
export function listHeads(db: Db, chain: number | null): Promise<AuditHead[]> {
  const heads = db.selectFrom('audit_heads').selectAll().orderBy('chain')
  return (chain === null ? heads : heads.where('chain', '=', chain)).execute()
}

/** The newest link in a chain. */
export function findHead(db: Db, chain: number): Promise<AuditHead | undefined> {
  return db.selectFrom('audit_heads').selectAll().where('chain', '=', chain).executeTakeFirst()
}

/** The numbers of all chains that have entries, whatever their heads say. */
export async function listChains(db: Db): Promise<number[]> {
  const chains: number[] = []
  for (;;) {
    const entries = db.selectFrom('audit_entries').select('chain').orderBy('chain').limit(1)
    const last = chains.at(-1)
    const next = await (last === undefined ? entries : entries.where('chain', '>', last)).executeTakeFirst()
    if (!next) return chains
    chains.push(next.chain)
  }
}

/** A link as verification reads it. `text` is the text that its hash is computed from. */
export type StoredLink = Pick<AuditRow, (typeof read)[number]> & { readonly text: string }

const read = ['seq', 'previous_hash', 'hash', 'at', 'states', 'key_id', 'mac'] as const

/** Reads the next links in a chain, oldest first. */
export async function readLinks(db: Db, chain: number, after: number, limit: number): Promise<StoredLink[]> {
  if (!speaksPostgres(db)) return linksOnSqlite(db, { chain, after, limit }).all()
  const rows = await links(db, { chain, after, limit }).all()
  return rows.map((row) => Object.assign(row, { text: linkText(row) }))
}

interface Page {
  readonly chain: number
  readonly after: number
  readonly limit: number
}

const links = prepare((db: Db, param: Params<Page>) => pageOf(db, param).selectAll())
const linksOnSqlite = prepare((db: Db, param: Params<Page>) =>
  pageOf(db, param).select([...read, linkTextOnSqlite.as('text')]),
)

function pageOf(db: Db, param: Params<Page>) {
  return db
    .selectFrom('audit_entries')
    .where('chain', '=', param('chain'))
    .where('seq', '>', param('after'))
    .orderBy('seq')
    .limit(param('limit'))
}

/** The number of requests, and the sum of their amounts in cents. */
export async function countRequests(db: Db): Promise<{ check_requests: number; amount_cents: number }> {
  const totals = await db
    .selectFrom('check_requests')
    .select(({ fn }) => [
      fn.countAll<number>().as('check_requests'),
      fn.sum<number | null>('amount_cents').as('amount_cents'),
    ])
    .executeTakeFirstOrThrow()
  return { check_requests: Number(totals.check_requests), amount_cents: Number(totals.amount_cents ?? 0) }
}

/** Things that users edit, by their name in the trail, with the table that has their version. */
const tables = {
  'dealer-group': 'dealer_groups',
  dealership: 'dealerships',
  department: 'departments',
  purpose: 'purposes',
  'delivery-method': 'delivery_methods',
  user: 'users',
  'approval-title': 'approval_titles',
  payee: 'payees',
  'ledger-account': 'ledger_accounts',
  'bank-account': 'bank_accounts',
  'print-run': 'print_runs',
  'positive-pay-file': 'positive_pay_files',
  'clearing-file': 'clearing_files',
  'check-exception': 'check_exceptions',
  check: 'checks',
  auditor: 'auditors',
  'identity-provider': 'identity_providers',
  'access-token': 'access_tokens',
  webhook: 'webhooks',
  'recurring-request': 'recurring_requests',
} as const

export type VersionedEntity = keyof typeof tables

/** Returns a row's version. On PostgreSQL, the row stays locked until this transaction ends. */
export async function lockVersion(trx: Tx, entity: VersionedEntity, id: number): Promise<number | undefined> {
  const query = trx.selectFrom(tables[entity]).select('version').where('id', '=', id)
  const row = await (speaksPostgres(trx) ? query.forUpdate() : query).executeTakeFirst()
  return row?.version
}

/** The newest link about a record. */
export function latestLink(db: Db, entity: VersionedEntity, id: number): Promise<AuditRow | undefined> {
  const links = db.selectFrom('audit_entries').selectAll().where('entity', '=', entity).where('entity_id', '=', id)
  return links.orderBy('at', 'desc').orderBy('seq', 'desc').limit(1).executeTakeFirst()
}
