import { type Params, prepare } from '../../platform/database/prepared.ts'
import type { Db } from '../../tables.ts'

/** A real request with the way it went. */
export type PastRequest = Awaited<ReturnType<typeof listPast>>[number]

const past = prepare((db: Db, param: Params<{ groupId: number; before: number; limit: number }>) =>
  db
    .selectFrom('check_requests as r')
    .leftJoin('approval_routes as w', 'w.check_request_id', 'r.id')
    .leftJoin('request_payees as l', 'l.check_request_id', 'r.id')
    .leftJoin('payees as p', 'p.id', 'l.payee_id')
    .leftJoin('match_keys as k', 'k.id', 'r.id')
    .leftJoin('payees as second', (join) =>
      join.onRef('second.dealer_group_id', '=', 'k.dealer_group_id').onRef('second.name_key', '=', 'k.second_payee'),
    )
    .select(['r.id', 'r.request_number', 'r.payee_name_1', 'r.payee_name_2'])
    .select(['r.amount_cents', 'r.per_diem_cents'])
    .select(['r.created_at', 'r.dealer_group_id', 'r.dealership_id', 'r.department_id', 'r.purpose_id', 'r.payee_type'])
    .select(['r.priority_rank', 'r.requester_id', 'r.created_by_id', 'r.last_editor_id'])
    .select(['r.mailing_address', 'p.name as payee', 'p.address', 'p.verified_at'])
    .select(['k.second_payee', 'second.verified_at as second_verified_at'])
    .select(['w.policy_number', 'w.rule', 'w.steps'])
    .where('r.dealer_group_id', '=', param('groupId'))
    .where('r.id', '<', param('before'))
    .orderBy('r.id', 'desc')
    .limit(param('limit')),
)

/** The next requests of a dealer group, newest first. */
export function listPast(db: Db, page: { readonly groupId: number; readonly before: number; readonly limit: number }) {
  return past(db, page).all()
}
