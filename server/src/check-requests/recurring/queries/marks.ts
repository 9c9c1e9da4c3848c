import { secondInWords } from '@check-requests/domain/check-requests/recurring/content.ts'
import type { RecurringMark } from '@check-requests/domain/check-requests/recurring/fields.ts'
import {
  differencesFrom,
  marksInWords,
  type RepeatedPayment,
} from '@check-requests/domain/check-requests/recurring/rules.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import type { MarkedDay, PaymentRow } from './recurring.ts'

type Payment = Omit<PaymentRow, 'id' | 'request_number'>
type Numbered = Pick<PaymentRow, 'id' | 'request_number'>

/** A request's payment in the form in which it is compared. */
export function asRepeated(row: Payment): RepeatedPayment {
  return {
    cents: row.amount_cents,
    payee: row.payee_name_1,
    second: secondInWords(row.payee_name_2, row.payee_join),
    address: row.mailing_address,
    delivery_method_id: row.delivery_method_id,
    purpose_id: row.purpose_id,
    dealership_id: row.dealership_id,
    department_id: row.department_id,
  }
}

/** The last approved payment in API form. */
export function presentFormer({ id, request_number }: Numbered, { cents, payee, second, address }: RepeatedPayment) {
  return { id, request_number, amount: centsToDollars(cents), payee, second, address }
}

type StoredFormer = Numbered & RepeatedPayment

/** How a request came from a recurring request. `marked`: JSON. */
export function presentMark(request: Payment, marked: string): RecurringMark {
  const { id, every, due_on, was_automatic, is_late, missed_on, former: stored }: MarkedDay = JSON.parse(marked)
  const former: StoredFormer | null = stored === null ? null : JSON.parse(stored)
  const mark = {
    id,
    every,
    due_on,
    was_automatic: was_automatic === 1,
    is_late: is_late === 1,
    missed_on,
    differences: former ? differencesFrom(former, asRepeated(request)) : [],
    former: former && presentFormer(former, former),
  }
  return { ...mark, in_words: marksInWords(mark) }
}
