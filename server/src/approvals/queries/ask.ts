import { type Approver, authority, type Delegation, type Subject } from '@check-requests/domain/approvals/authority.ts'
import type { RoutedStep } from '@check-requests/domain/approvals/policy.ts'
import { listInForce } from '../delegations/queries/delegations.ts'
import { together } from '../../platform/together.ts'
import type { Db } from '../../tables.ts'
import { findClock } from './clock.ts'
import { listApproversFor } from './people.ts'
import { type ApprovalRow, findRoute, listApprovals, type OnItsWay, type RouteRow } from './routes.ts'

/** Who can approve a request, as people are now; undefined where no policy holds for it, and anybody in scope can. */
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

/** Those who can be asked at a moment. */
export interface People {
  readonly people: readonly Approver[]
  readonly delegations: readonly Delegation[]
  readonly now: string
}

/** How far a request is by what is stored of it, and who can go on. */
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

/** The step that waits, if any does. */
export function currentStep(route: RouteRow, approvals: readonly ApprovalRow[]): RoutedStep | undefined {
  return stepsOf(route)[approvals.filter(({ completes }) => completes === 1).length]
}

function stepsOf({ steps }: RouteRow): RoutedStep[] {
  return JSON.parse(steps)
}
