import { statuses, willNeverBePaid } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { type Selectable, sql } from 'kysely'
import { numberedIds } from '../../../platform/json-sql.ts'
import { type Params, prepare } from '../../../platform/prepared.ts'
import type { Db } from '../../../tables.ts'
import type { CheckRequestTable } from '../../tables.ts'
import { along } from '../list/indexes.ts'

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

/** A request to a payee, with what decides about who sees it. */
export type PaidRequest = Pick<Selectable<CheckRequestTable>, Column>

// A cross join keeps SQLite on the index of payees.
const toPayee = prepare(
  (db: Db, param: Params<{ dealerGroupId: number; payee: string }>) =>
    sql<PaidRequest>`select r.id, r.amount_cents, r.status_id, r.cleared_at, r.requester_id, r.dealer_group_id,
        r.dealership_id, r.department_id
      from match_keys k ${along(db, 'match_keys_payee')} cross join check_requests r
      where k.dealer_group_id = ${param('dealerGroupId')} and k.payee = ${param('payee')} and r.id = k.id
      order by k.id desc limit ${sql.lit(lookedAt)}`,
)

/** The newest requests of a dealer group to a payee, whoever sees them; `payee` is its key. */
export function findToPayee(db: Db, of: { dealerGroupId: number; payee: string }): Promise<PaidRequest[]> {
  return toPayee(db, of).all()
}

/** Requests to a payee since a time, but for one; `payee` is its key. */
interface OthersToPayee {
  readonly dealerGroupId: number
  readonly payee: string
  readonly since: string
  readonly butFor: number
}

const sum = prepare(
  (db: Db, param: Params<OthersToPayee>) =>
    sql<{ cents: number | null }>`select cast(sum(r.amount_cents) as bigint) as cents
      from match_keys k ${along(db, 'match_keys_payee')} cross join check_requests r
      where k.dealer_group_id = ${param('dealerGroupId')} and k.payee = ${param('payee')} and r.id = k.id
        and k.created_at > ${param('since')} and k.id <> ${param('butFor')} and r.status_id <> ${neverPaid}`,
)

const neverPaid = sql.lit(statuses.find(({ name }) => willNeverBePaid(name))?.id)

/** What the other requests of a dealer group since a time ask for a payee, but those that were rejected. In cents. */
export async function sumToPayee(db: Db, of: OthersToPayee): Promise<Cents> {
  return Number((await sum(db, of).one()).cents ?? 0)
}

const sumsBefore = prepare(
  (db: Db, param: Params<{ dealerGroupId: number; payee: string; since: string; before: number; most: number }>) =>
    sql<{ cents: number | null }>`select cast(sum(newest.amount_cents) as bigint) as cents from (
      select r.amount_cents, r.status_id, k.created_at from match_keys k ${along(db, 'match_keys_payee')}
        cross join check_requests r
      where k.dealer_group_id = ${param('dealerGroupId')} and k.payee = ${param('payee')} and r.id = k.id
        and k.id < ${param('before')}
      order by k.id desc limit ${param('most')}) newest
      where newest.created_at > ${param('since')} and newest.status_id <> ${neverPaid}`,
)

/** How many earlier requests to a payee count for the amount of a request that is looked at later. */
const mostCounted = 200

/** What requests of a dealer group before one asked for a payee since a time, at most the newest 200. In cents. */
export async function sumToPayeeBefore(
  db: Db,
  of: { dealerGroupId: number; payee: string; since: string; before: number },
): Promise<Cents> {
  return Number((await sumsBefore(db, { ...of, most: mostCounted }).one()).cents ?? 0)
}

const names = prepare(
  (db: Db, param: Params<{ ids: string }>) =>
    sql<{ id: number; payee_name_1: string }>`select r.id, r.payee_name_1 from ${numberedIds(db, param('ids'))}
      cross join check_requests r where r.id = wanted.id order by wanted.position`,
)

/** The payees of these requests, in the order of the ids. */
export function findPayeeNames(db: Db, ids: readonly number[]): Promise<{ id: number; payee_name_1: string }[]> {
  return names(db, { ids: JSON.stringify(ids) }).all()
}
