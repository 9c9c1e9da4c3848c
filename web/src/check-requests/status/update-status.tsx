import type { StatusInput } from '@check-requests/domain/check-requests/fields.ts'
import { type Status, type StatusName, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { PayeeHistory } from '@check-requests/domain/check-requests/payees.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useChangeStatus } from '#check-requests/changes.ts'
import { PayeeHistoryLine } from '#check-requests/status/payee-history-line.tsx'
import { PayoffApproval } from '#check-requests/status/payoff-approval.tsx'
import { StatusBar } from '#check-requests/status/status-bar.tsx'
import { StatusChoices } from '#check-requests/status/status-choices.tsx'
import { TransitionFields } from '#check-requests/status/transition-fields.tsx'
import { labelOf, labelWithAmount, type StatusChoice } from '#check-requests/status/transition-labels.ts'
import { noStatusValues } from '#check-requests/status/update-status-schema.ts'
import { useStatusForm } from '#check-requests/status/use-status-form.ts'
import { type OfferedAct, useOfferActs } from '#platform/offered-acts.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Form, FormFailure, FormField, showServerErrors } from '#ui/form.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { UnsavedChanges } from '#ui/unsaved-changes.tsx'
import { useInView } from '#ui/use-in-view.ts'

interface UpdateStatusProps {
  request: DetailedRequest
  choices: readonly StatusChoice[]
  /** What has been paid to the payee so far. */
  payeeHistory?: PayeeHistory | undefined
  /** What an approval means under the policy of the dealer group; undefined where it simply approves. */
  approvalMeans?: string | undefined
  /** The person has decided on this status: what comes next is up to the screen. */
  onMoved(to: StatusName): void
  /** Leads back to the request, where the screen has gone on to another. */
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

  // Somebody else was faster: what was typed stays, with the reason why it could not be used.
  const isLeftover = choices.length === 0 && !change.isPending
  if (isLeftover && note === '' && !change.error) return null
  const hasTurn = note !== '' || !choices.some(({ waitsForOthers }) => waitsForOthers) || choices.some(isOpen)
  return (
    <Card title="Update Status" className="print:hidden">
      <Form form={form} className="grid grid-cols-1 gap-4" onSubmit={save}>
        {isLeftover ? (
          <p>This request has moved on. Your comment stays here in case you still need it.</p>
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

/** What the palette offers: the decisions first, as on the screen. */
function actsOf(choices: readonly StatusChoice[], choose: (to: StatusName) => void): OfferedAct[] {
  return choices
    .filter(({ refusal }) => !refusal)
    .map(({ to, own }) => {
      const { name, key } = labelOf(to.name)
      return { text: name, key: own ? undefined : key, perform: () => choose(to.name) }
    })
    .toSorted((one, other) => Number(other.key !== undefined) - Number(one.key !== undefined))
}

/** The request to be decided on, so that nobody decides on the wrong check. */
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
