import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'

/** The position of a request in a list that somebody works through. */
export interface ApprovalQueue {
  /** Request ids in the order of the list. */
  ids: number[]
  /** The length of the whole list; more than `ids` when not all of it was loaded. */
  total: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The request to be updated (R016). */
    request?: DetailedRequest
    /** The request that a new one starts from. */
    like?: DetailedRequest
    /** The approvals being worked through. */
    queue?: ApprovalQueue
  }
}
