import type { KnownPayee } from '@check-requests/domain/check-requests/payees.ts'
import type { PayeeName } from '@check-requests/domain/payees/replies.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'

/** What is known of a payee, on one line: `vendor · 6 paid, last $2,210.87`. */
export function payeeDetail({ last, paid, amounts, is_lower_bound }: KnownPayee): string {
  const [amount] = amounts
  const often = paid === 0 ? 'not paid yet' : `${paid}${is_lower_bound ? '+' : ''} paid`
  return `${last.payee_sub_type} · ${often}${amount === undefined ? '' : `, last ${formatDollars(amount)}`}`
}

/** What the list of payees says of one, on one line: `vendor · on the list, verified`. */
export function listedDetail({ payee_sub_type, state }: PayeeName): string {
  return `${payee_sub_type} · on the list, ${state}`
}
