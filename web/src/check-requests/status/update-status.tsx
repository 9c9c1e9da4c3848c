import { type AccessLevel, accessLevels } from '@check-requests/domain/access/scope.ts'
import type { StatusInput } from '@check-requests/domain/check-requests/fields.ts'
import { isApproved, type Status, type StatusName, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { PayeeHistory } from '@check-requests/domain/check-requests/payees.ts'
import { approvedThroughAtLeast, payoffOn } from '@check-requests/domain/check-requests/payoff.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { formatDate, isCalendarDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { clsx } from 'clsx'
import { History, UserRoundPlus } from 'lucide-react'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useChangeStatus } from '#check-requests/changes.ts'
import { clockOf } from '#check-requests/detail/request-information.tsx'
import { formatDay, formatDayOfYear } from '#check-requests/list/moments.ts'
import { StatusChoices, useStatusForm } from '#check-requests/status/status-choices.tsx'
import { noStatusValues, type StatusForm, TransitionFields } from '#check-requests/status/status-form.tsx'
import { labelOf, labelWithAmount, type StatusChoice } from '#check-requests/status/transition-labels.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { type OfferedAct, useOfferActs } from '#platform/offered-acts.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Form, FormFailure, FormField, showServerErrors } from '#ui/form/form.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { UnsavedChanges } from '#ui/form/unsaved-changes.tsx'
import { useNow } from '#ui/timers.ts'
import { useInView } from '#ui/use-in-view.ts'
import { useShortcut } from '#ui/use-shortcut.ts'

interface UpdateStatusProps {
  request: DetailedRequest
  choices: readonly StatusChoice[]
  /** The payment history of the payee. */
  payeeHistory?: PayeeHistory | undefined
  /** The effect of an approval under the dealer group's policy; undefined if it simply approves. */
  approvalMeans?: string | undefined
  /** Called when the user has chosen this status. The screen decides what comes next. */
  onMoved(to: StatusName): void
  /** Links back to the request if the screen has moved on to another one. */
  onView?: (() => void) | undefined
}

/** The form that makes a transition (R074, R075, R178). */
export function UpdateStatus({ request, choices, payeeHistory, approvalMeans, onMoved, onView }: UpdateStatusProps) {
  const { form, submit, chosen, choose, isMoving } = useStatusForm(choices)
  const decision = useRef<HTMLDivElement>(null)
  const inView = useInView(decision)
  const note = useWatch({ control: form.control, name: 'note' })
  const change = useChangeStatus(request, {
    ...(onView && { view: onView }),
    onSuccess({ status_name }, { body }) {
      form.reset(noStatusValues)
      onMoved(statuses.find(({ id }) => id === body.status_id)?.name ?? status_name)
    },
    onError({ fields }) {
      isMoving.current = false
      showServerErrors(form, fields)
    },
  })
  function save(body: StatusInput) {
    isMoving.current = true
    change.mutate({ params: { id: request.id }, body: { ...body, version: request.version } })
  }

  useOfferActs('steps', actsOf(choices, choose))

  // Another user made the transition first. The typed values stay, with the reason why they couldn't be used.
  const isLeftover = choices.length === 0 && !change.isPending
  if (isLeftover && note === '' && !change.error) return null
  const hasTurn = note !== '' || !choices.some(({ waitsForOthers }) => waitsForOthers) || choices.some(isOpen)
  return (
    <Card title="Update Status" className="print:hidden">
      <Form form={form} className="grid grid-cols-1 gap-4" onSubmit={save}>
        {isLeftover ? (
          <p>The status of this request has changed. Your comment is kept here in case you still need it.</p>
        ) : (
          <div ref={decision} className="grid grid-cols-1 gap-4">
            {payeeHistory && <PayeeHistoryLine history={payeeHistory} />}
            <FormField form={form} name="status_id" label="Status" required group>
              {(field) => <StatusChoices {...field} choices={choices} />}
            </FormField>
          </div>
        )}
        {hasTurn && (
          <>
            <TransitionFields form={form} request={request} chosen={chosen} />
            <PayoffApproval form={form} request={request} chosen={chosen} />
            <FormField form={form} name="note" label="Comment" required={chosen?.needs === 'note'}>
              {(field) => <Textarea {...field} />}
            </FormField>
          </>
        )}
        <FormFailure failure={change.error} />
        {!isLeftover && hasTurn && (
          <>
            {chosen && (
              <Decision
                request={request}
                to={chosen.to}
                means={labelOf(chosen.to.name).byStep ? approvalMeans : undefined}
              />
            )}
            <Button
              ref={submit}
              type="submit"
              variant={chosen && labelOf(chosen.to.name).danger ? 'danger' : 'primary'}
              className="whitespace-normal"
              pending={change.isPending}
            >
              {chosen ? labelWithAmount(chosen.to.name, request.amount) : 'Update Status'}
            </Button>
          </>
        )}
      </Form>
      <StatusBar choices={choices} onChoose={choose} hidden={inView} />
      <UnsavedChanges when={note.trim() !== ''} />
    </Card>
  )
}

function isOpen({ refusal }: StatusChoice): boolean {
  return !refusal
}

/** The command palette's entries: decisions first, as on the screen. */
function actsOf(choices: readonly StatusChoice[], choose: (to: StatusName) => void): OfferedAct[] {
  return choices
    .filter(({ refusal }) => !refusal)
    .map(({ to, own }) => {
      const { name, key } = labelOf(to.name)
      return { text: name, key: own ? undefined : key, perform: () => choose(to.name) }
    })
    .toSorted((one, other) => Number(other.key !== undefined) - Number(one.key !== undefined))
}

