import type { Secrets } from '../../platform/secrets.ts'
import type { BankAccountRow } from './accounts.ts'

type Numbered = Pick<BankAccountRow, 'dealer_group_id' | 'account_last4'>

// A number that is copied into another row of the database does not open there.
function contextOf({ dealer_group_id, account_last4 }: Numbered): string {
  return `bank account of dealer group ${dealer_group_id} ending in ${account_last4}`
}

/** How an account number is stored: sealed, its last four digits, and a mark that tells two accounts apart. */
export function storedNumber(secrets: Secrets, dealer_group_id: number, routingNumber: string, number: string) {
  const account_last4 = number.slice(-4)
  return {
    sealed_number: secrets.seal(number, contextOf({ dealer_group_id, account_last4 })),
    account_last4,
    number_mark: secrets.markOf(`${routingNumber} ${number}`),
  }
}

/** The account number, for the paper and the files of the bank alone. */
export function openNumber(secrets: Secrets, account: Numbered & Pick<BankAccountRow, 'sealed_number'>): string {
  return secrets.open(account.sealed_number, contextOf(account))
}
