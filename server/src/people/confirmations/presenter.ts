import { roles } from '@check-requests/domain/access/roles.ts'
import type { AccountConfirmation } from '@check-requests/domain/people/confirmations/fields.ts'
import {
  type ConfirmationState,
  refusalToConfirm,
  refusalToStop,
} from '@check-requests/domain/people/confirmations/rules.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Person } from '../users/queries/people.ts'
import type { StoredConfirmation } from './queries/confirmations.ts'

interface Presented {
  readonly caller: Caller
  readonly person: Person
  readonly found: StoredConfirmation
  readonly state: ConfirmationState
  readonly names: ReadonlyMap<number, string>
  /** The approval titles as they were asked and as they are in force, by name, where they wait. */
  readonly titles: { readonly asked: string[]; readonly in_force: string[] } | undefined
}

/** What waits about an account, as the caller sees it. */
export function presentConfirmation({ caller, person, found, state, names, titles }: Presented): AccountConfirmation {
  const waiting = state.inEffect ? [] : found.roleIds
  const nameOf = (id: number) => names.get(id) ?? 'Somebody'
  return {
    user_id: person.userId,
    version: found.version,
    name: person.name,
    email: person.email,
    changes: [...found.changes],
    waiting_role_ids: [...waiting],
    waiting_role_names: roles.filter(({ id }) => waiting.includes(id)).map(({ label }) => label),
    scope_waits: !state.inEffect && found.scopeInForce !== undefined,
    ...(titles && !state.inEffect && { titles_wait: titles }),
    asked_by: found.askedBy.map(nameOf),
    asked_at: found.askedAt,
    password_waits: state.passwordWaits,
    second_people: state.secondPeople.map(({ name }) => name),
    effective_at: found.effectiveAt,
    in_effect: state.inEffect,
    stopped_by: found.stoppedById === null ? null : nameOf(found.stoppedById),
    stopped_at: found.stoppedAt,
    confirm_refusal: refusalToConfirm(caller, state)?.sentence ?? null,
    stop_refusal: refusalToStop(caller, state)?.sentence ?? null,
  }
}
