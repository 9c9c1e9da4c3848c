import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import {
  type SharedTransition,
  sharedTransitions,
} from '@check-requests/domain/check-requests/list/shared-transitions.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { X } from 'lucide-react'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { lostInWords, sumInWords } from '#check-requests/bulk/bulk-words.ts'
import type { RequestSelection } from '#check-requests/bulk/use-request-selection.tsx'
import { actorOf, stateOf } from '#check-requests/status/request-state.ts'
import { labelOf } from '#check-requests/status/transition-labels.ts'
import { Button } from '#ui/button.tsx'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'
import { useShortcut } from '#ui/use-shortcut.ts'

const BulkDialog = lazy(async () => ({ default: (await import('#check-requests/bulk/bulk-dialog.tsx')).BulkDialog }))

interface BulkWorkProps {
  selection: RequestSelection
  targets: readonly StatusName[]
  /** The element that gets the focus when the bar disappears. */
  list: RefObject<HTMLElement | null>
}

interface Review {
  to: StatusName
  requests: readonly ListedRequest[]
  opening: number
  open: boolean
}

/** The actions on selected requests, with the dialog that performs them. */
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

/** Moves the focus to the list if the focused bar disappears, as after a decision on the last row. */
function useFocusAfter(hasBar: boolean, list: RefObject<HTMLElement | null>) {
  const had = useRef(hasBar)
  useEffect(() => {
    const isGone = had.current && !hasBar
    had.current = hasBar
    if (!isGone) return
    // The dialog can close after the bar, and then its focus is lost.
    let left = 40
    const timer = setInterval(look, 50)
    function look() {
      left -= 1
      const isLost = document.activeElement === document.body
      if (isLost) list.current?.focus({ preventScroll: true })
      if (isLost || left === 0) clearInterval(timer)
    }
    look()
    return () => clearInterval(timer)
  }, [hasBar, list])
}

interface BulkBarProps {
  /** '4 selected, $12,300.00'; absent when nothing is selected. */
  summary: string | undefined
  transitions: readonly SharedTransition[]
  lost: number
  onChoose(to: StatusName): void
  onClear(): void
}

/** The selection and its actions, always visible at the bottom of the list. */
function BulkBar({ summary, transitions, lost, onChoose, onClear }: BulkBarProps) {
  const first = transitions.find(({ blocked }) => !blocked)
  const reason = first ? undefined : transitions[0]?.blocked
  return (
    <section
      aria-label="Selection"
      data-bottom-bar="always"
      className="sticky bottom-0 z-20 grid gap-2 rounded-b-lg border-t border-line-strong bg-raised px-4 py-2.5 shadow-popup sm:px-5 print:hidden"
    >
      <div className="flex flex-wrap items-center gap-2">
        {summary && <p className="text-[0.9375rem] font-semibold">{summary}</p>}
        {lost > 0 && <p className="min-w-0 flex-1 basis-48 text-[0.8125rem] text-ink-soft">{lostInWords(lost)}</p>}
        <Button variant="ghost" size="sm" className="me-auto" onClick={onClear}>
          <X aria-hidden className="size-4" />
          {summary ? 'Clear' : 'Dismiss'}
        </Button>
        {summary && (
          <div className="grid w-full auto-cols-fr grid-flow-col gap-2 sm:w-auto">
            {transitions.map((transition) => (
              <TransitionButton
                key={transition.to.id}
                transition={transition}
                isFirst={transition === first}
                onClick={() => onChoose(transition.to.name)}
              />
            ))}
          </div>
        )}
      </div>
      {summary && reason && <p className="text-[0.8125rem] text-ink-soft">{reason}</p>}
    </section>
  )
}

interface TransitionButtonProps {
  transition: SharedTransition
  isFirst: boolean
  onClick(): void
}

/** A transition button, which its shortcut key clicks, so that the key also shows why an action isn't available. */
function TransitionButton({ transition: { to, blocked }, isFirst, onClick }: TransitionButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { name, key } = labelOf(to.name)
  useShortcut(key ?? '', () => button.current?.click(), key !== undefined)
  return (
    <ReasonButton
      ref={button}
      variant={isFirst ? 'primary' : 'secondary'}
      className="min-w-0 shrink px-1 leading-tight whitespace-normal! sm:px-3.5"
      refusal={blocked}
      aria-keyshortcuts={key}
      onClick={onClick}
    >
      {name}
    </ReasonButton>
  )
}
