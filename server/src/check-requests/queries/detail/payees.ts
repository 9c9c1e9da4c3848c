import { type Selectable, sql } from 'kysely'
import { numberedIds } from '../../../platform/json-sql.ts'
import { type Params, prepare } from '../../../platform/prepared.ts'
import { together } from '../../../platform/together.ts'
import type { Db } from '../../../tables.ts'
import type { CheckRequestTable } from '../../tables.ts'
import { along } from '../list/indexes.ts'
import { findPaidAs } from './paid-as.ts'

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

/** The newest requests of a dealer group to a payee under one name, whoever sees them; `payee` is its key. */
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
 * The newest requests to a payee under all of its names, current and former, without those to separate payees of the
 * same key; `payee` is one of its keys, or a `separateKey`.
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

const names = prepare(
  (db: Db, param: Params<{ ids: string }>) =>
    sql<{ id: number; payee_name_1: string }>`select r.id, r.payee_name_1 from ${numberedIds(db, param('ids'))}
      cross join check_requests r where r.id = wanted.id order by wanted.position`,
)

/** The payees of these requests, in the order of the ids. */
export function findPayeeNames(db: Db, ids: readonly number[]): Promise<{ id: number; payee_name_1: string }[]> {
  return names(db, { ids: JSON.stringify(ids) }).all()
}
