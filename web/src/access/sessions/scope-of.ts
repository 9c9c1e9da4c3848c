import type { Scope } from '@check-requests/domain/access/scope.ts'
import type { Person } from '#access/sessions/session-state.ts'

/** The part of the organization in the person's scope (A12). */
export function scopeOf(person: Person): Scope {
  return {
    level: person.access_level,
    dealerGroupId: person.dealer_group_id,
    dealershipIds: person.dealership_id,
    departmentIds: person.department_id,
  }
}
