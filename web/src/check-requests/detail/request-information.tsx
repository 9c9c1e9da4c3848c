import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { groupings, isApproved } from '@check-requests/domain/check-requests/lifecycle.ts'
import { payeeJoinWords, payeesInWords } from '@check-requests/domain/check-requests/payee-names.ts'
import { daysLeft, type PayoffClock, payoffOn } from '@check-requests/domain/check-requests/payoff.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { referenceFields, textFieldRow } from '@check-requests/domain/check-requests/text-fields.ts'
import { isMailed } from '@check-requests/domain/organization/fields.ts'
import type { RequestPayee } from '@check-requests/domain/payees/replies.ts'
import { formatDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { ClockAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { formatDay } from '#check-requests/list/moments.ts'
import { PriorityBadge } from '#check-requests/status/badges.tsx'
import { leftText, overdueText } from '#check-requests/status/waiting.ts'
import { paths, payeePath } from '#paths.ts'
import { PayeeStateBadge } from '#payees/payee-state-badge.tsx'
import { Card } from '#ui/card.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { useNow } from '#ui/timers.ts'

const ChecksOfRequest = lazy(async () => ({
  default: (await import('#checks/detail/checks-of-request.tsx')).ChecksOfRequest,
}))

/** All fields of a request (R116, B2). */
export function RequestInformation({ request }: { request: DetailedRequest }) {
  return (
    <Card title="Request Information">
      <p className="grid gap-0.5">
        <span className="text-3xl leading-10 font-semibold print:text-2xl">{formatDollars(request.amount)}</span>
        <span className="text-base">{payeesOf(request)}</span>
      </p>
      <Part title="Payment" items={paymentItems(request)} />
      {request.accounting && <Part title={fieldLabels.accounting} items={request.accounting.map(lineItem)} />}
      <Part title="Payee" items={payeeItems(request)} />
      <Part title="Location" items={placeItems(request)} />
      <Part title="Delivery" items={deliveryItems(request)} />
    </Card>
  )
}

function Part({ title, items }: { title: string; items: readonly Description[] }) {
  return (
    <section
      aria-label={title}
      className="mt-4 grid gap-2 border-t border-line pt-3 print:mt-2 print:grid-cols-[6rem_1fr] print:pt-2"
    >
      <h3 className="font-semibold">{title}</h3>
      <DescriptionList columns={3} items={items.map(marked)} />
    </section>
  )
}

function marked(item: Description): Description {
  return typeof item.value === 'string' ? { ...item, value: markHidden(item.value) } : item
}

/** Both payee names, joined as the bank reads them. */
function payeesOf(request: DetailedRequest): string {
  return markHidden(payeesInWords(request))
}

/** The good-through date of a payoff, its per diem, and the amount owed now if the payoff is late. */
function payoffItems(request: DetailedRequest): Description[] {
  const clock = clockOf(request)
  if (!clock || !request.payoff) return []
  const { per_diem, approved_up_to } = request.payoff
  return [
    { label: fieldLabels.good_through, value: <GoodThrough request={request} clock={clock} /> },
    { label: fieldLabels.per_diem, value: formatDollars(per_diem) },
    ...(approved_up_to === null ? [] : [{ label: fieldLabels.approved_up_to, value: formatDollars(approved_up_to) }]),
  ]
}

function paymentItems(request: DetailedRequest): Description[] {
  const { purpose_other, purpose_name } = request
  return [
    { label: fieldLabels.purpose_id, value: capitalized(purpose_name) },
    ...(purpose_other ? [{ label: fieldLabels.purpose_other, value: purpose_other }] : []),
    { label: fieldLabels.priority_level, value: <PriorityBadge priority={request.priority_level} /> },
    { label: fieldLabels.due_date, value: <DueDate request={request} /> },
    ...payoffItems(request),
    ...referenceFields.flatMap((field) =>
      textFieldRow(field).isRare && !request[field] ? [] : [{ label: fieldLabels[field], value: request[field] }],
    ),
    { label: 'Check Number', value: <CheckNumber request={request} /> },
    { label: fieldLabels.notes, value: request.notes, wide: true },
  ]
}

/** The check number or, if the request has checks of a bank account, those checks with their states. */
function CheckNumber({ request: { id, check, check_number } }: { request: DetailedRequest }) {
  const reads = may(usePerson(), 'checks.read')
  if (!check || !reads) return check_number ?? '–'
  return (
    <Suspense fallback={check_number ?? '–'}>
      <ChecksOfRequest requestId={id} number={check_number} />
    </Suspense>
  )
}

/**
 * An accounting line as a description item. Several lines can have the same account, each with its own control number.
 */
function lineItem(line: NonNullable<DetailedRequest['accounting']>[number]): Description {
  const { account, account_name, control_number, amount } = line
  const label = [`${account} ${account_name}`, control_number].filter(Boolean).join(' · ')
  return { label: markHidden(label), value: formatDollars(amount) }
}

function payeeItems(request: DetailedRequest): Description[] {
  return [
    { label: fieldLabels.payee_name_1, value: request.payee_name_1 },
    { label: fieldLabels.payee_name_2, value: request.payee_name_2 },
    ...(request.payee_join ? [{ label: fieldLabels.payee_join, value: payeeJoinWords[request.payee_join] }] : []),
    { label: fieldLabels.payee_type, value: capitalized(request.payee_type) },
    { label: fieldLabels.payee_sub_type, value: capitalized(request.payee_sub_type) },
    { label: fieldLabels.memo_line, value: request.memo_line },
    ...(request.payee ? [{ label: 'Payee List', value: <ListedState payee={request.payee} /> }] : []),
  ]
}

/** The payee's state on the payee list, and a note if the request doesn't match the payee. */
function ListedState({ payee }: { payee: NonNullable<DetailedRequest['payee']> }) {
  const reads = may(usePerson(), 'payees.read')
  if (payee.state === null) return 'Not on the list'
  return (
    <>
      <PayeeStateBadge state={payee.state} />{' '}
      {reads && (
        <TextLink {...payeeTarget(payee)} className="print:hidden">
          View payee
        </TextLink>
      )}
      {payee.is_changed && <span className="block">The request has a different name or address</span>}
    </>
  )
}

function placeItems(request: DetailedRequest): Description[] {
  return [
    { label: fieldLabels.requester_id, value: request.requester_name },
    { label: fieldLabels.dealer_group_id, value: request.dealer_group_name },
    { label: fieldLabels.dealership_id, value: request.dealership_name },
    { label: fieldLabels.department_id, value: request.department_name },
    { label: 'Request Date', value: formatDay(request.request_date) },
    { label: 'Completed Date', value: request.cleared_date && formatDay(request.cleared_date) },
  ]
}

function deliveryItems(request: DetailedRequest): Description[] {
  const method = { label: fieldLabels.delivery_method_id, value: request.delivery_method_name }
  const message = { label: fieldLabels.delivery_method_other, value: request.delivery_method_other, wide: true }
  if (!isMailed(request.delivery_method_kind)) return [method, message]
  return [
    method,
    { label: fieldLabels.mailing_method, value: request.mailing_method },
    { label: fieldLabels.tracking_number, value: request.tracking_number },
    { label: fieldLabels.mailing_address, value: request.mailing_address, wide: true },
  ]
}

/** The due date, marked if it has passed and the check isn't complete. */
function DueDate({ request }: { request: DetailedRequest }) {
  const overdue = overdueText(request, useNow())
  return (
    <>
      {formatDate(request.due_date)}
      {overdue && (
        <span className="ms-2 inline-flex items-center gap-1 font-medium whitespace-nowrap text-danger">
          <ClockAlert aria-hidden className="size-3.5" />
          {overdue}
        </span>
      )}
    </>
  )
}

interface GoodThroughProps {
  request: DetailedRequest
  clock: PayoffClock
}

/** The last day of a payoff and the days left; once the payoff is late, the amount owed until its check is printed. */
function GoodThrough({ request, clock }: GoodThroughProps) {
  const now = useNow()
  const today = localToday(now)
  const late = -daysLeft(clock.goodThrough, today)
  const left = leftText(request, now)
  return (
    <>
      {formatDate(clock.goodThrough)}
      {left && <span className="ms-2 whitespace-nowrap text-ink-soft">{left}</span>}
      {late > 0 && isUnprinted(request) && (
        <span className="block font-medium text-danger">
          <ClockAlert aria-hidden className="me-1 inline size-3.5" />
          {formatDollars(centsToDollars(payoffOn(clock, today)))} is owed today
        </span>
      )}
    </>
  )
}

function isUnprinted({ status_name }: DetailedRequest): boolean {
  return isApproved(status_name) || groupings.pending.some((pending) => pending === status_name)
}

/** The amounts owed on a payoff and their dates, in cents; undefined without a good-through date. */
export function clockOf({ amount, good_through, payoff }: DetailedRequest): PayoffClock | undefined {
  if (!good_through || !payoff) return undefined
  return { amount: inCents(amount), perDiem: inCents(payoff.per_diem), goodThrough: good_through }
}

function inCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** A link to the request's payee or, if the payee list doesn't have that payee, to the list filtered by name. */
export function payeeTarget({ id, name }: Pick<RequestPayee, 'id' | 'name'>) {
  return id === null ? { to: paths.payees, search: { search: name } } : { to: payeePath(id) }
}
