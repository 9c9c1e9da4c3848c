/** The states of a bank account. */
export const accountStates = ['proposed', 'active', 'closed'] as const
export type AccountState = (typeof accountStates)[number]

const ended: AccountState = 'closed'

/** True for an account on which nothing is drawn any more. */
export function isClosedAccount(state: AccountState): boolean {
  return state === ended
}

/** Somebody who proposed an account or a change that waits. */
export interface Proposer {
  readonly id: number
  readonly name: string
}

/**
 * Why this person cannot confirm an account or what waits for it; undefined when they can. Two people, whatever the
 * group's separation of duties says (checks.md, Records).
 */
export function refusalToConfirm(
  userId: number,
  {
    name,
    state,
    isWaiting,
    proposers,
  }: {
    readonly name: string
    readonly state: AccountState
    /** True when a change waits. */
    readonly isWaiting: boolean
    readonly proposers: readonly Proposer[]
  },
): { readonly kind: 'forbidden' | 'conflict'; readonly sentence: string } | undefined {
  if (isClosedAccount(state)) return { kind: 'conflict', sentence: `The account ${name} is closed.` }
  if (state === 'active' && !isWaiting)
    return { kind: 'conflict', sentence: `Nothing about the account ${name} waits for a second person.` }
  const own = proposers.find(({ id }) => id === userId)
  if (!own) return undefined
  return {
    kind: 'forbidden',
    sentence: `${own.name} proposed what waits here, so another admin has to confirm it.`,
  }
}
