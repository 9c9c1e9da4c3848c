import { addDays, type CalendarDate } from '../../values/calendar-date.ts'
import { type CreateDelegationInput, mostDays } from './fields.ts'

/** Somebody who arranges, leaves or stands in, as far as a delegation depends on it. */
export interface Party {
  readonly userId: number
  readonly dealerGroupId: number | null
  /** They are active, and hold the role of approver in force. */
  readonly isApprover: boolean
}

/** Why a delegation cannot be made, with the field that it is about. */
export interface DelegationRefusal {
  readonly field: 'from_id' | 'to_id' | 'starts_on' | 'ends_on'
  readonly sentence: string
}

/** When a delegation begins and ends, both days included. */
export type Period = Pick<CreateDelegationInput, 'starts_on' | 'ends_on'>

/**
 * Why this person cannot let one approver stand in for another; undefined when they can. Nobody names themselves for
 * somebody else: that would be a right taken, not given (approval control).
 */
export function refusalToDelegate(
  { actorId, from, to }: { readonly actorId: number; readonly from: Party; readonly to: Party },
  { starts_on, ends_on }: Period,
  today: CalendarDate,
): DelegationRefusal | undefined {
  if (!from.isApprover) return { field: 'from_id', sentence: 'Only an approver has something to hand over.' }
  if (to.userId === from.userId) return { field: 'to_id', sentence: 'You can’t delegate to the same person.' }
  if (!to.isApprover || to.dealerGroupId !== from.dealerGroupId)
    return { field: 'to_id', sentence: 'Choose another approver in the same dealer group.' }
  if (to.userId === actorId)
    return { field: 'to_id', sentence: 'Another admin has to name you (separation of duties).' }
  if (ends_on < starts_on) return { field: 'ends_on', sentence: 'The last day is before the first.' }
  if (ends_on < today) return { field: 'ends_on', sentence: 'The last day has passed.' }
  if (ends_on >= addDays(starts_on, mostDays))
    return { field: 'ends_on', sentence: 'A delegation lasts a year at most.' }
  return undefined
}

/** Is a delegation in force on this day? */
export function isInForce({ starts_on, ends_on }: Period, today: CalendarDate): boolean {
  return starts_on <= today && today <= ends_on
}
