/** The properties of a bank account that matter when choosing an account; dealerships by id. */
export interface DrawnAccount {
  readonly state: AccountState
  readonly dealerships: readonly { readonly id: number }[]
  readonly default_dealerships: readonly { readonly id: number }[]
}

/**
 * The account on which a dealership's checks are printed unless another one is chosen: the dealership's default
 * account, or the only account it draws on. Undefined if it draws on no account, or on several without a default
 * (checks.md, Records).
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

/** Dealerships with the same default account. */
export interface DefaultGroup<Account> {
  /** Undefined for dealerships with several accounts and no default. */
  readonly account: Account | undefined
  readonly dealershipIds: readonly number[]
}

/**
 * Groups dealerships by default account, in the order of the accounts. Dealerships without a default account come last.
 */
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

/** True for a closed account, which is no longer used for checks. */
export function isClosedAccount(state: AccountState): boolean {
  return state === ended
}

/** The user who proposed an account or a pending change. */
export interface Proposer {
  readonly id: number
  readonly name: string
}

/**
 * Why this user can't confirm a bank account or a pending change to it; undefined when they can. Confirming always
 * takes a second person, even if the group's separation of duties is off (checks.md, Records).
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
    /** True if a change is pending. */
    readonly isWaiting: boolean
    readonly proposers: readonly Proposer[]
  },
): { readonly kind: 'forbidden' | 'conflict'; readonly sentence: string } | undefined {
  if (isClosedAccount(state)) return { kind: 'conflict', sentence: `The account “${name}” is closed.` }
  if (state === 'active' && !isWaiting)
    return { kind: 'conflict', sentence: `No change to the account “${name}” is awaiting confirmation.` }
  const own = proposers.find(({ id }) => id === userId)
  if (!own) return undefined
  return {
    kind: 'forbidden',
    sentence: `${own.name} proposed these changes, so another admin has to confirm them.`,
  }
}
