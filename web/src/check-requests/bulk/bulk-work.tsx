import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { sharedTransitions } from '@check-requests/domain/check-requests/shared-transitions.ts'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { BulkBar } from '#check-requests/bulk/bulk-bar.tsx'
import { lostInWords, sumInWords } from '#check-requests/bulk/bulk-words.ts'
import type { RequestSelection } from '#check-requests/bulk/use-request-selection.tsx'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'
import { usePerson } from '#sessions/session-provider.tsx'

const BulkDialog = lazy(async () => ({ default: (await import('#check-requests/bulk/bulk-dialog.tsx')).BulkDialog }))

interface BulkWorkProps {
  selection: RequestSelection
  targets: readonly StatusName[]
  /** Gets the focus when the bar disappears. */
  list: RefObject<HTMLElement | null>
}

interface Review {
  to: StatusName
  requests: readonly ListedRequest[]
  opening: number
  open: boolean
}

/** What can be done with the selected requests, and the dialog that does it. */
export function BulkWork({ selection, targets, list }: BulkWorkProps) {
  const actor = actorOf(usePerson())
  const [review, setReview] = useState<Review>()
  const { rows, lost } = selection
  const summary = rows.length > 0 ? `${rows.length} selected, ${sumInWords(rows)}` : undefined
  const transitions = sharedTransitions(actor, rows.map(stateOf), targets)
  const hasBar = summary !== undefined || lost > 0
  useFocusAfter(hasBar, list)

  function choose(to: StatusName) {
    selection.hold(true)
    setReview((before) => ({ to, requests: rows, opening: (before?.opening ?? 0) + 1, open: true }))
  }

  function close() {
    selection.hold(false)
    setReview((before) => before && { ...before, open: false })
  }

  return (
    <>
      <p role="status" className="sr-only">
        {summary} {lost > 0 && lostInWords(lost)}
      </p>
      {hasBar && (
        <BulkBar summary={summary} transitions={transitions} lost={lost} onChoose={choose} onClear={selection.clear} />
      )}
      {review && (
        <Suspense>
          <BulkDialog
            key={review.opening}
            choice={{ to: review.to, requests: review.requests, targets, selection }}
            open={review.open}
            onClose={close}
            finalFocus={() => (summary ? undefined : (list.current ?? undefined))}
          />
        </Suspense>
      )}
    </>
  )
}

/** Moves the focus to the list when the focused bar disappears, as after a decision on the last row. */
function useFocusAfter(hasBar: boolean, list: RefObject<HTMLElement | null>) {
  const had = useRef(hasBar)
  useEffect(() => {
    if (had.current && !hasBar && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
    had.current = hasBar
  }, [hasBar, list])
}
