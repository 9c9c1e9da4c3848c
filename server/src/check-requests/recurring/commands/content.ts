import { readLines } from '@check-requests/domain/books/accounting/lines.ts'
import type { DraftValues } from '@check-requests/domain/check-requests/drafts/fields.ts'
import { joinOf } from '@check-requests/domain/check-requests/payee-names.ts'
import { priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import { withAmount } from '@check-requests/domain/check-requests/recurring/content.ts'
import { textFieldNames } from '@check-requests/domain/check-requests/text-fields.ts'
import { ofFields } from '@check-requests/domain/values/lists.ts'
import { type Cents, centsToDollars } from '@check-requests/domain/values/money.ts'
import type { StoredRequest } from '../../queries/detail/find.ts'

/**
 * The contents of the drafts that repeat a request: everything but its due date and invoice number, which differ each
 * time.
 */
export function contentLike(request: StoredRequest, amount: Cents): DraftValues {
  const values = {
    dealer_group_id: request.dealer_group_id,
    dealership_id: request.dealership_id,
    department_id: request.department_id,
    purpose_id: request.purpose_id,
    purpose_other: request.purpose_other ?? '',
    priority_level: priorityOf(request.priority_rank),
    payee_type: request.payee_type,
    payee_sub_type: request.payee_sub_type,
    payee_name_1: request.payee_name_1,
    payee_name_2: request.payee_name_2 ?? '',
    ...(request.payee_name_2 !== null && { payee_join: joinOf(request) }),
    ...ofFields(textFieldNames, (field) => request[field] ?? ''),
    invoice_number: '',
    accounting: readLines(request.accounting).map(({ account, controlNumber, cents }) => ({
      account,
      control_number: controlNumber ?? '',
      amount: centsToDollars(cents).toFixed(2),
    })),
    delivery_method_id: request.delivery_method_id,
    mailing_method: request.mailing_method,
    mailing_address: request.mailing_address ?? '',
    delivery_method_other: request.delivery_method_other ?? '',
    notes: request.notes ?? '',
  }
  return withAmount(values, amount)
}
