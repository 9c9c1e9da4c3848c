import { z } from 'zod'
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
export const mostDays = 366

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
