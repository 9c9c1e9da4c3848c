import { refusalToAct } from '../access/permissions.ts'
import { hadHandIn, separations } from '../check-requests/hands.ts'
import type { Actor, Refusal, RequestState } from '../check-requests/lifecycle.ts'

/**
 * Why this person cannot route this request anew; undefined when they can. Whoever raised it or edited what is paid
 * chooses nothing about who approves it (D1).
 */
export function refusalToRouteAnew(actor: Actor, request: RequestState): Refusal | undefined {
  const refusal = refusalToAct('check-requests.route-anew', actor, request)
  if (refusal) return refusal
  const { hands, separationOfDuties } = request
  if (!separationOfDuties || !hadHandIn(hands, actor.userId, separations.decision.parts)) return undefined
  return {
    kind: 'forbidden',
    sentence:
      'You raised this request or edited what is paid, to whom or how, so another admin has to route it anew (separation of duties).',
  }
}
