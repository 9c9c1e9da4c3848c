import { listWithOr } from '../values/lists.ts'
/** The states of a payee. */
export const payeeStates = ['new', 'verified', 'blocked'] as const
export type PayeeState = (typeof payeeStates)[number]

/** The acts on a payee besides changes. An unblocked payee must be verified again. */
const acts = {
  verify: { from: ['new'], to: 'verified', past: 'verified' },
  block: { from: ['new', 'verified'], to: 'blocked', past: 'blocked' },
  unblock: { from: ['blocked'], to: 'new', past: 'unblocked' },
} as const satisfies Record<
  string,
  { readonly from: readonly PayeeState[]; readonly to: PayeeState; readonly past: string }
>

export type PayeeAct = keyof typeof acts

/** The states in which each act is possible. */
export function payeeActsAt(state: PayeeState): PayeeAct[] {
  return (Object.keys(acts) as PayeeAct[]).filter((act) => isFrom(act, state))
}

/** The state after an act. */
export function stateAfter(act: PayeeAct): PayeeState {
  return acts[act].to
}

/** Why an act on a payee in this state is refused; undefined when it is possible. */
export function refusalAt(act: PayeeAct, { name, state }: { readonly name: string; readonly state: PayeeState }) {
  if (isFrom(act, state)) return undefined
  const { from, past } = acts[act]
  return `${name} is ${state} now. Only a payee that is ${listWithOr(from)} can be ${past}.`
}

/** The state after a change of name or address, which no one has verified yet. */
export function stateAfterChange(state: PayeeState): PayeeState {
  return state === 'blocked' ? 'blocked' : 'new'
}

/**
 * The state of a payee after other payees are merged into it. A block stays, and the verification of one payee doesn't
 * cover the others.
 */
export function stateAfterMerge(states: readonly PayeeState[]): PayeeState {
  return states.includes('blocked') ? 'blocked' : 'new'
}

function isFrom(act: PayeeAct, state: PayeeState): boolean {
  const from: readonly PayeeState[] = acts[act].from
  return from.includes(state)
}
