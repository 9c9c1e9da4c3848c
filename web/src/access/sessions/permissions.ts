import { type Action, mayDo } from '@check-requests/domain/access/permissions.ts'
import type { Scope } from '@check-requests/domain/access/scope.ts'
import type { Person } from '#access/sessions/session-state.ts'

/** Whether this user's role and access level allow the action; false for auditors (R191, decision 101). */
export function may(person: Pick<Person, 'role' | 'access_level' | 'audits'>, action: Action): boolean {
  return mayDo({ role: person.role, level: person.access_level, audits: person.audits }, action)
}

/** The part of the organization in the user's scope (A12). */
export function scopeOf(person: Person): Scope {
  return {
    level: person.access_level,
    dealerGroupId: person.dealer_group_id,
    dealershipIds: person.dealership_id,
    departmentIds: person.department_id,
  }
}
