import { z } from 'zod'
import { roles } from '../access/roles.ts'
import { allAccessLevels } from '../access/scope.ts'

// Longer than any password that can be set, so that a wrong password fails the comparison, not the length limit.
const longestTyped = 1024

/** Body of a login (R156, R195). An API client may choose the role to start in. */
export const loginBody = z.strictObject({
  email: z
    .string({ error: 'Email is required' })
    .trim()
    .min(1, { error: 'Email is required' })
    .max(254)
    .pipe(z.email({ error: 'Enter an email address' })),
  password: z.string({ error: 'Password is required' }).min(1, { error: 'Password is required' }).max(longestTyped),
  role_id: z.int().optional(),
})

/** Body of a role switch (B1). */
export const switchRoleBody = z.strictObject({ role_id: z.int({ error: 'Choose a role' }) })

/** Body of a password change (R157, R196). `email` must be the caller's own. */
export const changePasswordBody = z.strictObject({
  oldPass: z
    .string({ error: 'Old Password is required' })
    .min(1, { error: 'Old Password is required' })
    .max(longestTyped),
  newPass: z
    .string({ error: 'New Password is required' })
    .min(1, { error: 'New Password is required' })
    .max(longestTyped),
  email: z.string().max(254).optional(),
})

/**
 * Who is signed in, and in which role (R112, A17). `password_reminder`: an admin chose the password; ask for another.
 * `password_change_required`: every other call is refused until the password is changed. `token` goes into the
 * `x-auth-token` header of every further call.
 */
export const sessionUser = z
  .object({
    token: z.string(),
    role: z.int().min(1).max(roles.length),
    id: z.int(),
    email: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    all_roles: z.array(z.int()),
    all_role_names: z.array(z.string()),
    access_level: z.literal(allAccessLevels),
    dealer_group_id: z.int().nullable(),
    dealership_id: z.array(z.int()),
    department_id: z.array(z.int()),
    password_reminder: z.boolean(),
    password_change_required: z.boolean(),
  })
  .meta({ id: 'SessionUser' })
export type SessionUser = z.output<typeof sessionUser>
