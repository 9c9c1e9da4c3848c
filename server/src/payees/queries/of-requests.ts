import { joinedKeys } from '@check-requests/domain/check-requests/payee-names.ts'
import type { VerifiedNeeded } from '@check-requests/domain/payees/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { namesOf } from '../../check-requests/queries/detail/payees.ts'
import { along } from '../../platform/database/list.ts'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Db, Tx } from '../../tables.ts'
import { findPayeeNamed, findPayeeOfKey, listCountedAs, listMergedInto, type PayeeRow, remainingOf } from './payees.ts'

/** A dealer group's requirement for a purpose. */
interface Need {
  readonly purpose_id: number
  readonly verified_needed: VerifiedNeeded
}

/** Parses a dealer group's stored requirements. */
export function needsIn(stored: string): Need[] {
  return JSON.parse(stored)
}

const settings = prepare((db: Db, param: Params<{ dealerGroupId: number }>) =>
  db.selectFrom('dealer_groups').select(['payee_list', 'payee_needs']).where('id', '=', param('dealerGroupId')),
)

/** Finds a dealer group's payee settings. */
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

/** Links a request with a payee, replacing an earlier link. */
export async function storeLink(
  trx: Tx,
  row: { check_request_id: number; dealer_group_id: number; payee_id: number },
): Promise<void> {
  await link(trx, { row }).write()
}

/** Lists the requests linked with a payee, with their first payee names. */
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

/** Removes a request's link when the request is deleted. */
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

/** Finds the listed payee for a request's second name, or undefined if the name isn't listed. */
export async function findSecondPayee(
  db: Db,
  { dealer_group_id, payee_name_2 }: { readonly dealer_group_id: number; readonly payee_name_2: string | null },
): Promise<PayeeRow | undefined> {
  return payee_name_2 === null ? undefined : findPayeeNamed(db, dealer_group_id, payee_name_2)
}

/** Finds the first blocked payee among the payees named together in one field. */
export async function findBlockedJoined(db: Db, dealerGroupId: number, field: string): Promise<PayeeRow | undefined> {
  const found = await together(...joinedKeys(field).map((key) => findPayeeOfKey(db, dealerGroupId, key)))
  return found.find((payee) => payee?.state === 'blocked')
}

/**
 * Finds a request's payee: the linked one or, for requests older than the list, the one with its name. Returns the
 * remaining payee if it was merged.
 */
export async function findPayeeOf(db: Db, request: PaidRequest): Promise<PayeeRow | undefined> {
  const { id, dealer_group_id, payee_name_1 } = request
  const payee = await linked(db, { id }).first()
  return payee ? remainingOf(db, payee) : findPayeeNamed(db, dealer_group_id, payee_name_1)
}

/** The number of newest requests to a payee that are examined. */
const lookedAt = 500

/** A request to a payee, with the columns that decide who sees it. */
export type PaymentRow = Awaited<ReturnType<typeof listRequests>>[number]

/** The newest requests to a payee. `isCut` means that there may be more. */
interface Payments {
  readonly rows: readonly PaymentRow[]
  readonly isCut: boolean
}

/**
 * Lists the newest requests to a payee and to the payees merged into it, regardless of who can see the requests: linked
 * requests, older requests by name, and requests that name the payee second or together with others in one field.
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

/** A request to the payee, unless `payee_id` links the request with another payee. */
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

// Each query uses its own index, and limits requests by name before looking up their links. Links aren't checked for
// second and joined names, because a request is only linked with its first payee.
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
