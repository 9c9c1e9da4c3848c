import { type Action, mayDo } from '@check-requests/domain/access/permissions.ts'
import { covers, type Place } from '@check-requests/domain/access/scope.ts'
import { scopeOf } from '#sessions/scope-of.ts'
import type { Person } from '#sessions/session-state.ts'

/** Does the person's scope cover this place? Only then can they change it, or add something to it (A12). */
export function coversPlace(person: Person, place: Partial<Place> & Pick<Place, 'dealerGroupId'>): boolean {
  return covers(scopeOf(person), { dealershipId: null, departmentId: null, ...place })
}

/** Can the person do this at their access level at all? (R191) */
export function mayManage(person: Person, action: Action): boolean {
  return mayDo({ role: person.role, level: scopeOf(person).level, audits: person.audits }, action)
}
