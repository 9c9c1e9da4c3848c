import { leadsInto } from '@check-requests/domain/access/scope.ts'
import { byDefaultAccount, defaultAccountOf } from '@check-requests/domain/bank/accounts.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { scopeOf } from '#access/sessions/permissions.ts'
import type { Person } from '#access/sessions/session-state.ts'

type Accounts = readonly BankAccountReply[]

/** The names of the user's dealerships that draw on these accounts, by dealership id. */
export function dealershipsOf(person: Person, accounts: Accounts): Map<number, string> {
  const scope = scopeOf(person)
  const all = accounts.flatMap(({ dealer_group_id: dealerGroupId, dealerships }) =>
    dealerships.filter(({ id }) => leadsInto(scope, { dealerGroupId, dealershipId: id, departmentId: null })),
  )
  return new Map(all.map(({ id, name }) => [id, name]))
}

/** The user's dealerships, grouped by the account on which their checks are printed by default. */
export function groupsOf(person: Person, accounts: Accounts) {
  return byDefaultAccount([...dealershipsOf(person, accounts).keys()], accounts)
}

/** The account that is the default of all the user's dealerships; undefined if there is no such account. */
export function defaultOfAll(person: Person, accounts: Accounts): BankAccountReply | undefined {
  const [first, ...others] = groupsOf(person, accounts)
  return others.length === 0 ? first?.account : undefined
}

/** Requests that are printed on one account by default. `account`: undefined for the account chosen on the screen. */
export interface RequestGroup {
  readonly account: BankAccountReply | undefined
  readonly rows: readonly ListedRequest[]
}

/**
 * The requests that can be printed on an account: first the account's own requests and those without a default account,
 * then those with another default account. Filters use dealership names.
 */
export function requestGroups(
  rows: readonly ListedRequest[],
  account: BankAccountReply,
  accounts: Accounts,
): readonly [own: RequestGroup, ...others: RequestGroup[]] {
  const defaults = new Map(
    account.dealerships.map(({ id, name }) => [name, defaultAccountOf(id, accounts) ?? account] as const),
  )
  const byAccount = Map.groupBy(rows, ({ dealership_name }) => defaults.get(dealership_name ?? '')?.id ?? account.id)
  const others = accounts.filter(({ id }) => id !== account.id && byAccount.has(id))
  return [
    { account: undefined, rows: byAccount.get(account.id) ?? [] },
    ...others.map((other) => ({ account: other, rows: byAccount.get(other.id) ?? [] })),
  ]
}
