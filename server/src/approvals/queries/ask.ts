import { authority, type Subject } from '@check-requests/domain/approvals/authority.ts'
import type { RoutedStep } from '@check-requests/domain/approvals/policy.ts'
import { listInForce } from '../../delegations/queries/delegations.ts'
import { together } from '../../platform/together.ts'
import type { Db } from '../../tables.ts'
import { findClock } from './clock.ts'
import { listApprovers } from './people.ts'
import { findRoute, listApprovals, type OnItsWay } from './routes.ts'

/** Who can approve a request, as people are now; undefined where no policy holds for it, and anybody in scope can. */
export async function askAuthority(db: Db, subject: Subject, now: string): Promise<OnItsWay | undefined> {
  const route = await findRoute(db, subject.id)
  if (!route) return undefined
  const { dealerGroupId } = subject.place
  const [approvals, people, delegations] = await together(
    listApprovals(db, route),
    listApprovers(db, dealerGroupId, now),
    listInForce(db, dealerGroupId, Date.parse(now)),
  )
  const given = approvals.map(({ step, user_id, for_user_id, completes }) => {
    return { step, userId: user_id, forId: for_user_id, completes: completes === 1 }
  })
  const frozen = { steps: JSON.parse(route.steps), fallback: JSON.parse(route.fallback) }
  const current: RoutedStep | undefined = frozen.steps[given.filter(({ completes }) => completes).length]
  const clock = await findClock(db, subject, current, route.step_since)
  const isEscalated = clock !== undefined && clock.escalatesAt !== null && clock.escalatesAt <= Date.parse(now)
  const asked = authority({ ...subject, ...frozen, people, delegations, given, isEscalated })
  return { route, approvals, authority: asked, clock, escalatedSince: isEscalated ? clock.escalatesAt : null }
}
