import { roleOf } from '@check-requests/domain/access/roles.ts'
import { linesInWords } from '@check-requests/domain/books/accounting/lines.ts'
import { capitalized, requestFieldLabels as labels } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { joinOf, payeeJoinWords } from '@check-requests/domain/check-requests/payee-names.ts'
import { priorityNamed, priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import { referenceFields } from '@check-requests/domain/check-requests/text-fields.ts'
import { signatureField } from '@check-requests/domain/checks/fields.ts'
import { eventInWords, kindWords, originWords, stateOfCheckInWords } from '@check-requests/domain/checks/words.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { type Cents, centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { momentInWords } from '@check-requests/domain/values/time-zones.ts'
import type { ExceptionRow, PaidRow, ReportedRow, UndoneRow } from '../../../bank/queries/touched-checks.ts'
import type { NamedRequest } from '../../../check-requests/queries/detail/find.ts'
import type { CheckOfRequest } from '../../../checks/queries/of-request.ts'
import type { CheckPart, Contents, Fact } from '../documents/make.ts'

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

/** Data about checks that was sent to the bank or received from it. */
export interface AtBank {
  readonly reported: readonly ReportedRow[]
  readonly paid: readonly PaidRow[]
  readonly undone: readonly UndoneRow[]
  readonly exceptions: readonly ExceptionRow[]
}

/** Describes a request's checks for its case file, with times in `zone`. */
export function checksInWords(checks: readonly CheckOfRequest[], bank: AtBank, zone: string): CheckPart[] {
  return checks.map((one) => ({
    heading: `Check ${one.check.number}`,
    facts: [
      ...facts(paperOf(one, checks, zone)),
      ...facts(handOverOf(one, zone)),
      ...facts(bankOf(one.check.id, bank, zone)),
    ],
    signature: drawnIn(one),
    story: one.events.map(({ user_name, role_id, at, act, note }) => ({
      when: momentInWords(at, zone),
      who: `${markHidden(user_name)} (${roleOf(role_id).label})`,
      lines: [capital(eventInWords(act, one.handOver?.kind)), ...(note === null ? [] : [`“${markHidden(note)}”`])],
    })),
  }))
}

type Pairs = readonly (readonly [label: string, value: string | null | undefined])[]

function facts(pairs: Pairs): Fact[] {
  return pairs.flatMap(([label, value]) => (value ? [{ label, value: markHidden(value) }] : []))
}

function paperOf(
  { check, accountName, run, signers, combined }: CheckOfRequest,
  all: readonly CheckOfRequest[],
  zone: string,
): Pairs {
  const before = all.find((other) => other.check.id === check.replaces_id)
  const after = all.find((other) => other.check.replaces_id === check.id)
  return [
    ['State', stateOfCheckInWords(check)],
    ['Payee', check.payee_name],
    ['Amount', dollars(check.amount_cents)],
    ['Pays', combined.map((one) => `${one.request_number}: ${dollars(one.amount_cents)}`).join(', ')],
    ['Date', formatDate(check.check_date)],
    ['Account', accountName],
    ['Kind', originWords[check.kind]],
    ['Print Run', run && `Made by ${run.made_by_name}, ${momentInWords(run.made_at, zone)}`],
    ['Signed By', signers.join(', ')],
    ['Replaces', before && `Check ${before.check.number}`],
    ['Replaced By', after && `Check ${after.check.number}`],
    ['Issued On', day(check.issued_on)],
    ['Paid by the Bank On', day(check.bank_paid_on)],
    ['Ended On', day(check.ended_on)],
    ['Reason', check.reason],
    ['Stop Number', check.stop_number],
    ['Stop Fee', check.stop_fee_cents === null ? null : dollars(check.stop_fee_cents)],
    ['Stop Expires On', day(check.stop_lapses_on)],
  ]
}

function handOverOf({ handOver }: CheckOfRequest, zone: string): Pairs {
  if (!handOver) return []
  const { kind, at, receiver, relation, identification, identification_last4, witness, tracking_number } = handOver
  const { attachment_id, receiver_user_id } = handOver
  return [
    ['Handed Over', `${kindWords[kind]}, ${momentInWords(at, zone)}`],
    ['Received By', receiver_user_id === null ? receiver : `${receiver ?? 'Unknown user'}, a user in the dealer group`],
    ['Relation to the Payee', relation],
    ['Identified By', [identification, identification_last4].filter((part) => part !== null).join(', ending in ')],
    ['Signed on Paper', attachment_id === null ? null : 'The signed slip is one of this request’s documents.'],
    ['Witness', witness],
    ['Tracking Number', tracking_number],
  ]
}

function bankOf(id: number, { reported, paid, undone, exceptions }: AtBank, zone: string): Pairs {
  const ofCheck = ({ check_id }: { readonly check_id: number | null }) => check_id === id
  return [
    ...reported.filter(ofCheck).map((row) => ['Positive Pay', reportInWords(row, zone)] as const),
    ...paid.filter(ofCheck).map((row) => [row.amount_cents < 0 ? 'Taken Back' : 'Cleared', paidInWords(row)] as const),
    ...undone.filter(ofCheck).map((row) => ['Undone Payment', undoneInWords(row)] as const),
    ...exceptions.filter(ofCheck).map((row) => ['Exception', exceptionInWords(row, zone)] as const),
  ]
}

function reportInWords(
  { kind, number, made_by_name, made_at, answer, answered_by_name, answered_at, reason }: ReportedRow,
  zone: string,
) {
  const what = kind === 'issue' ? 'Reported to the bank as issued' : 'Reported to the bank as void'
  const reported = `${what}: file ${number} by ${made_by_name}, ${momentInWords(made_at, zone)}.`
  if (answer === null || answered_at === null) return `${reported} The bank’s response isn’t recorded.`
  const why = reason === null ? '' : ` “${reason}”`
  return `${reported} The bank ${answer} it (recorded by ${answered_by_name}, ${momentInWords(answered_at, zone)}).${why}`
}

function paidInWords({ amount_cents, paid_on, file_name, line }: PaidRow): string {
  if (amount_cents < 0)
    return `The bank took back ${dollars(-amount_cents)} on ${formatDate(paid_on)}: line ${line} of ${file_name}.`
  return `The bank paid ${dollars(amount_cents)} on ${formatDate(paid_on)}: line ${line} of ${file_name}.`
}

function undoneInWords({ undone_by_name, ...row }: UndoneRow): string {
  return `${paidInWords(row)} ${undone_by_name === null ? 'Its clearing was undone.' : `${undone_by_name} undid the file.`}`
}

function exceptionInWords(
  { sentence, owner_name, resolution, resolved_by_name, resolved_at }: ExceptionRow,
  zone: string,
) {
  if (resolution === null || resolved_at === null)
    return `${sentence} Not resolved.${owner_name === null ? '' : ` Assigned to ${owner_name}.`}`
  return `${sentence} Resolved by ${resolved_by_name}, ${momentInWords(resolved_at, zone)}: “${resolution}”`
}

function drawnIn({ handOver }: CheckOfRequest): CheckPart['signature'] {
  if (!handOver?.signature) return null
  return { ...signatureField, strokes: JSON.parse(handOver.signature) }
}

function dollars(amount: Cents): string {
  return formatDollars(centsToDollars(amount))
}

function day(date: string | null): string | null {
  return date === null ? null : formatDate(date)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
