import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'

/** The position of a request in a list that somebody works through. */
export interface ApprovalQueue {
  /** Request ids in the order of the list. */
  ids: number[]
  /** The length of the whole list; more than `ids` when not all of it was loaded. */
  total: number
  /** What has been decided on the way; absent before the first decision. */
  decided?: readonly Decided[] | undefined
}

/** How many requests were decided alike, and their sum in dollars. */
export interface Decided {
  readonly to: StatusName
  readonly count: number
  readonly amount: number
}

/** An approval queue that has come to its end. */
export interface EndedQueue {
  readonly decided: readonly Decided[]
  /** How many approvals still wait. */
  readonly left: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The request to be updated (R016). */
    request?: DetailedRequest
    /** The request that a new one starts from. */
    like?: DetailedRequest
    /** The approvals being worked through. */
    queue?: ApprovalQueue
    /** The approvals that have been worked through. */
    ended?: EndedQueue
    /** The path of the list from which a request was opened. */
    from?: string
  }
}
