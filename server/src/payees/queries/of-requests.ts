import { joinedKeys } from '@check-requests/domain/check-requests/payee-names.ts'
import type { VerifiedNeeded } from '@check-requests/domain/payees/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { namesOf } from '../../check-requests/queries/detail/payees.ts'
import { along } from '../../check-requests/queries/list/indexes.ts'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Db, Tx } from '../../tables.ts'
import { findPayeeNamed, findPayeeOfKey, listCountedAs, listMergedInto, type PayeeRow, remainingOf } from './payees.ts'

/** What the settings of a dealer group say of a purpose. */
interface Need {
  readonly purpose_id: number
  readonly verified_needed: VerifiedNeeded
}

/** The needs of a dealer group as they are stored. */
export function needsIn(stored: string): Need[] {
  return JSON.parse(stored)
}

const settings = prepare((db: Db, param: Params<{ dealerGroupId: number }>) =>
  db.selectFrom('dealer_groups').select(['payee_list', 'payee_needs']).where('id', '=', param('dealerGroupId')),
)

/** What a dealer group has set about its payees. */
export function findPayeeSettings(db: Db, dealerGroupId: number) {
  return settings(db, { dealerGroupId }).first()
}

const link = prepare(
  (db: Db, param: Params<{ row: { check_request_id: number; dealer_group_id: number; payee_id: number } }>) =>
    db
      .insertInto('request_payees')
      .values(param.row('row'))
      .onConflict((conflict) =>
        conflict.column('check_request_id').doUpdateSet(({ ref }) => ({ payee_id: ref('excluded.payee_id') })),
      ),
)

/** Says which payee a request pays, in place of an earlier one. */
export async function storeLink(
  trx: Tx,
  row: { check_request_id: number; dealer_group_id: number; payee_id: number },
): Promise<void> {
  await link(trx, { row }).affectedRows()
}

/** The requests that are linked with a payee, by their first names. */
export function listLinked(db: Db, payeeId: number): Promise<{ id: number; payee_name_1: string }[]> {
  return db
    .selectFrom('request_payees')
    .innerJoin('check_requests', 'check_requests.id', 'request_payees.check_request_id')
    .select(['check_requests.id', 'check_requests.payee_name_1'])
    .where('request_payees.payee_id', '=', payeeId)
    .orderBy('check_requests.id')
    .execute()
}

/** Links these requests with a payee. */
export async function linkAgain(trx: Tx, requestIds: readonly number[], payeeId: number): Promise<void> {
  const links = trx.updateTable('request_payees').set({ payee_id: payeeId })
  await links.where('check_request_id', 'in', requestIds).execute()
}

/** Removes the link of a request, with the request itself. */
export async function deleteLink(trx: Tx, requestId: number): Promise<void> {
  await trx.deleteFrom('request_payees').where('check_request_id', '=', requestId).execute()
}

interface PaidRequest {
  readonly id: number
  readonly dealer_group_id: number
  readonly payee_name_1: string
}

const linked = prepare((db: Db, param: Params<{ id: number }>) =>
  db
    .selectFrom('request_payees')
    .innerJoin('payees', 'payees.id', 'request_payees.payee_id')
    .selectAll('payees')
    .where('request_payees.check_request_id', '=', param('id')),
)

/** The payee on the list that has the second name of a request; undefined for one that is on no list. */
export async function findSecondPayee(
  db: Db,
  { dealer_group_id, payee_name_2 }: { readonly dealer_group_id: number; readonly payee_name_2: string | null },
): Promise<PayeeRow | undefined> {
  return payee_name_2 === null ? undefined : findPayeeNamed(db, dealer_group_id, payee_name_2)
}

/** The first of the payees whom one field names together with others that is blocked, if any is. */
export async function findBlockedJoined(db: Db, dealerGroupId: number, field: string): Promise<PayeeRow | undefined> {
  const found = await together(...joinedKeys(field).map((key) => findPayeeOfKey(db, dealerGroupId, key)))
  return found.find((payee) => payee?.state === 'blocked')
}

/**
 * The payee of a request: the one it was linked with, or, if it is older than the list, the one of its name; the one
 * that remains, where it was merged.
 */
export async function findPayeeOf(db: Db, request: PaidRequest): Promise<PayeeRow | undefined> {
  const { id, dealer_group_id, payee_name_1 } = request
  const payee = await linked(db, { id }).first()
  return payee ? remainingOf(db, payee) : findPayeeNamed(db, dealer_group_id, payee_name_1)
}

