import type { AccountingLineReply } from '@check-requests/domain/books/accounting/replies.ts'
import { readLines } from '@check-requests/domain/books/accounting/stored-lines.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import type { Db } from '../../../tables.ts'
import { findChart } from './accounts.ts'

/** The lines of a request with the names that their accounts have now; none costs no statement. Amounts in dollars. */
export async function listLines(
  db: Db,
  { dealer_group_id, accounting }: { readonly dealer_group_id: number; readonly accounting: string | null },
): Promise<AccountingLineReply[]> {
  const lines = readLines(accounting)
  const chart = await findChart(
    db,
    dealer_group_id,
    lines.map(({ account }) => account),
  )
  return lines.map(({ account, controlNumber, cents }) => ({
    account,
    account_name: chart.get(account)?.name ?? '',
    control_number: controlNumber,
    amount: centsToDollars(cents),
  }))
}
