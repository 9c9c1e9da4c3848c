import { sql } from 'kysely'
import { findForApproval, subjectOf } from '../../check-requests/queries/detail/find.ts'
import { handsJson } from '../../check-requests/queries/write/hands.ts'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import { numberedIds } from '../../platform/database/sql-helpers.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Db } from '../../tables.ts'
import { askAuthority } from './routes.ts'

/** A pending request under a policy, with all the data that determines its queue except the users. */
export type RoutedRow = Awaited<ReturnType<typeof listRouted>>[number]

const routed = prepare((db: Db, param: Params<{ ids: string }>) =>
  db
    .selectFrom('approval_queue as q')
    .innerJoin('approval_routes', 'approval_routes.check_request_id', 'q.check_request_id')
    .innerJoin('check_requests as r', 'r.id', 'q.check_request_id')
    .innerJoin('dealer_groups', 'dealer_groups.id', 'r.dealer_group_id')
    .innerJoin('approval_audiences as a', 'a.id', 'q.audience_id')
    .selectAll('approval_routes')
    .select(['r.id', 'r.dealership_id', 'r.department_id', 'r.status_id', 'r.priority_rank'])
    .select(['q.remind_at', 'q.reminded_at', 'q.escalate_at', 'a.approvers', 'dealer_groups.separation_of_duties'])
    .select([handsJson(db, sql.ref('r.id')).as('hands')])
    .where('q.check_request_id', 'in', listedIds(db, param('ids'))),
)

const given = prepare((db: Db, param: Params<{ ids: string }>) =>
  db
    .selectFrom('approvals')
    .selectAll()
    .where('check_request_id', 'in', listedIds(db, param('ids')))
    .orderBy('id'),
)

/**
 * Of the given requests, those that are pending under a policy, in order, with the approvals of their current round.
 */
export async function listRouted(db: Db, requestIds: readonly number[]) {
  const ids = JSON.stringify(requestIds)
  const [rows, approvals] = await together(routed(db, { ids }).all(), given(db, { ids }).all())
  const byRequest = Map.groupBy(approvals, ({ check_request_id }) => check_request_id)
  return rows.map((row) => ({
    ...row,
    approvals: (byRequest.get(row.id) ?? []).filter(({ round }) => round === row.round),
  }))
}

function listedIds(db: Db, ids: unknown) {
  return sql<number>`(select id from ${numberedIds(db, ids)})`
}

/** The current approvers of a request and their delegates; undefined if the request has no policy. */
export async function decidersOf(db: Db, requestId: number, now: string): Promise<ReadonlySet<number> | undefined> {
  const row = await findForApproval(db, requestId)
  if (!row || row.policy_number === null) return undefined
  const asked = await askAuthority(db, subjectOf(row), now)
  return asked && new Set(asked.authority.canAct.map(({ userId }) => userId))
}
