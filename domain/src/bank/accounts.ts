/** An account, as far as the choice between several ones depends on it; dealerships by id. */
export interface DrawnAccount {
  readonly state: AccountState
  readonly dealerships: readonly { readonly id: number }[]
  readonly default_dealerships: readonly { readonly id: number }[]
}

/**
 * The account on which the checks of a dealership are printed unless another one is chosen: the one that is its default,
 * else the only one that it draws on. Undefined where it draws on none, or on several without a default one (checks.md,
 * Records).
 */
export function defaultAccountOf<Account extends DrawnAccount>(
  dealershipId: number,
  accounts: readonly Account[],
): Account | undefined {
  const has = (dealerships: DrawnAccount['dealerships']) => dealerships.some(({ id }) => id === dealershipId)
  const drawn = accounts.filter(({ state, dealerships }) => state === 'active' && has(dealerships))
  return (
    drawn.find(({ default_dealerships }) => has(default_dealerships)) ?? (drawn.length === 1 ? drawn[0] : undefined)
  )
}

/** Dealerships whose checks are printed on the same account unless another one is chosen. */
export interface DefaultGroup<Account> {
  /** Undefined for dealerships that draw on several accounts without a default one. */
  readonly account: Account | undefined
  readonly dealershipIds: readonly number[]
}

/** These dealerships by their default accounts, in the order of the accounts; those without one last. */
export function byDefaultAccount<Account extends DrawnAccount>(
  dealershipIds: readonly number[],
  accounts: readonly Account[],
): DefaultGroup<Account>[] {
  const byAccount = Map.groupBy(dealershipIds, (id) => defaultAccountOf(id, accounts))
  return [...accounts, undefined].flatMap((account) => {
    const ids = byAccount.get(account)
    return ids ? [{ account, dealershipIds: ids }] : []
  })
}

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
