import { isWarning } from '@check-requests/domain/check-requests/duplicates.ts'
import { longestCheckNumber } from '@check-requests/domain/check-requests/numbers.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { actInto } from '@check-requests/domain/payees/rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { longestName } from '@check-requests/domain/values/text.ts'
import { type FormEvent, Fragment, type ReactNode, useEffect, useRef } from 'react'
import { useDuplicates } from '#check-requests/api.ts'
import { actWithSum, byDeliveryMethod, requestsInWords, sumInWords } from '#check-requests/bulk/bulk-words.ts'
import type { BulkTransition } from '#check-requests/bulk/use-bulk-transition.ts'
import { PossibleDuplicates } from '#check-requests/duplicates/possible-duplicates.tsx'
import { type Mark, useMarksOf } from '#check-requests/list/list-marks.tsx'
import { labelOf } from '#check-requests/status/transition-labels.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialogFooter } from '#ui/overlay/form-dialog.tsx'

interface BulkReviewProps {
  transition: BulkTransition
  onCancel(): void
}

/** Shows what will and won't be done before anything is sent. */
export function BulkReview({ transition, onCancel }: BulkReviewProps) {
  const form = useRef<HTMLFormElement>(null)
  const { sendable, tries, step } = transition
  const marksOf = useMarksOf(actInto(step.to) === 'approve' ? sendable : none)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    transition.send()
  }

  return (
    <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
      {transition.needs === 'checkNumber' && sendable.length > 1 && <FirstNumber transition={transition} />}
      <Sendable transition={transition} marksOf={marksOf} />
      {transition.refused.length > 0 && <Refused refused={transition.refused} />}
      <Field
        label="Comment"
        required={transition.needs === 'note'}
        error={transition.errors.note}
        hint={noteHint(sendable.length)}
      >
        <Textarea value={transition.entries.note} onChange={(event) => transition.setNote(event.target.value)} />
      </Field>
      {transition.error && (
        <p role="alert" className="text-danger">
          {transition.error}
        </p>
      )}
      <FormDialogFooter>
        <DespiteMarks marks={sendable.flatMap(({ id }) => marksOf(id))} />
        <Button variant="secondary" onClick={onCancel}>
          {step.before ? 'Close' : 'Cancel'}
        </Button>
        <Button
          type="submit"
          variant={labelOf(step.to).danger ? 'danger' : 'primary'}
          className="min-w-0 shrink whitespace-normal!"
          pending={transition.pending}
        >
          {actWithSum(step.to, sendable)}
        </Button>
      </FormDialogFooter>
    </form>
  )
}

/** Shown when a retry has no requests left to update. */
export function NothingLeft({ transition, onClose }: { transition: BulkTransition; onClose(): void }) {
  return (
    <div className="grid gap-4">
      <Refused refused={transition.refused} />
      <FormDialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </FormDialogFooter>
    </div>
  )
}

interface SendableProps {
  transition: BulkTransition
  marksOf(id: number): readonly Mark[]
}

/** The requests to send, with their total. Checks to hand over are grouped by delivery method. */
function Sendable({ transition, marksOf }: SendableProps) {
  const { sendable, step, offers } = transition
  const groups = offers === 'receivedBy' ? byDeliveryMethod(sendable) : [{ name: undefined, requests: sendable }]
  return (
    <BulkRows label={labelOf(step.to).name}>
      {groups.map(({ name, requests }) => (
        <Fragment key={name ?? 'all'}>
          {name && (
            <li className="flex justify-between gap-4 bg-sunken px-3 py-1.5 text-[0.8125rem] text-ink-soft">
              <span>{name}</span>
              <span>{requestsInWords(requests.length)}</span>
            </li>
          )}
          {requests.map((request) => (
            <BulkRow
              key={request.id}
              request={request}
              beneath={<Against marks={marksOf(request.id)} />}
              warning={<Duplicates id={request.id} />}
              control={askedOf(transition, request)}
            />
          ))}
        </Fragment>
      ))}
      <li className="flex justify-between gap-4 bg-sunken px-3 py-2 font-semibold">
        <span>{requestsInWords(sendable.length)}</span>
        <span>{sumInWords(sendable)}</span>
      </li>
    </BulkRows>
  )
}

/** The field for this request's required or optional input in the transition. */
function askedOf(transition: BulkTransition, request: ListedRequest) {
  if (transition.needs === 'checkNumber') return <CheckNumber transition={transition} request={request} />
  return transition.offers === 'receivedBy' && <ReceivedBy transition={transition} request={request} />
}

