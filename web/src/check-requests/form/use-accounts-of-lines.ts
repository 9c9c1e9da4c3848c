import type { ChartAccount } from '@check-requests/domain/accounting/lines.ts'
import type { ChartReply, LedgerAccount } from '@check-requests/domain/accounting/replies.ts'
import { useState } from 'react'
import { useNumberedAccounts } from '#accounting/api.ts'
import type { LineValues } from '#check-requests/form/request-form-values.ts'

/**
 * The accounts that lines name, by number: those that were chosen here or that requests begin with, and the others,
 * such as those of a draft, once the server has answered. `isKnown`: is it known whether there is such an account?
 */
export function useAccountsOfLines(chart: ChartReply, lines: readonly LineValues[]) {
  const [chosen, setChosen] = useState<readonly ChartAccount[]>([])
  const begun = chart.defaults.map((one) => ({ number: one.account, name: one.account_name, isActive: one.is_active }))
  const here = new Map([...begun, ...chosen].map((account) => [account.number, account]))
  const others = lines.map(({ account }) => account).filter((number) => number !== '' && !here.has(number))
  const { accounts, isKnown } = useNumberedAccounts(chart.id, others)
  return {
    accounts: new Map([...accounts.map(seen).map((account) => [account.number, account] as const), ...here]),
    isKnown: (number: string) => number !== '' && (here.has(number) || isKnown),
    learn: (account: LedgerAccount) => setChosen((before) => [...before, seen(account)]),
  }
}

function seen({ number, name, is_active }: LedgerAccount): ChartAccount {
  return { number, name, isActive: is_active }
}
