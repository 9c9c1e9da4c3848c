import { authority, type Subject } from '@check-requests/domain/approvals/authority.ts'
import { listInForce } from '../../delegations/queries/delegations.ts'
import { together } from '../../platform/together.ts'
import type { Db } from '../../tables.ts'
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
  return { route, approvals, authority: authority({ ...subject, ...frozen, people, delegations, given }) }
}
