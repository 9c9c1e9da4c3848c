import { areClose, mostSlips } from '@check-requests/domain/payees/similar.ts'
import { type Selectable, sql } from 'kysely'
import { along, like, likePattern, patternsOf } from '../../../platform/database/list.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { numberedIds } from '../../../platform/database/sql-helpers.ts'
import { together } from '../../../platform/threads/promises.ts'
import type { Db } from '../../../tables.ts'
import type { CheckRequestTable } from '../../tables.ts'

/** How many of the newest requests to a payee are examined. */
export const lookedAt = 1000

type Column =
  | 'id'
  | 'amount_cents'
  | 'status_id'
  | 'cleared_at'
  | 'requester_id'
  | 'dealer_group_id'
  | 'dealership_id'
  | 'department_id'

/** A request to a payee, with the fields that determine who sees it. */
export type PaidRequest = Pick<Selectable<CheckRequestTable>, Column>

// The cross join keeps SQLite on the payee index.
const toPayee = prepare(
  (db: Db, param: Params<{ dealerGroupId: number; payee: string }>) =>
    sql<PaidRequest>`select r.id, r.amount_cents, r.status_id, r.cleared_at, r.requester_id, r.dealer_group_id,
        r.dealership_id, r.department_id
      from match_keys k ${along(db, 'match_keys_payee')} cross join check_requests r
      where k.dealer_group_id = ${param('dealerGroupId')} and k.payee = ${param('payee')} and r.id = k.id
      order by k.id desc limit ${sql.lit(lookedAt)}`,
)

/**
 * A dealer group's newest requests to a payee under one name, regardless of who can see them. `payee` is the key of
 * that name.
 */
export function findToPayee(db: Db, of: { dealerGroupId: number; payee: string }): Promise<PaidRequest[]> {
  return toPayee(db, of).all()
}

const linkedWith = prepare(
  (_: Db, param: Params<{ dealerGroupId: number; id: number }>) =>
    sql<PaidRequest>`select r.id, r.amount_cents, r.status_id, r.cleared_at, r.requester_id, r.dealer_group_id,
        r.dealership_id, r.department_id
      from request_payees l cross join check_requests r
      where l.dealer_group_id = ${param('dealerGroupId')} and l.payee_id = ${param('id')} and r.id = l.check_request_id
      order by l.check_request_id desc limit ${sql.lit(lookedAt)}`,
)

/**
 * The newest requests to a payee under all current and former names, excluding separate payees with the same key.
 * `payee` is one of the payee's keys, or a `separateKey`.
 */
export async function findUnderAllNames(db: Db, of: { dealerGroupId: number; payee: string }): Promise<PaidRequest[]> {
  const { dealerGroupId, payee } = of
  const { keys, ids, others } = await findPaidAs(db, dealerGroupId, payee)
  const linked = (id: number) => linkedWith(db, { dealerGroupId, id }).all()
  const found = await together(...keys.map((key) => findToPayee(db, { dealerGroupId, payee: key })), ...ids.map(linked))
  const byId = new Map(found.flat().map((row) => [row.id, row]))
  for (const { id } of (await together(...others.map(linked))).flat()) byId.delete(id)
  return [...byId.values()].toSorted((one, other) => other.id - one.id).slice(0, lookedAt)
}

const coded = prepare(
  (db: Db, param: Params<{ ids: string }>) =>
    sql<Coded>`select r.purpose_id, r.department_id, r.delivery_method_id, r.priority_rank, r.accounting
      from ${numberedIds(db, param('ids'))} cross join check_requests r where r.id = wanted.id order by wanted.position`,
)

/** The columns that say how a request is coded. */
export type Coded = Pick<
  Selectable<CheckRequestTable>,
  'purpose_id' | 'department_id' | 'delivery_method_id' | 'priority_rank' | 'accounting'
>

/** What these requests are for, where they are charged, and how their checks are delivered, in the order of the ids. */
export function findCoding(db: Db, ids: readonly number[]): Promise<Coded[]> {
  return coded(db, { ids: JSON.stringify(ids) }).all()
}

const names = prepare(
  (db: Db, param: Params<{ ids: string }>) =>
    sql<{ id: number; payee_name_1: string }>`select r.id, r.payee_name_1 from ${numberedIds(db, param('ids'))}
      cross join check_requests r where r.id = wanted.id order by wanted.position`,
)

/** The payees of these requests, in the order of the request ids. */
export function findPayeeNames(db: Db, ids: readonly number[]): Promise<{ id: number; payee_name_1: string }[]> {
  return names(db, { ids: JSON.stringify(ids) }).all()
}

/** The names and keys under which a dealer group pays a payee. */
export interface PaidAs {
  /** The current and former names of the payee in comparison form. */
  readonly keys: readonly string[]
  /**
   * The listed payees that count as the same payee: the one that remains after merging, those merged into it, and those
   * linked to it.
   */
  readonly ids: readonly number[]
  /** Other payees with one of these names, which two users have confirmed to be different. */
  readonly others: readonly number[]
}

type Named = { dealerGroupId: number; key: string; from: string; to: string }

const columns = ['id', 'merged_into_id', 'counts_as_id', 'name_key', 'former_keys'] as const

// Few payees are ever renamed, and an index contains only those. The keys of separate payees continue after a space.
const renamedOrNamed = prepare((db: Db, param: Params<Named>) => {
  const payees = db.selectFrom('payees').where('dealer_group_id', '=', param('dealerGroupId'))
  return payees
    .select(columns)
    .where('name_key', '=', param('key'))
    .unionAll(payees.select(columns).where('name_key', '>', param('from')).where('name_key', '<', param('to')))
    .unionAll(payees.select(columns).where('former_keys', 'is not', null))
})

