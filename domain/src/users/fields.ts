import { z } from 'zod'

/** A user as an admin's list shows them (R121). */
export const userReply = z
  .object({
    id: z.int(),
    username: z.string(),
    email: z.string(),
    title: z.string().nullable(),
    first_name: z.string(),
    last_name: z.string(),
    role_ids: z.array(z.int()),
    role_names: z.array(z.string()),
    primary_role: z.int(),
    access_level: z.int(),
    dealer_group_id: z.int().nullable(),
    dealer_group_name: z.string().nullable(),
    dealership_ids: z.array(z.int()),
    dealership_name: z.array(z.string()),
    department_ids: z.array(z.int()),
    department_name: z.array(z.string()),
    active: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof userReply>

/** Somebody who can approve (R201, A19): no more than a name. */
export const approverReply = z.object({ id: z.int(), name: z.string() }).meta({ id: 'Approver' })
