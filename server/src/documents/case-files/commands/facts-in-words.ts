import { linesInWords } from '@check-requests/domain/books/accounting/lines.ts'
import { capitalized, requestFieldLabels as labels } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { joinOf, payeeJoinWords } from '@check-requests/domain/check-requests/payee-names.ts'
import { priorityNamed, priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import { referenceFields } from '@check-requests/domain/check-requests/text-fields.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { type Cents, centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { momentInWords } from '@check-requests/domain/values/time-zones.ts'
import type { NamedRequest } from '../../../check-requests/queries/detail/find.ts'
import type { Contents, Fact } from '../documents/make.ts'

/**
 * Describes the request, its requester and dealership, and the status of its check, with times in `zone`. `compared`:
 * what a document says about it.
 */
export function sectionsOf(request: NamedRequest, compared: string | null, zone: string): Contents['sections'] {
  return [
    { heading: 'Payment', facts: facts([...paymentOf(request), ['Documents', compared]]) },
    { heading: 'Payee', facts: facts(payeeOf(request)) },
    { heading: 'Location', facts: facts(placeOf(request, zone)) },
    { heading: 'Delivery', facts: facts(deliveryOf(request)) },
  ]
}

type Pairs = readonly (readonly [label: string, value: string | null])[]

function facts(pairs: Pairs): Fact[] {
  return pairs.flatMap(([label, value]) => (value ? [{ label, value: markHidden(value) }] : []))
}

function paymentOf(request: NamedRequest): Pairs {
  return [
    [labels.amount, formatDollars(centsToDollars(request.amount_cents))],
    ['Status', statusOf(request.status_id).badge],
    ['On Hold', request.hold_reason],
    [labels.purpose_id, capitalized(request.purpose_name)],
    [labels.purpose_other, request.purpose_other],
    [labels.priority_level, priorityNamed(priorityOf(request.priority_rank)).label],
    [labels.due_date, formatDate(request.due_date)],
    ...referenceFields.map((field) => [labels[field], request[field]] as const),
    [labels.good_through, request.good_through && formatDate(request.good_through)],
    [labels.per_diem, dollarsOf(request.per_diem_cents)],
    [labels.approved_up_to, dollarsOf(request.approved_cents)],
    [labels.accounting, request.accounting && linesInWords(request.accounting)],
    ['Check Number', request.check_number],
    [labels.notes, request.notes],
  ]
}

function dollarsOf(cents: Cents | null): string | null {
  return cents === null ? null : formatDollars(centsToDollars(cents))
}

function payeeOf(request: NamedRequest): Pairs {
  return [
    [labels.payee_name_1, request.payee_name_1],
    [labels.payee_name_2, request.payee_name_2],
    [labels.payee_join, request.payee_name_2 && payeeJoinWords[joinOf(request)]],
    [labels.payee_type, capitalized(request.payee_type)],
    [labels.payee_sub_type, capitalized(request.payee_sub_type)],
    [labels.memo_line, request.memo_line],
  ]
}

function placeOf(request: NamedRequest, zone: string): Pairs {
  return [
    [labels.requester_id, `${request.requester_first_name} ${request.requester_last_name}`],
    [labels.dealer_group_id, request.dealer_group_name],
    [labels.dealership_id, request.dealership_name],
    [labels.department_id, request.department_name],
    ['Request Date', momentInWords(request.created_at, zone)],
    ['Completed Date', request.cleared_at && momentInWords(request.cleared_at, zone)],
  ]
}

function deliveryOf(request: NamedRequest): Pairs {
  return [
    [labels.delivery_method_id, request.delivery_method_name],
    [labels.mailing_method, request.mailing_method],
    [labels.mailing_address, request.mailing_address],
    [labels.tracking_number, request.tracking_number],
    [labels.delivery_method_other, request.delivery_method_other],
  ]
}
