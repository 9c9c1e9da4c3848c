import { covers, type Place } from '@check-requests/domain/access/scope.ts'
import { scopeOf } from '#access/sessions/scope-of.ts'
import type { Person } from '#access/sessions/session-state.ts'

/** Does the person's scope cover this place? Only then can they change it, or add something to it (A12). */
export function coversPlace(person: Person, place: Partial<Place> & Pick<Place, 'dealerGroupId'>): boolean {
  return covers(scopeOf(person), { dealershipId: null, departmentId: null, ...place })
}
