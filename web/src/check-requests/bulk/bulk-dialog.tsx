import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { BulkResults, doneOf } from '#check-requests/bulk/bulk-results.tsx'
import { BulkReview, NothingLeft } from '#check-requests/bulk/bulk-review.tsx'
import { actOnSeveral, requestsInWords, sumInWords } from '#check-requests/bulk/bulk-words.ts'
import { type BulkTransition, useBulkTransition } from '#check-requests/bulk/use-bulk-transition.ts'
import type { RequestSelection } from '#check-requests/bulk/use-request-selection.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'

interface BulkDialogProps {
  to: StatusName
  requests: readonly ListedRequest[]
  selection: RequestSelection
  open: boolean
  onClose(): void
  finalFocus(): HTMLElement | undefined
}

/** One transition of several requests: the review, and then the result for each. */
export function BulkDialog({ to, requests, selection, open, onClose, finalFocus }: BulkDialogProps) {
  const transition = useBulkTransition(to, requests, selection)
  const { title, description } = wordsOf(to, transition)
  // Somebody who closes the dialog while the call is in progress would never see the results.
  const close = () => !transition.pending && onClose()
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={title}
      description={description}
      size="md"
      dirty={transition.typed && !transition.results}
      finalFocus={finalFocus}
    >
      {/* The focus stays on the dialog itself, so that a second Enter does not close results that nobody has read. */}
      <p role="status" className="sr-only">
        {transition.results && title}
      </p>
      {transition.results && <BulkResults transition={transition} results={transition.results} onClose={onClose} />}
      {!transition.results && transition.sendable.length > 0 && (
        <BulkReview to={to} transition={transition} onCancel={close} />
      )}
      {!transition.results && transition.sendable.length === 0 && (
        <NothingLeft transition={transition} onClose={close} />
      )}
    </FormDialog>
  )
}

function wordsOf(to: StatusName, { results, sendable, refused }: BulkTransition) {
  if (!results && sendable.length === 0)
    return { title: 'Nothing left to send', description: 'The selected requests have moved on meanwhile.' }
  if (!results)
    return {
      title: actOnSeveral(to, sendable.length),
      description: 'Look through them once more. Nothing has been sent yet.',
    }
  const done = doneOf(sendable, results)
  const all = sendable.length + refused.length
  const title = done.length === all ? `${requestsInWords(all)} done` : `${done.length} of ${requestsInWords(all)} done`
  return { title, description: `${sumInWords(done)} in all. What was not done stays selected.` }
}
