/** How two payees of one check are joined: both endorse it, or either of them cashes it alone (UCC 3-110). */
export const payeeJoins = ['and', 'or'] as const
export type PayeeJoin = (typeof payeeJoins)[number]

/** Whom a request pays. `payee_join`: absent or null for AND, and where there is one payee. */
export interface PaidNames {
  readonly payee_name_1: string
  readonly payee_name_2: string | null
  readonly payee_join?: PayeeJoin | null | undefined
}

/** The word between two names, `and` or `or`. */
export function joinOf({ payee_join }: Pick<PaidNames, 'payee_join'>): PayeeJoin {
  return payee_join ?? 'and'
}

/** The join as it is stored: null for AND, and where there is one payee. */
export function storedJoin({ payee_name_2, payee_join }: Pick<PaidNames, 'payee_name_2' | 'payee_join'>) {
  return payee_name_2 !== null && payee_join === 'or' ? payee_join : null
}
