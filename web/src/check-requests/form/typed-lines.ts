import type { AccountingLine } from '@check-requests/domain/books/accounting/lines.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { parseAmount } from '@check-requests/domain/values/typed-amount.ts'
import type { LineValues } from '#check-requests/form/request-form-values.ts'

/** The cents of an amount as typed; 0 while it is none. */
export function centsIn(text: string): Cents {
  const cents = parseAmount(text)
  return typeof cents === 'number' ? cents : 0
}

/** A line as typed, as the rules see it. */
export function typedLine({ account, control_number, amount }: LineValues): AccountingLine {
  return { account, controlNumber: control_number.trim() || null, cents: centsIn(amount) }
}
