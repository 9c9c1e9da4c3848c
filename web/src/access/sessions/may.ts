import { type Action, mayDo } from '@check-requests/domain/access/permissions.ts'
import type { Person } from '#access/sessions/session-state.ts'

/** Can this person do this in their role and at their access level, and not only audit it? (R191, decision 101) */
export function may(person: Pick<Person, 'role' | 'access_level' | 'audits'>, action: Action): boolean {
  return mayDo({ role: person.role, level: person.access_level, audits: person.audits }, action)
}
