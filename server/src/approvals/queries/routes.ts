import {
  type Approver,
  type Authority,
  authority,
  type Delegation,
  type Subject,
} from '@check-requests/domain/approvals/authority.ts'
import { listedColumns } from '@check-requests/domain/approvals/conditions.ts'
import type { RoutedStep } from '@check-requests/domain/approvals/policy.ts'
import type { Insertable, Selectable } from 'kysely'
import { listApproversFor } from '../../access/pending-accounts/queries/approvers.ts'
import { type Params, prepare } from '../../platform/database/prepared.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Db, Tx } from '../../tables.ts'
import { listInForce } from '../delegations/queries/delegations.ts'
import type { ApprovalRouteTable, ApprovalTable } from '../tables.ts'
import { findClock, type StepClock } from './queue-check.ts'

export type RouteRow = Selectable<ApprovalRouteTable>
type ApprovalRow = Selectable<ApprovalTable>

/** The progress of a request along its approval route, and who can approve next. */
export interface OnItsWay {
  readonly route: RouteRow
  readonly approvals: readonly ApprovalRow[]
  readonly authority: Authority
  /** The due times of the pending step, if its rule sets any. */
  readonly clock: StepClock | undefined
  /** When the pending step was offered to others, in milliseconds; null if it hasn't been. */
  readonly escalatedSince: number | null
}

const routeOf = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db.selectFrom('approval_routes').selectAll().where('check_request_id', '=', param('requestId')),
)

/** The approval route of a request; undefined if there was no policy when it was submitted. */
export function findRoute(db: Db, requestId: number): Promise<RouteRow | undefined> {
  return routeOf(db, { requestId }).first()
}

const approvalsOf = prepare((db: Db, param: Params<{ requestId: number; round: number }>) =>
  db
    .selectFrom('approvals')
    .selectAll()
    .where('check_request_id', '=', param('requestId'))
    .where('round', '=', param('round'))
    .orderBy('id'),
)

/** The approvals of a request in one round, in order. */
function listApprovals(db: Db, { check_request_id, round }: RouteRow): Promise<ApprovalRow[]> {
  return approvalsOf(db, { requestId: check_request_id, round }).all()
}

const store = prepare((db: Db, param: Params<{ route: Insertable<ApprovalRouteTable> }>) =>
  db
    .insertInto('approval_routes')
    .values(param.row('route'))
    .onConflict((conflict) =>
      conflict.column('check_request_id').doUpdateSet(({ ref }) => ({
        policy_number: ref('excluded.policy_number'),
        round: ref('excluded.round'),
        rule: ref('excluded.rule'),
        added: ref('excluded.added'),
        steps: ref('excluded.steps'),
        fallback: ref('excluded.fallback'),
        cents: ref('excluded.cents'),
        step_since: ref('excluded.step_since'),
      })),
    ),
)

/** Stores the approval route of a request, replacing that of an earlier round. */
export async function storeRoute(trx: Tx, route: RouteRow): Promise<void> {
  await store(trx, { route }).affectedRows()
}

const insert = prepare((db: Db, param: Params<{ approval: Insertable<ApprovalTable> }>) =>
  db.insertInto('approvals').values(param.row('approval')),
)

export async function insertApproval(trx: Tx, approval: Omit<ApprovalRow, 'id'>): Promise<void> {
  await insert(trx, { approval }).affectedRows()
}

const begin = prepare((db: Db, param: Params<{ requestId: number; at: string }>) =>
  db
    .updateTable('approval_routes')
    .set({ step_since: param('at') })
    .where('check_request_id', '=', param('requestId')),
)

/** Starts the next step of a request. */
export async function beginStep(trx: Tx, requestId: number, at: string): Promise<void> {
  await begin(trx, { requestId, at }).affectedRows()
}

/** Deletes the approval route and the approvals of a request, together with the request. */
export async function deleteRoute(trx: Tx, requestId: number): Promise<void> {
  await trx.deleteFrom('approvals').where('check_request_id', '=', requestId).execute()
  await trx.deleteFrom('approval_routes').where('check_request_id', '=', requestId).execute()
}

/**
 * The progress of a request, and its current approvers; undefined if the request has no policy, so that anyone in scope
 * can approve.
 */
export async function askAuthority(db: Db, subject: Subject, now: string): Promise<OnItsWay | undefined> {
  const route = await findRoute(db, subject.id)
  if (!route) return undefined
  const { place } = subject
  const [approvals, delegations] = await together(
    listApprovals(db, route),
    listInForce(db, place.dealerGroupId, Date.parse(now)),
  )
  const people = await listApproversFor(db, place, now, delegations)
  const clock = await findClock(db, subject, currentStep(route, approvals), route.step_since)
  return onItsWay(subject, { route, approvals, clock }, { people, delegations, now })
}

/** The approvers and delegations at a moment. */
export interface People {
  readonly people: readonly Approver[]
  readonly delegations: readonly Delegation[]
  readonly now: string
}

/** The progress of a request according to its stored data, and who can approve next. */
export function onItsWay(
  subject: Subject,
  { route, approvals, clock }: Pick<OnItsWay, 'route' | 'approvals' | 'clock'>,
  { people, delegations, now }: People,
): OnItsWay {
  const frozen = { steps: stepsOf(route), fallback: JSON.parse(route.fallback) }
  const given = approvals.map(({ step, user_id, for_user_id, completes }) => {
    return { step, userId: user_id, forId: for_user_id, completes: completes === 1 }
  })
  const isEscalated = clock !== undefined && clock.escalatesAt !== null && clock.escalatesAt <= Date.parse(now)
  const asked = authority({ ...subject, ...frozen, people, delegations, given, isEscalated })
  return { route, approvals, authority: asked, clock, escalatedSince: isEscalated ? clock.escalatesAt : null }
}

/** The pending step, if there is one. */
export function currentStep(route: RouteRow, approvals: readonly ApprovalRow[]): RoutedStep | undefined {
  return stepsOf(route)[approvals.filter(({ completes }) => completes === 1).length]
}

function stepsOf({ steps }: RouteRow): RoutedStep[] {
  return JSON.parse(steps)
}

/** An earlier request, with the route that it took. */
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
    .select(['r.created_at', 'r.dealer_group_id', 'r.payee_type'])
    .select(listedColumns.map((column) => `r.${column}` as const))
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