const sameAs = prepare((db: Db, param: Params<{ dealerGroupId: number; ids: readonly number[] }>) => {
  const payees = db.selectFrom('payees').where('dealer_group_id', '=', param('dealerGroupId'))
  return payees
    .select(columns)
    .where('id', 'in', param.oneOf('ids'))
    .union(payees.select(columns).where('merged_into_id', 'in', param.oneOf('ids')))
    .union(payees.select(columns).where('counts_as_id', 'in', param.oneOf('ids')))
    .orderBy('id')
})

/**
 * All names and keys under which a payee with this current or former name is paid. `name` is in comparison form,
 * including the legal form (`separateKey`) if it could belong to a separate payee.
 */
export async function findPaidAs(db: Db, dealerGroupId: number, name: string): Promise<PaidAs> {
  const key = keyIn(name)
  const rows = await renamedOrNamed(db, { dealerGroupId, key, from: `${key} `, to: `${key}!` }).all()
  const named = [...new Map(rows.map((row) => [row.id, row])).values()].filter((row) => namesOf(row).includes(key))
  if (named.length === 0) return { keys: [key], ids: [], others: [] }
  const separate = named.filter(isSeparate)
  const own = separate.find(({ name_key }) => name_key === (name === key ? `${key} ${key}` : name))
  const mine = own ? [own] : named.filter((row) => !separate.includes(row))
  const others = named.filter((row) => isSeparate(row) || own).filter((row) => !mine.includes(row))
  const remaining = new Set(mine.map(({ id, merged_into_id, counts_as_id }) => merged_into_id ?? counts_as_id ?? id))
  const same = remaining.size === 0 ? [] : await sameAs(db, { dealerGroupId, ids: [...remaining] }).all()
  const keys = [...new Set([key, ...same.flatMap(namesOf)])]
  return { keys, ids: same.map(({ id }) => id), others: others.map(({ id }) => id) }
}

/** The keys of all current and former names of a payee. */
export function namesOf({ name_key, former_keys }: { name_key: string; former_keys: string | null }): string[] {
  const former: string[] = former_keys === null ? [] : JSON.parse(former_keys)
  return [keyIn(name_key), ...former]
}

function keyIn(name: string): string {
  return name.split(' ')[0] ?? name
}

interface Row {
  readonly merged_into_id: number | null
  readonly counts_as_id: number | null
  readonly name_key: string
}

function isSeparate({ merged_into_id, counts_as_id, name_key }: Row): boolean {
  return merged_into_id === null && counts_as_id === null && name_key !== keyIn(name_key)
}

/** An entry of a payee list that a user can choose. */
export type ListedPayee = Awaited<ReturnType<ReturnType<typeof offered>['execute']>>[number]

type Wanted = {
  dealerGroupId: number
  keys: readonly string[]
  words: readonly string[]
  begins: string
  limit: number
}

const hasTaxFormDocument = sql<number>`case when exists (select 1 from attachments a
  where a.dealer_group_id = payees.dealer_group_id and a.payee_id = payees.id
    and a.removed_at is null and a.replaced_at is null) then 1 else 0 end`

const offered = (db: Db) =>
  db
    .selectFrom('payees')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'payees.dealer_group_id')
    .select(['payees.id', 'payees.name', 'payees.name_key', 'payees.state', 'payees.address', 'payees.payee_type'])
    .select(['payees.payee_sub_type', 'payees.default_purpose_id', hasTaxFormDocument.as('has_tax_form_document')])
    .where('dealer_groups.payee_list', '=', 1)
    .where('payees.merged_into_id', 'is', null)

const listed = prepare((db: Db, param: Params<Wanted>) => {
  const contained = sql<boolean>`(${sql.join(
    param.list('words').map((word) => like('payees.searched', word)),
    sql` and `,
  )})`
  return offered(db)
    .where('payees.dealer_group_id', '=', param('dealerGroupId'))
    .where(({ or, eb }) => or([eb('payees.name_key', 'in', param.oneOf('keys')), contained]))
    .orderBy(({ eb }) => sql`case when ${eb('payees.name_key', 'in', param.oneOf('keys'))} then 0 else 1 end`)
    .orderBy(sql`case when ${like('payees.searched', param('begins'))} then 0 else 1 end`)
    .orderBy('payees.name_key')
    .limit(param('limit'))
})

/**
 * The payees on a dealer group's list that have one of these keys, and then those whose names contain the words. Empty
 * if the group doesn't use its list.
 */
export function findListed(
  db: Db,
  of: { dealerGroupId: number; keys: readonly string[]; search: string; limit: number },
): Promise<ListedPayee[]> {
  const { dealerGroupId, keys, search, limit } = of
  const words = patternsOf(search)
  const begins = likePattern(search).slice(1)
  return listed(db, { dealerGroupId, keys, words: words.length > 0 ? words : ['%'], begins, limit }).all()
}

const ofLength = prepare((db: Db, param: Params<{ dealerGroupId: number; shortest: number; longest: number }>) =>
  offered(db)
    .where('payees.dealer_group_id', '=', param('dealerGroupId'))
    .where(sql<boolean>`length(payees.name_key) between ${param('shortest')} and ${param('longest')}`)
    .where(sql<boolean>`payees.name_key not like '% %'`)
    .orderBy('payees.name_key')
    .limit(lookedAt),
)

/** The payees on a dealer group's list whose keys differ from a key by only a few letters. */
export async function findClose(db: Db, dealerGroupId: number, key: string): Promise<ListedPayee[]> {
  const { length } = key
  const found = await ofLength(db, { dealerGroupId, shortest: length - mostSlips, longest: length + mostSlips }).all()
  return found.filter(({ name_key }) => areClose(key, name_key))
}
