import { z } from 'zod'
import { emailField } from '../../values/fields.ts'
import { roles } from '../roles.ts'
import { allAccessLevels } from '../scope.ts'

// Longer than any valid password, so an overlong password gets the response for a wrong password.
const longestTyped = 1024

/** Body of a login (R156, R195). An API client may choose the starting role. */
export const loginBody = z.strictObject({
  email: emailField,
  password: z.string({ error: 'Password is required' }).min(1, { error: 'Password is required' }).max(longestTyped),
  role_id: z.int().optional(),
})

/** Body of a role switch (B1). */
export const switchRoleBody = z.strictObject({ role_id: z.int({ error: 'Choose a role.' }) })

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

/** Body of a call that sets a user's password with the token after the `#` of the emailed link. */
export const choosePasswordBody = z.strictObject({
  link: z.string({ error: 'Open the link from your email again.' }).max(100),
  newPass: changePasswordBody.shape.newPass,
})

/** Body of a call that shows whose password a link sets. */
export const openPasswordLinkBody = choosePasswordBody.pick({ link: true })

/** `dealer_group`: its name, null for super admins. `is_invitation`: the user has never had a password of their own. */
export const openedPasswordLink = z.object({
  email: z.string(),
  dealer_group: z.string().nullable(),
  is_invitation: z.boolean(),
  expires_at: z.iso.datetime(),
})
export type OpenedPasswordLink = z.output<typeof openedPasswordLink>

/** `required`: the deadline has passed, and all other calls are refused until the user adds a second factor. */
const secondFactorRequirement = z.object({ from: z.iso.date(), required: z.boolean() })

/**
 * The signed-in user and their active role (R112, A17). `password_reminder`: an admin chose the password, so the app
 * suggests changing it. `password_change_required`: all other calls are refused until the password is changed. `token`
 * goes into the `x-auth-token` header of all later calls.
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
    bank_accounts: z.literal(true).optional().describe('Present if the user’s dealer group has a bank account'),
    audits: z.literal(true).optional().describe('Present if the user is an auditor, who can’t change anything'),
    payee_list: z.literal(true).optional().describe('Present if the user’s dealer group has a payee list'),
    second_factor_demand: secondFactorRequirement
      .optional()
      .describe('Present if the user needs a second factor and has none'),
  })
  .meta({ id: 'SessionUser' })
export type SessionUser = z.output<typeof sessionUser>

/** The id of a session in a path. */
export const sessionParams = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{12}$/, { error: 'Enter a session ID of 12 hexadecimal digits.' }),
})

/**
 * One of the caller's own sessions. `agent`: the program in words, such as 'Chrome on Windows'; null if unknown.
 * `network`: the IPv4 address, or the first 64 bits of the IPv6 address, from which the session was opened.
 */
export const ownSession = z.object({
  id: z.string(),
  kind: z.enum(['web', 'api']),
  agent: z.string().nullable(),
  network: z.string().nullable(),
  role: z.int().min(1).max(roles.length),
  began_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  current: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

/**
 * The default number of hours without user activity after which a session ends (E3). A dealer group can choose another
 * number in the range below.
 */
export const defaultIdleHours = 72
export const shortestIdleHours = 1
export const longestIdleHours = 7 * 24
