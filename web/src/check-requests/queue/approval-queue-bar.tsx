import { type HistoryState, type RouterHistory, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ApprovalQueue } from '#check-requests/list/request-link.tsx'
import { checkRequestPath, paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { useShortcut } from '#ui/use-shortcut.ts'

interface ApprovalQueueBarProps {
  queue: ApprovalQueue
  currentId: number
}

/** The position of the request in the approval queue, with links to the previous and next ones. */
export function ApprovalQueueBar({ queue, currentId }: ApprovalQueueBarProps) {
  const openInPlace = useOpenInPlace()
  const index = queue.ids.indexOf(currentId)
  const previous = queue.ids[index - 1]
  const next = queue.ids[index + 1]

  function open(id: number | undefined) {
    if (id !== undefined) void openInPlace({ to: checkRequestPath(id), state: { queue, from: paths.pending } })
  }

  useShortcut('k', () => open(previous), previous !== undefined)
  useShortcut('j', () => open(next), next !== undefined)
  return (
    <nav aria-label="Pending Approvals" className="flex flex-wrap items-center justify-between gap-3 print:hidden">
      <TextLink to={paths.pending}>Pending Approvals</TextLink>
      <div className="flex items-center gap-2">
        <span>
          {index + 1} of {queue.total}
        </span>
        <StepButton text="Previous" shortcut="k" disabled={previous === undefined} onClick={() => open(previous)} />
        <StepButton text="Next" shortcut="j" disabled={next === undefined} onClick={() => open(next)} />
      </div>
    </nav>
  )
}

interface StepButtonProps {
  text: 'Previous' | 'Next'
  shortcut: string
  disabled: boolean
  onClick(): void
}

function StepButton({ text, shortcut, disabled, onClick }: StepButtonProps) {
  return (
    <Button variant="secondary" size="sm" aria-keyshortcuts={shortcut} disabled={disabled} onClick={onClick}>
      {text === 'Previous' && <ChevronLeft aria-hidden className="size-4" />}
      {text}
      {text === 'Next' && <ChevronRight aria-hidden className="size-4" />}
    </Button>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if a document was opened from the request, so that Back returns to the request. */
    openedHere?: boolean
  }
}

interface Target {
  readonly to: string
  readonly state: HistoryState
}

/**
 * Opens a page in place of a request, so that Back returns to where the request was opened. If a document is open, its
 * history entry is removed along with that of the request.
 */
export function useOpenInPlace() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const { openedHere = false } = useLocation().state
  return async (target: Target, { ignoreBlocker = false } = {}) => {
    if (openedHere) await goBack(history)
    await navigate({ ...target, replace: true, ignoreBlocker })
  }
}

function goBack(history: RouterHistory): Promise<void> {
  return new Promise((resolve) => {
    const stop = history.subscribe(() => {
      stop()
      resolve()
    })
    history.back({ ignoreBlocker: true })
  })
}
