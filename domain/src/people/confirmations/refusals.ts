import { type RoleId, roleOf } from '../../access/roles.ts'
import type { Refusal } from '../../check-requests/lifecycle.ts'
import type { Confirmer } from './rules.ts'

/** Why somebody cannot act in a role that is not in force. */
export function refusalToAct(roleId: RoleId): Refusal {
  const sentence = `Your role ${roleOf(roleId).label} waits for a second person to confirm your account. Your dashboard says who can.`
  return { kind: 'forbidden', sentence }
}

/** What a decision about a confirmation depends on. */
export interface ConfirmationState {
  readonly userId: number
  readonly name: string
  readonly askedBy: readonly number[]
  readonly passwordWaits: boolean
  readonly inEffect: boolean
  readonly stopped: boolean
  readonly secondPeople: readonly Confirmer[]
}

/** Why somebody cannot confirm; undefined when they can. */
export function refusalToConfirm(caller: { userId: number }, state: ConfirmationState): Refusal | undefined {
  const { userId, name, askedBy, passwordWaits, secondPeople } = state
  if (caller.userId === userId) return forbidden('This is your own account, so someone else has to confirm it.')
  if (askedBy.includes(caller.userId))
    return forbidden('You asked for this or chose the password, so someone else has to confirm it.')
  if (!secondPeople.some((person) => person.userId === caller.userId))
    return forbidden(
      secondPeople.length > 0 ? `${namesOf(secondPeople)} can confirm this.` : 'You cannot confirm this.',
    )
  if (passwordWaits)
    return { kind: 'conflict', sentence: `${name} has to replace the password that somebody else chose first.` }
  return undefined
}

/** Why somebody cannot stop it; undefined when they can: stopping gives nobody anything. */
export function refusalToStop(caller: { userId: number }, state: ConfirmationState): Refusal | undefined {
  if (caller.userId === state.userId) return forbidden('This is your own account, so someone else has to stop it.')
  if (state.stopped) return { kind: 'conflict', sentence: 'This has been stopped already.' }
  if (state.inEffect)
    return { kind: 'conflict', sentence: 'This has taken effect. Take the role away or deactivate the account.' }
  return undefined
}

/** Names, as in a sentence: any one of them. */
function namesOf(people: readonly { name: string }[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(people.map(({ name }) => name))
}

function forbidden(sentence: string): Refusal {
  return { kind: 'forbidden', sentence }
}