/** Possible duplicates of this request, shown as in a decision on a single request. */
function Duplicates({ id }: { id: number }) {
  const { data } = useDuplicates({ of: id })
  return isWarning(data) && <PossibleDuplicates found={data} />
}

const none: readonly ListedRequest[] = []

/** What speaks against a request in a few words each, as in the list, except duplicates, which are shown in full. */
function Against({ marks }: { marks: readonly Mark[] }) {
  const shown = marks.filter(({ kind }) => kind !== 'duplicate')
  if (shown.length === 0) return null
  return (
    <ul aria-label="Before You Decide" className="flex flex-wrap gap-x-3 text-[0.8125rem] font-medium">
      {shown.map(({ kind, words }) => (
        <li key={kind} className={kind === 'payee-blocked' ? 'text-red' : 'text-yellow'}>
          {words}
        </li>
      ))}
    </ul>
  )
}

/** The confirmation repeats what speaks against the requests, with the number of each. */
function DespiteMarks({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null
  const kinds = [...Map.groupBy(marks, ({ kind }) => kind).values()]
  const words = kinds.map((same) => `${lowered(same[0]?.words ?? '')} (${same.length})`)
  return <p className="w-full font-medium text-yellow">Despite: {words.join(', ')}.</p>
}

const lowered = (words: string) => words.slice(0, 1).toLowerCase() + words.slice(1)

function noteHint(count: number): string | undefined {
  return count > 1 ? 'Added to the history of each request.' : undefined
}

/** The field for the first check number. The other numbers follow in sequence. */
function FirstNumber({ transition }: { transition: BulkTransition }) {
  return (
    <Field label="First Check Number" hint="Fills in the numbers below in sequence. You can change each one.">
      <Input
        className="max-w-48"
        inputMode="numeric"
        maxLength={longestCheckNumber}
        autoComplete="off"
        onChange={(event) => transition.fillNumbers(event.target.value)}
      />
    </Field>
  )
}

function CheckNumber({ transition, request }: { transition: BulkTransition; request: ListedRequest }) {
  const label = (
    <>
      Check Number<span className="sr-only"> for {request.request_number}</span>
    </>
  )
  return (
    <Field label={label} required error={transition.errors.numbers[request.id]}>
      <Input
        inputMode="numeric"
        maxLength={longestCheckNumber}
        autoComplete="off"
        value={transition.entries.numbers[request.id] ?? ''}
        onChange={(event) => transition.setNumber(request.id, event.target.value)}
      />
    </Field>
  )
}

function ReceivedBy({ transition, request }: { transition: BulkTransition; request: ListedRequest }) {
  const label = (
    <>
      Received By<span className="sr-only"> for {request.request_number}</span>
    </>
  )
  return (
    <Field label={label} error={transition.errors.receivers[request.id]}>
      <Input
        maxLength={longestName}
        autoComplete="off"
        value={transition.entries.receivers[request.id] ?? ''}
        onChange={(event) => transition.setReceiver(request.id, event.target.value)}
      />
    </Field>
  )
}

function Refused({ refused }: { refused: BulkTransition['refused'] }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="font-medium">{requestsInWords(refused.length)} can’t be updated.</h3>
      <BulkRows label="Requests that can’t be updated">
        {refused.map(({ request, reason }) => (
          <BulkRow
            key={request.id}
            request={request}
            beneath={<span className="text-[0.8125rem] text-danger">{reason}</span>}
          />
        ))}
      </BulkRows>
    </section>
  )
}

/** A list of requests, each with its messages and fields. */
export function BulkRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-md border border-line">
      {children}
    </ul>
  )
}

interface BulkRowProps {
  request: ListedRequest
  /** Shown below the number and the payee. */
  beneath?: ReactNode
  /** Shown next to the amount if there is room. */
  control?: ReactNode
  /** Shown below everything else, at full width. */
  warning?: ReactNode
}

/** The number, payee, and amount of one request. */
export function BulkRow({ request, beneath, control, warning }: BulkRowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1.5 px-3 py-2">
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <span className="font-medium wrap-anywhere">{request.request_number}</span>
        <span className="wrap-anywhere text-ink-soft">{markHidden(request.payee_name_1)}</span>
        {beneath}
      </div>
      <span className="font-medium">{formatDollars(request.amount)}</span>
      {control && <div className="w-full sm:w-48">{control}</div>}
      {warning && <div className="w-full empty:hidden">{warning}</div>}
    </li>
  )
}
