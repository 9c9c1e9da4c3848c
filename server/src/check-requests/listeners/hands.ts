import { type Hand, handFields } from '@check-requests/domain/check-requests/hands.ts'
import { together } from '../../platform/together.ts'
import type { Unit } from '../../services.ts'
import { addHand } from '../queries/write/hands.ts'
import type { RequestChanged, RequestEvent } from './request-event.ts'

/** Remembers who raised, edited or approved the request, for separation of duties (E9). */
export async function rememberHands({ trx }: Unit, event: RequestEvent): Promise<void> {
  if (event.name === 'deleted') return
  await together(...handsIn(event).map((hand) => addHand(trx, event.request.id, hand)))
}

/** The hands that somebody has in the request by what happened. */
export function handsIn({ name, actor, request, before, after, approves }: RequestChanged): Hand[] {
  const { userId } = actor
  if (name === 'created') {
    const people = new Set([userId, request.requester_id])
    return [...people].map((person) => ({ userId: person, part: 'raised' }))
  }
  if (name === 'resubmitted')
    return handFields.some((field) => field in after && before[field] !== after[field])
      ? [{ userId, part: 'edited' }]
      : []
  return approves ? [{ userId, part: 'approved' }] : []
}
