import { addUp } from '../../books/accounting/lines.ts'
import { type Cents, centsToDollars } from '../../values/money.ts'
import { parseAmount, plainAmount } from '../../values/typed-amount.ts'
import { type DraftValues, storedDraftValues } from '../drafts/fields.ts'
import type { RepeatedPayment } from './rules.ts'

/** An amount as a user would type it into a draft. */
function typedAmount(cents: Cents): string {
  return centsToDollars(cents).toFixed(2)
}

/** The contents of a draft with another amount. Accounting lines that don't add up to it are left out. */
export function withAmount(values: DraftValues, amount: Cents): DraftValues {
  const lines = values.accounting ?? []
  const amounts = lines.map((line) => ({ cents: centsIn(line.amount) }))
  return { ...values, amount: typedAmount(amount), accounting: addUp(amounts, amount) ? lines : [] }
}

/** The payment that a stored draft would make. An amount that can't be read counts as 0. */
export function paymentIn(content: string): RepeatedPayment & { readonly typed: string } {
  const values = storedDraftValues.parse(JSON.parse(content))
  const { amount = '', payee_name_1: payee = '', payee_name_2, payee_join } = values
  return {
    typed: amount,
    cents: centsIn(amount),
    payee,
    second: secondInWords(payee_name_2 || null, payee_join ?? null),
    address: values.mailing_address || null,
    delivery_method_id: values.delivery_method_id ?? null,
    purpose_id: values.purpose_id ?? null,
    dealership_id: values.dealership_id ?? null,
    department_id: values.department_id ?? null,
  }
}

/** A second payee with the word that joins it: `or Bay Bank`. */
export function secondInWords(name: string | null, join: string | null): string | null {
  return name === null ? null : `${join === 'or' ? 'or' : 'and'} ${name}`
}

function centsIn(text: string | undefined): Cents {
  const cents = parseAmount(plainAmount(text ?? '') ?? '')
  return typeof cents === 'number' ? cents : 0
}
