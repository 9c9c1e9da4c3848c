import { z } from 'zod'
import { endpoint, somethingWentWrong } from '../../api/endpoint.ts'
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

/** Calls that start, change, and end a session (R192, R195, R196, B1, C1). */
export const sessionEndpoints = {
  login: endpoint({
    id: 'logIn',
    method: 'POST',
    path: '/auth/login',
    summary: 'Log in',
    refusals: [401, 403, 409, 423, 429],
    policy: 'public',
    body: loginBody,
    reply: sessionUser,
    status: 200,
    failure: 'Failed to login...',
  }),
  current: endpoint({
    id: 'getSession',
    method: 'GET',
    path: '/auth/session',
    summary: 'The signed-in user; a newly loaded page sends `bootstrap` as the tab token',
    setsUp: true,
    policy: 'session.use',
    reply: sessionUser,
    status: 200,
    failure: somethingWentWrong,
  }),
  switchRole: endpoint({
    id: 'switchRole',
    method: 'POST',
    path: '/auth/switch-role',
    summary: 'Switch to another of the caller’s roles',
    setsUp: true,
    policy: 'session.use',
    body: switchRoleBody,
    reply: sessionUser,
    status: 200,
    failure: somethingWentWrong,
  }),
  logout: endpoint({
    id: 'logOut',
    method: 'POST',
    path: '/auth/logout',
    summary: 'Log out; returns 200 even if the session has already ended',
    policy: 'public',
    reply: z.null(),
    status: 200,
    refusals: [403],
    failure: somethingWentWrong,
  }),
  changePassword: endpoint({
    id: 'changePassword',
    method: 'PATCH',
    path: '/users/change-password',
    summary: 'Change the caller’s password; ends all of their sessions',
    setsUp: true,
    policy: 'session.use',
    body: changePasswordBody,
    reply: z.object({ email: z.string() }),
    status: 200,
    failure: 'Failed to change password...',
  }),
  choosePassword: endpoint({
    id: 'choosePassword',
    method: 'POST',
    path: '/auth/choose-password',
    summary: 'Set a password with an emailed link; ends all sessions of the account',
    policy: 'public',
    refusals: [403, 404],
    body: choosePasswordBody,
    reply: z.object({ email: z.string() }),
    status: 200,
    failure: 'Couldn’t save the password. Try again.',
  }),
  listOwn: endpoint({
    id: 'listOwnSessions',
    method: 'GET',
    path: '/my/sessions',
    summary: 'The caller’s sessions: the current one first, then the most recently used',
    policy: 'session.use',
    reply: z.array(ownSession),
    status: 200,
    failure: 'Couldn’t load the sessions. Try again.',
  }),
  endOwn: endpoint({
    id: 'endOwnSession',
    method: 'DELETE',
    path: '/my/sessions/:id',
    summary: 'End another of the caller’s sessions',
    policy: 'session.use',
    params: sessionParams,
    reply: z.object({ ended: z.int() }),
    status: 200,
    failure: 'Couldn’t log out that session. Try again.',
  }),
  endOthers: endpoint({
    id: 'endOtherSessions',
    method: 'POST',
    path: '/my/sessions/end-others',
    summary: 'End all of the caller’s sessions except the current one',
    policy: 'session.use',
    reply: z.object({ ended: z.int() }),
    status: 200,
    failure: 'Couldn’t log out the other sessions. Try again.',
  }),
  demoAccounts: endpoint({
    id: 'listDemoAccounts',
    method: 'GET',
    path: '/auth/demo-accounts',
    summary: 'Demo accounts for the login screen; none in a real installation',
    policy: 'public',
    reply: z.array(z.object({ email: z.string(), password: z.string(), description: z.string() })),
    status: 200,
    failure: somethingWentWrong,
  }),
}
