import { z } from 'zod'
import { addDays, type CalendarDate } from '../../values/calendar-date.ts'
import { calendarDateField, idField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import type { Delegation } from '../authority.ts'

/** A person or thing with its id and name. */
export const named = z.object({ id: z.int(), name: z.string() })

/** A delegation: the absent approver, the delegate, and the first and last day, both inclusive. */
export const delegationReply = z
  .object({
    id: z.int(),
    dealer_group_id: z.int(),
    from: named,
    to: named,
    starts_on: z.string(),
    ends_on: z.string(),
    dealerships: z.array(named).describe('Empty if the delegation is for all dealerships'),
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
 * Body of a new delegation. `from_id`: the absent approver; the caller if omitted. `starts_on` and `ends_on`: both days
 * inclusive, in the dealer group's time zone. `dealership_ids`: empty for all.
 */
export const createDelegationBody = z.strictObject({
  from_id: z.int().positive().optional(),
  to_id: idField('Choose a delegate.'),
  starts_on: calendarDateField,
  ends_on: calendarDateField,
  dealership_ids: z
    .array(z.int().positive())
    .max(mostDealerships, { error: `Choose at most ${mostDealerships} dealerships.` })
    .transform((ids) => [...new Set(ids)].toSorted((one, other) => one - other))
    .default([]),
  reason: nameField('Enter the reason for the delegation. Each approval shows it.', longestReason),
})
export type CreateDelegationInput = z.output<typeof createDelegationBody>

/** The properties of a delegating or delegated user that the delegation rules use. */
export interface Party {
  readonly userId: number
  readonly dealerGroupId: number | null
  /** True if the user is active and has a confirmed approver role. */
  readonly isApprover: boolean
}

/** Why a delegation can't be created, and the form field to which the error belongs. */
export interface DelegationRefusal {
  readonly field: 'from_id' | 'to_id' | 'starts_on' | 'ends_on'
  readonly sentence: string
}

/** The first and last day of a delegation, both inclusive. */
export type Period = Pick<CreateDelegationInput, 'starts_on' | 'ends_on'>

/**
 * Why this user can't create a delegation between two approvers; undefined when they can. No one can name themselves as
 * the delegate of another user, because only the absent approver or an admin can grant that right (approval control).
 */
export function refusalToDelegate(
  { actorId, from, to }: { readonly actorId: number; readonly from: Party; readonly to: Party },
  { starts_on, ends_on }: Period,
  today: CalendarDate,
): DelegationRefusal | undefined {
  if (!from.isApprover)
    return { field: 'from_id', sentence: 'Only approvers can delegate approvals. Choose an approver.' }
  if (to.userId === from.userId)
    return { field: 'to_id', sentence: 'You can’t delegate approvals to the same person. Choose another approver.' }
  if (!to.isApprover || to.dealerGroupId !== from.dealerGroupId)
    return { field: 'to_id', sentence: 'Choose another approver in the same dealer group.' }
  if (to.userId === actorId)
    return { field: 'to_id', sentence: 'You can’t make yourself a delegate. Ask another admin to do it.' }
  if (ends_on < starts_on)
    return { field: 'ends_on', sentence: 'The last day is before the first day. Choose a later one.' }
  if (ends_on < today) return { field: 'ends_on', sentence: 'The last day has passed. Choose today or a later day.' }
  if (ends_on >= addDays(starts_on, mostDays))
    return { field: 'ends_on', sentence: 'A delegation can last up to a year. Choose an earlier last day.' }
  return undefined
}

/** Whether a delegation is in force on this day. */
export function isInForce({ starts_on, ends_on }: Period, today: CalendarDate): boolean {
  return starts_on <= today && today <= ends_on
}

/** A stored delegation. `dealership_ids` is JSON. */
interface Stored extends Period {
  readonly from_id: number
  readonly to_id: number
  readonly dealership_ids: string
}

/** The stored delegations in force on a day, in the form that approvals use. */
export function inForceOf(rows: readonly Stored[], today: CalendarDate): Delegation[] {
  return rows
    .filter((row) => isInForce(row, today))
    .map(({ from_id, to_id, dealership_ids }) => {
      return { fromId: from_id, toId: to_id, dealershipIds: JSON.parse(dealership_ids) }
    })
}
