import { z } from 'zod'
import { accessLevels } from '../../access/scope.ts'
import { emailField, evenIfIncomplete, versionField } from '../../values/fields.ts'
import { nameField, optionalLine } from '../../values/text.ts'

/** A user as shown in an admin's list (R121); super admins have access level '0'. */
export const userReply = z
  .object({
    id: z.int(),
    version: z.int(),
    username: z.string(),
    email: z.string(),
    title: z.string().nullable(),
    first_name: z.string(),
    last_name: z.string(),
    role_ids: z.array(z.int()),
    role_names: z.array(z.string()),
    primary_role: z.int(),
    access_level: z.enum(['0', '1', '2', '3']),
    dealer_group_id: z.int().nullable(),
    dealer_group_name: z.string().nullable(),
    dealership_ids: z.array(z.int()),
    dealership_name: z.array(z.string()),
    department_ids: z.array(z.int()),
    department_name: z.array(z.string()),
    active: z.boolean(),
    invited: z.literal(true).optional().describe('Present if the user was invited and hasn’t chosen a password yet'),
    second_factor: z.literal(true).optional().describe('Present if the user has a passkey or an authenticator app'),
    mail_refused: z.string().nullable().describe('The mail server’s response when it refused the address'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof userReply>

/** An available approver (R201, A19), by name only. */
export const approverReply = z.object({ id: z.int(), name: z.string() }).meta({ id: 'Approver' })

/** Wrong passwords for one user from one network on one day; the user is null if the entered name is unknown. */
export const failedLoginReply = z
  .object({
    user_id: z.int().nullable(),
    user_name: z.string().nullable(),
    email: z.string().nullable(),
    network: z.string(),
    attempts: z.int(),
    first_at: z.iso.datetime(),
    last_at: z.iso.datetime(),
  })
  .meta({ id: 'FailedLogin' })
export type FailedLogin = z.output<typeof failedLoginReply>

/** An integer, as a number or as text: forms and older clients send ids either way (A17). */
function idField(missing: string) {
  return z
    .union([z.int({ error: missing }), z.string({ error: missing }).regex(/^\d{1,15}$/, { error: missing })], {
      error: missing,
    })
    .transform(Number)
    .refine((id) => id >= 0, { error: missing })
}

const idList = z.array(idField('Enter IDs as whole numbers.')).transform((ids) => [...new Set(ids)])

/** The fields that an admin enters for an account. */
export const accountShape = {
  email: emailField.transform((email) => email.toLowerCase()),
  username: nameField('Username is required', 254),
  title: optionalLine(),
  first_name: nameField('First Name is required'),
  last_name: nameField('Last Name is required'),
  password: z.string({ error: 'Password is required' }).min(1, { error: 'Password is required' }),
  role_ids: z
    .array(idField('Choose a role.'), { error: 'At least one role is required' })
    .min(1, { error: 'At least one role is required' })
    .transform((ids) => [...new Set(ids)]),
  primary_role: idField('Choose a role.').nullish(),
  access_level: idField('Access level is required').refine((level) => level <= accessLevels.department, {
    error: 'Access level is required',
  }),
  dealer_group_id: idField('Dealer Group is required for this access level').nullish(),
  dealership_ids: idList.default([]),
  department_ids: idList.default([]),
  active: z.boolean().default(true),
}

interface AccountRules {
  role_ids?: number[]
  primary_role?: number | null | undefined
  access_level?: number
  dealer_group_id?: number | null | undefined
  dealership_ids?: number[]
  department_ids?: number[]
}

/** Errors that depend on several fields of an account (R181, R182). */
export function accountErrors(account: AccountRules): Record<string, string> {
  const { primary_role } = account
  const role_ids = Array.isArray(account.role_ids) ? account.role_ids : []
  const access_level = typeof account.access_level === 'number' ? account.access_level : accessLevels.superAdmin
  const errors: Record<string, string> = {}
  if (role_ids.length > 1 && !primary_role)
    errors.primary_role = 'Primary role is required when multiple roles are selected'
  if (primary_role && role_ids.length > 1 && !role_ids.includes(primary_role))
    errors.primary_role = 'Choose the primary role from the selected roles.'
  if (access_level >= accessLevels.group && !account.dealer_group_id)
    errors.dealer_group_id = 'Dealer Group is required for this access level'
  if (access_level >= accessLevels.dealership && !account.dealership_ids?.length)
    errors.dealership_ids = 'Dealership is required for this access level'
  if (access_level >= accessLevels.department && !account.department_ids?.length)
    errors.department_ids = 'Department is required for this access level'
  return errors
}

/** Adds the errors that depend on several fields. */
export function withAccountRules<Schema extends z.ZodType<AccountRules>>(schema: Schema) {
  return schema.check(
    z.superRefine((account: AccountRules, context) => {
      for (const [field, message] of Object.entries(accountErrors(account)))
        context.addIssue({ code: 'custom', path: [field], message })
    }, evenIfIncomplete),
  )
}

/** Body of a create call for a user (R121, R179 to R182). */
export const createUserBody = withAccountRules(z.strictObject(accountShape))
export type CreateUserInput = z.output<typeof createUserBody>

/**
 * Body of an update: the user's id or email, and any subset of the fields; a missing password stays unchanged (A17,
 * B5).
 */
export const updateUserBody = z
  .strictObject({
    ...z.strictObject(accountShape).partial().shape,
    dealership_ids: idList.optional(),
    department_ids: idList.optional(),
    active: z.boolean().optional(),
    id: z.int().positive().optional(),
    version: versionField,
  })
  .refine(({ id, email }) => id !== undefined || email !== undefined, { path: ['email'], error: 'Email is required' })
export type UpdateUserInput = z.output<typeof updateUserBody>

/** Body of a delete: the user's email or id (R200). */
export const deleteUserBody = z
  .strictObject({
    email: z.string().trim().toLowerCase().optional(),
    id: z.int().positive().optional(),
    version: versionField,
  })
  .refine(({ id, email }) => id !== undefined || Boolean(email), { path: ['email'], error: 'Email is required' })
