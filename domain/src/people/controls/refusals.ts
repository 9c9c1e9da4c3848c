import type { Refusal } from '../../check-requests/lifecycle.ts'

/** A change that loosens a control, as far as decisions about it depend on it. */
export interface DecidedChange {
  readonly askedBy: number
  /** It has taken effect without a second person. */
  readonly inEffect: boolean
  readonly secondPeople: readonly { readonly userId: number; readonly name: string }[]
}

const orFormat = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** Why somebody cannot confirm a change that loosens a control; undefined when they can (F10). */
export function refusalToConfirm(userId: number, { askedBy, secondPeople }: DecidedChange): Refusal | undefined {
  if (userId === askedBy) return forbidden('You asked for this, so someone else has to confirm it.')
  if (secondPeople.some((person) => person.userId === userId)) return undefined
  return forbidden(`${orFormat.format(secondPeople.map(({ name }) => name)) || 'Nobody'} can confirm this.`)
}

/** Why this person cannot stop the change; undefined if they can. The person who asked for it can. */
export function refusalToStop(userId: number, change: DecidedChange): Refusal | undefined {
  if (change.inEffect) return { kind: 'conflict', sentence: 'This has taken effect. Change the setting back instead.' }
  return userId === change.askedBy ? undefined : refusalToConfirm(userId, change)
}

function forbidden(sentence: string): Refusal {
  return { kind: 'forbidden', sentence }
}
