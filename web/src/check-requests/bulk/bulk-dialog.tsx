import type { BulkResult } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Check, CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { BulkReview, BulkRow, BulkRows, NothingLeft } from '#check-requests/bulk/bulk-review.tsx'
import { actOnSeveral, movedInWords, requestsInWords, sumInWords } from '#check-requests/bulk/bulk-words.ts'
import { type BulkChoice, type BulkTransition, useBulkTransition } from '#check-requests/bulk/use-bulk-transition.ts'
import { StatusBadge } from '#check-requests/status/badges.tsx'
import { approvedStep } from '#check-requests/status/transition-labels.ts'
import { Button } from '#ui/button.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'

interface BulkDialogProps {
  choice: BulkChoice
  open: boolean
  onClose(): void
  finalFocus(): HTMLElement | undefined
}

/** One transition of several requests: the review, then the result for each, or the review of the next transition. */
export function BulkDialog({ choice, open, onClose, finalFocus }: BulkDialogProps) {
  const transition = useBulkTransition(choice)
  const start = useRef<HTMLDivElement>(null)
  const { title, description } = wordsOf(transition)
  const { results, sendable, step } = transition
  // Scrolls each review and each list of results to the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on what is shown
  useEffect(() => {
    start.current?.focus({ preventScroll: true })
    start.current?.scrollIntoView({ block: 'start' })
  }, [step.to, results])
  // Closing the dialog during the call would hide the results.
  const close = () => !transition.pending && onClose()
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={title}
      description={description}
      size="md"
      dirty={transition.typed && !results}
      initialFocus={start}
      finalFocus={finalFocus}
    >
      {/* Gets the focus instead of a button, so that a second press of Enter doesn't confirm unread content. */}
      <div ref={start} tabIndex={-1} className="grid gap-4 outline-hidden">
        <p role="status" className={step.before && !results ? 'flex items-center gap-1.5 text-good' : 'sr-only'}>
          {results ? title : step.before && <Moved step={step} />}
        </p>
        {results && <BulkResults transition={transition} results={results} onClose={onClose} />}
        {!results && sendable.length > 0 && <BulkReview key={step.to} transition={transition} onCancel={close} />}
        {!results && sendable.length === 0 && <NothingLeft transition={transition} onClose={close} />}
      </div>
    </FormDialog>
  )
}

/** The results of the previous transition. */
function Moved({ step }: { step: BulkTransition['step'] }) {
  return (
    <>
      <Check aria-hidden className="size-4 shrink-0" />
      <span>{movedInWords(step.before ?? [])}</span>
    </>
  )
}

function wordsOf({ results, sendable, refused, done, step }: BulkTransition) {
  if (!results && sendable.length === 0)
    return { title: 'No Requests Left to Update', description: 'The status of the selected requests has changed.' }
  if (!results)
    return {
      title: actOnSeveral(step.to, sendable.length),
      description: step.before
        ? 'Continue with these requests, or close. The updates so far are saved.'
        : 'Review the requests. Nothing has been updated yet.',
    }
  const all = sendable.length + refused.length
  const title =
    done.length === all ? `${requestsInWords(all)} updated` : `${done.length} of ${requestsInWords(all)} updated`
  return { title, description: `${sumInWords(done)} in total. Requests that weren’t updated stay selected.` }
}

interface BulkResultsProps {
  transition: BulkTransition
  results: readonly BulkResult[]
  onClose(): void
}

/** The result for each request: done, or the server's reason for refusal. */
function BulkResults({ transition, results, onClose }: BulkResultsProps) {
  const { next } = transition
  const byId = new Map(results.map((result) => [result.id, result]))
  return (
    <div className="grid gap-4">
      <BulkRows label="Results">
        {transition.sendable.map((request) => (
          <BulkRow key={request.id} request={request} beneath={<Outcome result={byId.get(request.id)} />} />
        ))}
        {transition.refused.map(({ request, reason }) => (
          <BulkRow key={request.id} request={request} beneath={<Failed>Not updated: {reason}</Failed>} />
        ))}
      </BulkRows>
      <FormDialogFooter>
        {transition.again.length > 0 && (
          <Button variant="secondary" onClick={transition.tryAgain}>
            Retry {requestsInWords(transition.again.length)}
          </Button>
        )}
        <Button variant={next ? 'secondary' : 'primary'} onClick={onClose}>
          Close
        </Button>
        {next && <Button onClick={next.start}>{actOnSeveral(next.to, next.requests.length)}</Button>}
      </FormDialogFooter>
    </div>
  )
}

function Outcome({ result }: { result: BulkResult | undefined }) {
  if (!result) return null
  if (!result.done) return <Failed>{result.message}</Failed>
  const step = approvedStep(result.entry)
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-[0.8125rem] text-good">
      <Check aria-hidden className="size-4" />
      {step ? `Approved step “${markHidden(step)}”` : 'Done'} <StatusBadge status={result.entry.status_name} />
      {result.entry.check_number && <span className="text-ink-soft">#{result.entry.check_number}</span>}
    </span>
  )
}

function Failed({ children }: { children: ReactNode }) {
  return (
    <span className="flex gap-1.5 text-[0.8125rem] text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </span>
  )
}
