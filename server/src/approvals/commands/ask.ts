import type { Place } from '@check-requests/domain/access/scope.ts'
import { type Authority, authority } from '@check-requests/domain/approvals/authority.ts'
import { together } from '../../platform/together.ts'
import type { Db } from '../../tables.ts'
import { listApprovers } from '../queries/people.ts'
import { type ApprovalRow, findRoute, listApprovals, type RouteRow } from '../queries/routes.ts'

/** A request as its approval sees it. `barredIds`: who decides nothing about it under separation of duties. */
export interface Subject {
  readonly id: number
  readonly place: Place
  readonly barredIds: readonly number[]
}

/** How far a request is on its way through a policy, and who can go on. */
export interface OnItsWay {
  readonly route: RouteRow
  readonly approvals: readonly ApprovalRow[]
  readonly authority: Authority
}

/** Who can approve a request, as people are now; undefined where no policy holds for it, and anybody in scope can. */
export async function askAuthority(db: Db, subject: Subject, now: string): Promise<OnItsWay | undefined> {
  const route = await findRoute(db, subject.id)
  if (!route) return undefined
  const [approvals, people] = await together(
    listApprovals(db, route),
    listApprovers(db, subject.place.dealerGroupId, now),
  )
  const given = approvals.map(({ step, user_id, for_user_id, completes }) => {
    return { step, userId: user_id, forId: for_user_id, completes: completes === 1 }
  })
  const frozen = { steps: JSON.parse(route.steps), fallback: JSON.parse(route.fallback) }
  return { route, approvals, authority: authority({ ...subject, ...frozen, people, delegations: [], given }) }
}
