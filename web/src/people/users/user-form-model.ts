import { type AccessLevel, accessLevels, allAccessLevels } from '@check-requests/domain/access/scope.ts'
import type { Dealership } from '@check-requests/domain/organization/fields.ts'
import { type CreateUserInput, createUserBody, type User } from '@check-requests/domain/people/users/fields.ts'
import { type PasswordOwner, passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { changedFields } from '#platform/stored-row.ts'

/** The form values: entered texts, selected values, or null. */
export interface UserFormValues {
  email: string
  username: string
  title: string
  first_name: string
  last_name: string
  password: string
  /** True to keep the current password of an existing account (B5). */
  keep_password: boolean
  role_ids: number[]
  primary_role: number | null
  access_level: AccessLevel | null
  dealer_group_id: number | null
  dealership_ids: number[]
  department_ids: number[]
  active: boolean
}

type CheckedUser = CreateUserInput & { keep_password: boolean }

export type UserForm = UseFormReturn<UserFormValues, unknown, CheckedUser>

/** Empty form values with the admin's own dealer group preselected. */
export function blankUser(dealerGroupId: number | null): UserFormValues {
  return {
    email: '',
    username: '',
    title: '',
    first_name: '',
    last_name: '',
    password: '',
    keep_password: false,
    role_ids: [],
    primary_role: null,
    access_level: null,
    dealer_group_id: dealerGroupId,
    dealership_ids: [],
    department_ids: [],
    active: true,
  }
}

/** Empty form values for a user of this dealership. */
export function blankUserAt({ id, dealer_group_id }: Dealership): UserFormValues {
  return { ...blankUser(dealer_group_id), access_level: accessLevels.dealership, dealership_ids: [id] }
}

/** The form values for an existing user. If the user has only one role, no primary role is preselected. */
export function valuesOfUser(user: User): UserFormValues {
  return {
    email: user.email,
    username: user.username,
    title: user.title ?? '',
    first_name: user.first_name,
    last_name: user.last_name,
    password: '',
    keep_password: true,
    role_ids: user.role_ids,
    primary_role: user.role_ids.length > 1 ? user.primary_role : null,
    access_level: allAccessLevels.find((level) => String(level) === user.access_level) ?? null,
    dealer_group_id: user.dealer_group_id,
    dealership_ids: user.dealership_ids,
    department_ids: user.department_ids,
    active: user.active,
  }
}

/** The schema of the API plus the form's own rules: a group, and a password unless the current one stays (R179, B5). */
export const userFormSchema = createUserBody
  .safeExtend({ keep_password: z.boolean(), password: z.string() })
  .superRefine(
    ({ password, keep_password, access_level, dealer_group_id, ...values }, context) => {
      const refusal = keep_password ? undefined : passwordError(password, passwordOwner(values))
      if (refusal) context.addIssue({ code: 'custom', path: ['password'], message: refusal })
      if (access_level === null && !dealer_group_id)
        context.addIssue({ code: 'custom', path: ['dealer_group_id'], message: 'Dealer Group is required' })
    },
    { when: () => true },
  )

/** The password's owner, based on the values entered so far. */
export function passwordOwner({
  email,
  first_name,
  last_name,
}: {
  email?: string
  first_name?: string
  last_name?: string
}): PasswordOwner {
  return { email: email ?? '', names: [first_name ?? '', last_name ?? ''] }
}

function passwordError(password: string, owner: PasswordOwner): string | undefined {
  return password === '' ? 'Password is required' : passwordRefusal(password, owner)
}

/**
 * The body for a new user. If the user has only one role, it is the primary role (R181). The username is the email
 * address (R099).
 */
export function newUserBody({ keep_password: _keep, ...values }: CheckedUser) {
  return { ...values, username: values.email, primary_role: primaryRoleOf(values) }
}

const rightFields = [
  'role_ids',
  'primary_role',
  'access_level',
  'dealer_group_id',
  'dealership_ids',
  'department_ids',
] as const

/**
 * The body for an existing user: only the changed fields, but always all rights together. The email address permanently
 * identifies an account, so it can't change (R100).
 */
export function changedUserBody(user: User, { keep_password, password, ...values }: CheckedUser) {
  const { email: _email, username: _username, ...rest } = values
  const account = { ...rest, primary_role: primaryRoleOf(values) }
  const changed = changedFields<typeof account>({ ...user, access_level: Number(user.access_level) }, account)
  const rights = rightFields.some((field) => field in changed) ? rightFields : []
  return {
    id: user.id,
    version: user.version,
    ...changed,
    ...Object.fromEntries(rights.map((field) => [field, account[field]])),
    ...(!keep_password && { password }),
  }
}

function primaryRoleOf({ role_ids, primary_role }: Pick<CreateUserInput, 'role_ids' | 'primary_role'>): number | null {
  return role_ids.length === 1 ? (role_ids[0] ?? null) : (primary_role ?? null)
}

/** The fields required by the chosen access level (R099, R182). */
export function asksFor(level: AccessLevel | null) {
  return {
    group: level !== accessLevels.superAdmin,
    dealerships: level !== null && level >= accessLevels.dealership,
    departments: level !== null && level >= accessLevels.department,
  }
}