/** How many of the newest requests to a payee are examined. */
const lookedAt = 500

/** A request to a payee, with what decides about who sees it. */
export type PaymentRow = Awaited<ReturnType<typeof listRequests>>[number]

/** The newest requests to a payee; `isCut`: there can be more. */
interface Payments {
  readonly rows: readonly PaymentRow[]
  readonly isCut: boolean
}

/**
 * The newest requests to a payee and those merged into it, whoever sees them: linked ones, older ones by name, and those
 * that name it second or together with others in one field.
 */
export async function listPayments(db: Db, payee: PayeeRow): Promise<Payments> {
  const { dealer_group_id: dealerGroupId } = payee
  const all = [payee, ...(await listMergedInto(db, payee.id)), ...(await listCountedAs(db, payee))]
  const keys = [...new Set(all.flatMap(namesOf))]
  const parts = await together(
    ...all.map(({ id }) => linkedWith(db, { dealerGroupId, id }).all()),
    ...keys.flatMap((key) => places.map((place) => naming(db, { dealerGroupId, key }, place).all())),
  )
  const own = new Set(all.map(({ id }) => id))
  const found = parts.flat().filter(({ payee_id }) => payee_id === null || own.has(payee_id))
  const ids = [...new Set(found.map(({ id }) => id))].toSorted((one, other) => other - one)
  const isCut = ids.length > lookedAt || parts.some(({ length }) => length === lookedAt)
  return { rows: await listRequests(db, ids.slice(0, lookedAt)), isCut }
}

/** A request that is one to the payee, unless it is linked with another one: `payee_id`. */
interface Found {
  readonly id: number
  readonly payee_id: number | null
}

const newest = sql.lit(lookedAt)

const linkedWith = prepare(
  (_: Db, param: Params<{ dealerGroupId: number; id: number }>) =>
    sql<Found>`select check_request_id as id, payee_id from request_payees
      where dealer_group_id = ${param('dealerGroupId')} and payee_id = ${param('id')}
      order by check_request_id desc limit ${newest}`,
)

// Each along its index, however many requests there are: those of a name are cut before their links are looked up. Who
// is named second or joined with others is not whom the request is linked with.
const places = ['first', 'second', 'joined'] as const

const naming = prepare(
  (db: Db, param: Params<{ dealerGroupId: number; key: string }>, place: (typeof places)[number]) => {
    const of = (column: string): RawBuilder<unknown> =>
      sql`where k.dealer_group_id = ${param('dealerGroupId')} and ${sql.ref(`k.${column}`)} = ${param('key')}`
    if (place === 'first')
      return sql<Found>`select named.id, l.payee_id from (select k.id from match_keys k ${along(db, 'match_keys_payee')}
        ${of('payee')} order by k.id desc limit ${newest}) as named
        left join request_payees l on l.check_request_id = named.id`
    if (place === 'second')
      return sql<Found>`select k.id, null as payee_id from match_keys k ${along(db, 'match_keys_second_payee_since')}
        ${of('second_payee')} order by k.created_at desc, k.id desc limit ${newest}`
    return sql<Found>`select k.check_request_id as id, null as payee_id from joined_payees k
      ${of('payee')} order by k.check_request_id desc limit ${newest}`
  },
)

async function listRequests(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('check_requests')
    .innerJoin('users as requesters', 'requesters.id', 'check_requests.requester_id')
    .leftJoin('dealerships', 'dealerships.id', 'check_requests.dealership_id')
    .select(['check_requests.id', 'check_requests.request_number', 'check_requests.amount_cents'])
    .select(['check_requests.payee_name_1', 'check_requests.payee_name_2', 'check_requests.payee_join'])
    .select(['check_requests.status_id', 'check_requests.cleared_at', 'check_requests.created_at'])
    .select('check_requests.good_through')
    .select(['check_requests.requester_id', 'check_requests.check_number', 'check_requests.dealer_group_id'])
    .select(['check_requests.dealership_id', 'check_requests.department_id', 'dealerships.name as dealership_name'])
    .select(['requesters.first_name', 'requesters.last_name'])
    .where('check_requests.id', 'in', ids)
    .orderBy('check_requests.id', 'desc')
    .execute()
}
