/** The states of a payee. */
export const payeeStates = ['new', 'verified', 'blocked'] as const
export type PayeeState = (typeof payeeStates)[number]

/** What can be done to a payee, besides changing it. A payee that is not blocked any more has to be verified anew. */
const acts = {
  verify: { from: ['new'], to: 'verified', past: 'verified' },
  block: { from: ['new', 'verified'], to: 'blocked', past: 'blocked' },
  unblock: { from: ['blocked'], to: 'new', past: 'unblocked' },
} as const satisfies Record<
  string,
  { readonly from: readonly PayeeState[]; readonly to: PayeeState; readonly past: string }
>

export type PayeeAct = keyof typeof acts

const listed = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** Which acts a payee in this state can meet. */
export function payeeActsAt(state: PayeeState): PayeeAct[] {
  return (Object.keys(acts) as PayeeAct[]).filter((act) => isFrom(act, state))
}

/** The state after an act. */
export function stateAfter(act: PayeeAct): PayeeState {
  return acts[act].to
}

/** Why a payee in this state cannot meet an act; undefined when it can. */
export function refusalAt(act: PayeeAct, { name, state }: { readonly name: string; readonly state: PayeeState }) {
  if (isFrom(act, state)) return undefined
  const { from, past } = acts[act]
  return `The payee ${name} is ${state} now. Only a payee that is ${listed.format(from)} can be ${past}.`
}

/** The state after a change of the name or the address: whoever verified the payee did not see these. */
export function stateAfterChange(state: PayeeState): PayeeState {
  return state === 'blocked' ? 'blocked' : 'new'
}

/** The state of a payee that others are merged into: a block stays, and who verified one of them did not see the rest. */
export function stateAfterMerge(states: readonly PayeeState[]): PayeeState {
  return states.includes('blocked') ? 'blocked' : 'new'
}

function isFrom(act: PayeeAct, state: PayeeState): boolean {
  const from: readonly PayeeState[] = acts[act].from
  return from.includes(state)
}
