import type { StatusInput } from '@check-requests/domain/check-requests/fields.ts'
import { isApproved, type Status, type StatusName, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { approvedThroughAtLeast, payoffOn } from '@check-requests/domain/check-requests/payoff.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { formatDate, isCalendarDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { useChangeStatus } from '#check-requests/changes.ts'
import { clockOf } from '#check-requests/detail/request-information.tsx'
import { Despite, Findings } from '#check-requests/findings/findings.tsx'
import { DecisionSheet } from '#check-requests/status/decision-sheet.tsx'
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
  /** The effect of an approval under the dealer group's policy; undefined if it simply approves. */
  approvalMeans?: string | undefined
  /** The place for the decision in a document viewer that covers the page. */
  slot?: HTMLElement | null
  /** True if a document is open next to the form, so that a long list of findings must not push the form away. */
  isBeside?: boolean
  /** Called when the user has chosen this status. The screen decides what comes next. */
  onMoved(to: StatusName): void
  /** Links back to the request if the screen has moved on to another one. */
  onView?: (() => void) | undefined
}

/** The form that makes a transition, below what speaks for or against it (R074, R075, R178). */
export function UpdateStatus(props: UpdateStatusProps) {
  const { request, choices, approvalMeans, slot = null, isBeside = false } = props
  const { form, submit, chosen, choose, isMoving } = useStatusForm(choices)
  const decision = useRef<HTMLDivElement>(null)
  const inView = useInView(decision)
  const [isInSheet, setInSheet] = useState(false)
  const note = useWatch({ control: form.control, name: 'note' })
  const { change, save } = useSaving(props, { form, isMoving, onDone: () => setInSheet(false) })
  const chooseHere = (to: StatusName) => {
    setInSheet(false)
    choose(to)
  }

  useOfferActs('steps', actsOf(choices, chooseHere))

  // Another user made the transition first. The typed values stay, with the reason why they couldn't be used.
  const isLeftover = choices.length === 0 && !change.isPending
  if (isLeftover && note === '' && !change.error) return null
  const hasTurn = note !== '' || !choices.some(({ waitsForOthers }) => waitsForOthers) || choices.some(isOpen)
  const sheetIsOpen = isInSheet && chosen !== undefined
  const rest = (
    <ChosenStep
      form={form}
      request={request}
      chosen={chosen}
      hasTurn={hasTurn}
      approvalMeans={approvalMeans}
      isLeftover={isLeftover}
      change={change}
      submit={submit}
    />
  )
  return (
    <Card title="Update Status" className="print:hidden">
      <Form form={form} className="grid grid-cols-1 gap-4" onSubmit={save}>
        {isLeftover ? (
          <p>The status of this request has changed. Your comment is kept here in case you still need it.</p>
        ) : (
          <div ref={decision} className="grid grid-cols-1 gap-4">
            {request.findings && <Findings findings={request.findings} isNamed showsDocuments isShort={isBeside} />}
            <FormField form={form} name="status_id" label="Status" required group>
              {(field) => <StatusChoices {...field} choices={choices} />}
            </FormField>
          </div>
        )}
        {!sheetIsOpen && rest}
      </Form>
      <StatusKeys choices={choices} onChoose={chooseHere} />
      {(!inView || slot !== null || sheetIsOpen) && (
        <DecisionSheet
          request={request}
          choices={choices}
          slot={slot}
          form={
            sheetIsOpen && (
              <Form form={form} className="grid grid-cols-1 gap-3" onSubmit={save}>
                {rest}
              </Form>
            )
          }
          onChoose={(to) => {
            flushSync(() => setInSheet(true))
            choose(to)
          }}
          onCancel={() => {
            setInSheet(false)
            form.setValue('status_id', null)
          }}
        />
      )}
      <UnsavedChanges when={note.trim() !== ''} />
    </Card>
  )
}

interface Saving extends Pick<ReturnType<typeof useStatusForm>, 'form' | 'isMoving'> {
  onDone(): void
}

/** The call that makes the transition, and the function that starts it. */
function useSaving({ request, onMoved, onView }: UpdateStatusProps, { form, isMoving, onDone }: Saving) {
  const change = useChangeStatus(request, {
    ...(onView && { view: onView }),
    onSuccess({ status_name }, { body }) {
      form.reset(noStatusValues)
      onDone()
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
  return { change, save }
}

interface ChosenStepProps {
  form: StatusForm
  request: DetailedRequest
  chosen: StatusChoice | undefined
  /** False while the policy has other users decide. */
  hasTurn: boolean
  approvalMeans: string | undefined
  isLeftover: boolean
  change: Pick<ReturnType<typeof useChangeStatus>, 'error' | 'isPending'>
  submit: Ref<HTMLButtonElement>
}

/** The inputs of the chosen transition, its confirmation, and the button that makes it. */
function ChosenStep({ form, request, chosen, hasTurn, approvalMeans, isLeftover, change, submit }: ChosenStepProps) {
  const label = chosen && labelOf(chosen.to.name)
  return (
    <>
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
          {chosen && <Decision request={request} to={chosen.to} means={label?.byStep ? approvalMeans : undefined} />}
          <Button
            ref={submit}
            type="submit"
            variant={label?.danger ? 'danger' : 'primary'}
            className="whitespace-normal"
            pending={change.isPending}
          >
            {chosen ? labelWithAmount(chosen.to.name, request.amount) : 'Update Status'}
          </Button>
        </>
      )}
    </>
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
      {to.step !== null && request.findings && <Despite findings={request.findings} />}
    </p>
  )
}

/** The shortcut keys for the decisions. */
function StatusKeys({ choices, onChoose }: Pick<UpdateStatusProps, 'choices'> & { onChoose(to: StatusName): void }) {
  return choices
    .filter(({ refusal, own, to }) => !refusal && !own && labelOf(to.name).key)
    .map(({ to }) => <Shortcut key={to.id} status={to.name} onChoose={onChoose} />)
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
