import type { DefaultAccountsInput } from '@check-requests/domain/books/accounting/chart-fields.ts'
import type { ChartAccount } from '@check-requests/domain/books/accounting/lines.ts'
import type { ChartReply, LedgerAccount } from '@check-requests/domain/books/accounting/replies.ts'
import type { AccountRow } from './queries/accounts.ts'

export function presentAccount(row: AccountRow): LedgerAccount {
  const { id, version, dealer_group_id, number, name } = row
  return { id, version, dealer_group_id, number, name, is_active: row.is_active === 1 }
}

interface Chart {
  readonly group: { readonly id: number; readonly version: number }
  readonly hasAccounts: boolean
  readonly defaults: DefaultAccountsInput['defaults']
  /** The accounts that requests begin with, by number. */
  readonly accounts: ReadonlyMap<string, ChartAccount>
}

export function presentChart({ group: { id, version }, hasAccounts, defaults, accounts }: Chart): ChartReply {
  const begun = defaults.map((one) => {
    const { name = '', isActive = false } = accounts.get(one.account) ?? {}
    return { ...one, account_name: name, is_active: isActive }
  })
  return { id, version, has_accounts: hasAccounts, defaults: begun }
}
