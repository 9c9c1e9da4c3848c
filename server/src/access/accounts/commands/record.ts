import type { Change } from '../../../platform/database/change-feed.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Person } from '../queries/people.ts'
import type { AccountValues, Assignments } from '../queries/store.ts'

/** An account's audit record, which never includes the password. */
export function auditedAccount(values: AccountValues, assignments: Assignments): Record<string, unknown> {
  const { roleIds: role_ids, dealershipIds: dealership_ids, departmentIds: department_ids } = assignments
  return { ...values, role_ids, dealership_ids, department_ids }
}

/** The audit record of a stored user. */
export function auditedPerson(person: Person): Record<string, unknown> {
  return auditedAccount(valuesOf(person), reachOf(person))
}

export function valuesOf(person: Person): AccountValues {
  return {
    email: person.email,
    username: person.username,
    title: person.title,
    first_name: person.firstName,
    last_name: person.lastName,
    primary_role: person.primaryRole,
    access_level: person.scope.level,
    dealer_group_id: person.scope.dealerGroupId,
    active: person.active ? 1 : 0,
  }
}

export function reachOf({ roleIds, scope }: Person): Assignments {
  const { dealerGroupId, dealershipIds, departmentIds } = scope
  return { roleIds, dealerGroupId, dealershipIds, departmentIds }
}

/**
 * Notifies super admins and all users in the changed user's group. If that user belongs to no group, notifies all
 * users.
 */
export function userChanged(id: number, dealerGroupId: number | null): Change {
  return { topic: 'users', id, scopes: ['users:all', `users:${dealerGroupId ?? 'shared'}`] }
}

/** The error for an email address that another account already has. */
export function emailTaken(email: string): Failure {
  const message = `There is already a user with the email ${email}.`
  return new Failure('CONFLICT', message, { fields: { email: message } })
}
