import { z } from 'zod'
import { addDays, type CalendarDate } from '../../values/calendar-date.ts'
import { calendarDateField, idField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'

/** Somebody, or something, with a name. */
export const named = z.object({ id: z.int(), name: z.string() })

/** A delegation: who stands in for whom, from when to when, both days included. */
export const delegationReply = z
  .object({
    id: z.int(),
    dealer_group_id: z.int(),
    from: named,
    to: named,
    starts_on: z.string(),
    ends_on: z.string(),
    dealerships: z.array(named).describe('Empty for all'),
    reason: z.string(),
    created_by: named,
    created_at: z.string(),
    is_in_force: z.boolean(),
  })
  .meta({ id: 'Delegation' })
export type DelegationReply = z.output<typeof delegationReply>

const longestReason = 300
const mostDealerships = 500

/** The longest absence that one delegation covers, in days. */
const mostDays = 366

/**
 * Body of a new delegation. `from_id`: who is absent, the caller where it is left out. `starts_on` and `ends_on`: both
 * days included, by the clocks of the dealer group. `dealership_ids`: empty for all.
 */
export const createDelegationBody = z.strictObject({
  from_id: z.int().positive().optional(),
  to_id: idField('Choose a delegate'),
  starts_on: calendarDateField,
  ends_on: calendarDateField,
  dealership_ids: z
    .array(z.int().positive())
    .max(mostDealerships, { error: `At most ${mostDealerships} dealerships` })
    .transform((ids) => [...new Set(ids)].toSorted((one, other) => one - other))
    .default([]),
  reason: nameField('Say why: it is read beside each approval.', longestReason),
})
export type CreateDelegationInput = z.output<typeof createDelegationBody>

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
