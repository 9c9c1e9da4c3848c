import { z } from 'zod'

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