/** Describes the request to be decided on, so that users don't decide on the wrong check. */
function Decision({ request, to, means }: { request: DetailedRequest; to: Status; means: string | undefined }) {
  return (
    <p className="rounded-md bg-sunken px-3 py-2 wrap-anywhere">
      <span className="font-semibold">{formatDollars(request.amount)}</span> to{' '}
      <span className="font-semibold">{markHidden(request.payee_name_1)}</span>
      {request.payee_name_2 && (
        <>
          {' '}
          {request.payee_join ?? 'and'} <span className="font-semibold">{markHidden(request.payee_name_2)}</span>
        </>
      )}
      , <span className="inline-block max-w-full wrap-anywhere">{request.request_number}</span>
      {means ? `. ${means}` : `, becomes ${to.badge}.`}
    </p>
  )
}

/** The payee's payment history; a first payment is highlighted because fraud often starts with one. */
function PayeeHistoryLine({ history }: { history: PayeeHistory }) {
  const { access_level } = usePerson()
  const isFirst = isFirstPayment(history)
  const Icon = isFirst ? UserRoundPlus : History
  return (
    <p
      className={clsx(
        'flex gap-2 rounded-md px-3 py-2',
        isFirst ? 'bg-yellow-soft font-medium text-yellow' : 'bg-sunken text-ink-soft',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{payeeHistoryText(history, access_level)}</span>
    </p>
  )
}

interface StatusBarProps {
  choices: readonly StatusChoice[]
  onChoose(status: StatusName): void
  /** True while the form itself is visible. */
  hidden: boolean
}

/** Shortcut keys for the decisions, and buttons at the bottom on small screens. */
function StatusBar({ choices, onChoose, hidden }: StatusBarProps) {
  const open = choices.filter(({ refusal, own }) => !refusal && !own)
  const decisions = open.filter(({ to }) => labelOf(to.name).key)
  const offered = decisions.some(({ stops }) => !stops) ? decisions : open
  return (
    <>
      {decisions.map(({ to }) => (
        <Shortcut key={to.id} status={to.name} onChoose={onChoose} />
      ))}
      {offered.length > 0 && !hidden && (
        <section
          aria-label="Decide"
          data-bottom-bar
          className="fixed inset-x-0 bottom-0 z-20 flex gap-2 border-t border-line bg-surface p-2 lg:hidden print:hidden"
        >
          {offered.map(({ to }, index) => (
            <Button
              key={to.id}
              variant={index === 0 ? 'primary' : 'secondary'}
              className="min-w-0 flex-1"
              onClick={() => onChoose(to.name)}
            >
              {labelOf(to.name).name}
            </Button>
          ))}
        </section>
      )}
    </>
  )
}

function Shortcut({ status, onChoose }: { status: StatusName; onChoose(status: StatusName): void }) {
  useShortcut(labelOf(status).key ?? '', () => onChoose(status))
  return null
}

interface PayoffApprovalProps {
  form: StatusForm
  request: DetailedRequest
  chosen: StatusChoice | undefined
}

/** The field for the last day on which an approved payoff can be printed, and the amount owed then. */
function PayoffApproval({ form, request, chosen }: PayoffApprovalProps) {
  const through = useWatch({ control: form.control, name: 'approved_through' })
  const today = localToday(useNow())
  const clock = clockOf(request)
  if (!clock || !chosen || !isApproved(chosen.to.name)) return null
  const first = approvedThroughAtLeast(clock.goodThrough, today)
  const named = isCalendarDate(through) ? through : first
  return (
    <FormField
      form={form}
      name="approved_through"
      label="Approve Through"
      hint={`Up to ${formatDollars(centsToDollars(payoffOn(clock, named)))}, the payoff on ${formatDate(named)}.`}
    >
      {(field) => <TypedDateInput {...field} min={first} />}
    </FormField>
  )
}

/** True if the payee has never been paid, as far as the reader can see. */
export function isFirstPayment({ recent, earlier, is_lower_bound }: PayeeHistory): boolean {
  return recent + earlier === 0 && !is_lower_bound
}

/** A payee's payment history: `4 paid in 90 days, usually $2,100, last Nov 3`. */
export function payeeHistoryText(history: PayeeHistory, level: AccessLevel): string {
  const { under_way } = history
  const others = under_way > 0 && `${under_way} other${under_way === 1 ? '' : 's'} in progress`
  return [paidText(history, level), others].filter(Boolean).join('; ')
}

function paidText(history: PayeeHistory, level: AccessLevel): string {
  const { recent, earlier, usual_amount, last_paid_at, is_lower_bound } = history
  if (isFirstPayment(history)) return `First payment to this payee${placeWords[level]}`
  if (last_paid_at === null) return 'No payments in the newest requests for this payee'
  const atLeast = is_lower_bound ? 'at least ' : ''
  if (recent === 0)
    return `No payments in the last 90 days (${atLeast}${earlier} before, last ${formatDay(last_paid_at)})`
  const usually = usual_amount === null ? '' : `, usually ${shortDollars(usual_amount)}`
  return `${capitalized(atLeast)}${recent} paid in 90 days${usually}, last ${formatDayOfYear(last_paid_at)}`
}

// The payee might have been paid at locations that the user can't see, which must not be revealed here.
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
