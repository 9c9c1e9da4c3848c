import { sql } from 'kysely'
import { namesOf } from '../../check-requests/queries/detail/paid-as.ts'
import type { Db } from '../../tables.ts'
import { listMergedInto, type PayeeRow } from './payees.ts'

/** How many of the newest requests to a payee are examined. */
export const lookedAt = 500

/** A request to a payee, with what decides about who sees it. */
export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number]

/**
 * The newest requests to a payee and those merged into it, whoever sees them: linked ones, older ones by name, and those
 * whose check names it second.
 */
export async function listPayments(db: Db, payee: PayeeRow) {
  const { dealer_group_id } = payee
  const all = [payee, ...(await listMergedInto(db, payee.id))]
  const ids = sql.join(all.map(({ id }) => id))
  const keys = sql.join(all.flatMap(namesOf))
  const linked = sql`select check_request_id from request_payees
    where dealer_group_id = ${dealer_group_id} and payee_id in (${ids})`
  const named = sql`select k.id from match_keys k where k.dealer_group_id = ${dealer_group_id} and k.payee in (${keys})
    and not exists (select 1 from request_payees l where l.check_request_id = k.id)`
  const second = sql`select k.id from match_keys k
    where k.dealer_group_id = ${dealer_group_id} and k.second_payee in (${keys})`
  return db
    .selectFrom('check_requests')
    .innerJoin('users as requesters', 'requesters.id', 'check_requests.requester_id')
    .leftJoin('dealerships', 'dealerships.id', 'check_requests.dealership_id')
    .select(['check_requests.id', 'check_requests.request_number', 'check_requests.amount_cents'])
    .select(['check_requests.payee_name_1', 'check_requests.payee_name_2', 'check_requests.payee_join'])
    .select(['check_requests.status_id', 'check_requests.cleared_at', 'check_requests.created_at'])
    .select(['check_requests.requester_id', 'check_requests.check_number', 'check_requests.dealer_group_id'])
    .select(['check_requests.dealership_id', 'check_requests.department_id', 'dealerships.name as dealership_name'])
    .select(['requesters.first_name', 'requesters.last_name'])
    .where(sql<boolean>`check_requests.id in (${linked} union ${named} union ${second})`)
    .orderBy('check_requests.id', 'desc')
    .limit(lookedAt)
    .execute()
}
