import { type Status, statusNamed, trackerStep, trackerSteps } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { DetailedRequest, HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'

export type StepState = 'done' | 'skipped' | 'current' | 'ahead'

/** The text of a step for screen readers. */
export const stepStateWords: Record<StepState, string> = {
  done: 'done',
  skipped: 'skipped',
  current: 'current step',
  ahead: 'upcoming',
}

/** One step of the tracker, and the history entry of the transition that reached the step, if any. */
export interface Step {
  readonly status: Status
  readonly state: StepState
  readonly reachedBy: HistoryEntry | undefined
}

type Tracked = Pick<DetailedRequest, 'status_name' | 'status_history'>

/** The steps of this request since its last submission (R073, R138). Empty for a rejected request. */
export function stepsOf({ status_name, status_history }: Tracked): Step[] {
  const current = trackerStep(status_name)
  if (current === undefined) return []
  const round = sinceSentIn(status_history)
  return trackerSteps().map((status, index) => {
    const step = index + 1
    const reachedBy = round.findLast((entry) => entry.status_id === status.id)
    return {
      status,
      state: stateOf(step, current, reachedBy),
      reachedBy: step > current ? undefined : reachedBy,
    }
  })
}

/**
 * The entry that rejected this request or sent it back, if that is its current status. These statuses aren't steps of
 * the tracker.
 */
export function lastRefusal({ status_name, status_history }: Tracked): HistoryEntry | undefined {
  const { id, step } = statusNamed(status_name)
  if (step !== null) return undefined
  return status_history.filter(isMove).findLast((entry) => entry.status_id === id)
}

function stateOf(step: number, current: number, reachedBy: HistoryEntry | undefined): StepState {
  if (step === current) return 'current'
  if (step > current) return 'ahead'
  return reachedBy ? 'done' : 'skipped'
}

const moves: readonly HistoryEntry['action'][] = ['created', 'status', 'resubmitted', 'withdrawn']

/** True for a transition; other entries changed something besides the status. */
export function isMove({ action }: HistoryEntry): boolean {
  return moves.includes(action)
}

function sinceSentIn(history: readonly HistoryEntry[]): HistoryEntry[] {
  const made = history.filter(isMove)
  const [first] = trackerSteps()
  const start = made.findLastIndex((entry) => entry.status_id === first?.id)
  return made.slice(Math.max(start, 0))
}
