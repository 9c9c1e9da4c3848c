import { type AccessLevel, accessLevels } from '@check-requests/domain/access/scope.ts'
import type { PayeeHistory } from '@check-requests/domain/check-requests/payees.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { formatDay, formatDayOfYear } from '#check-requests/list/moments.ts'

/** True when nothing has been paid to the payee yet, as far as the reader may see. */
export function isFirstPayment({ recent, earlier, is_lower_bound }: PayeeHistory): boolean {
  return recent + earlier === 0 && !is_lower_bound
}

/** What has been paid to a payee: `4 paid in 90 days, usually $2,100, last Nov 3`. */
export function payeeHistoryText(history: PayeeHistory, level: AccessLevel): string {
  const { under_way } = history
  const others = under_way > 0 && `${under_way} other${under_way === 1 ? '' : 's'} under way`
  return [paidText(history, level), others].filter(Boolean).join('; ')
}

function paidText(history: PayeeHistory, level: AccessLevel): string {
  const { recent, earlier, usual_amount, last_paid_at, is_lower_bound } = history
  if (isFirstPayment(history)) return `First payment to this payee${placeWords[level]}`
  if (last_paid_at === null) return 'No payment among the newest requests to this payee'
  const atLeast = is_lower_bound ? 'at least ' : ''
  if (recent === 0)
    return `No payments in the last 90 days (${atLeast}${earlier} before, last ${formatDay(last_paid_at)})`
  const usually = usual_amount === null ? '' : `, usually ${shortDollars(usual_amount)}`
  return `${capitalized(atLeast)}${recent} paid in 90 days${usually}, last ${formatDayOfYear(last_paid_at)}`
}

// Elsewhere the payee may have been paid before: nobody learns it from here.
const placeWords: Record<AccessLevel, string> = {
  [accessLevels.superAdmin]: '',
  [accessLevels.group]: '',
  [accessLevels.dealership]: ' at your dealerships',
  [accessLevels.department]: ' in your departments',
}

function shortDollars(dollars: number): string {
  return formatDollars(dollars).replace(/\.00$/, '')
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
