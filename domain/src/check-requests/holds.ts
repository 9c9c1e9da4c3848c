import { refusalToAct } from '../access/permissions.ts'
import type { Actor, Refusal, RequestState } from './lifecycle.ts'

/** Why this person cannot put this request on hold now; undefined when they can. */
export function refusalToHold(actor: Actor, request: RequestState): Refusal | undefined {
  const { hold } = request
  if (!hold) return refusalToAct('check-requests.hold', actor, request)
  return {
    kind: 'conflict',
    sentence: `${hold.byName} has already put this request on hold. The reason: ${hold.reason}`,
  }
}

/** Why this person cannot lift the hold on this request; undefined when they can. It takes another person (D1). */
export function refusalToLift(actor: Actor, request: RequestState): Refusal | undefined {
  const { hold, separationOfDuties } = request
  if (!hold) return { kind: 'conflict', sentence: 'This request is not on hold.' }
  if (separationOfDuties && hold.byId === actor.userId)
    return { kind: 'forbidden', sentence: 'You put this request on hold, so someone else has to lift the hold.' }
  return refusalToAct('check-requests.hold', actor, request)
}
