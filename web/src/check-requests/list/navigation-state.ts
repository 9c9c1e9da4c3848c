import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'

/** Where a request stands in a list that somebody works through. */
export interface ApprovalQueue {
  /** Requests of the list in its order. */
  ids: number[]
  /** How many the whole list holds; more than `ids` when not all of it was loaded. */
  total: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The request to be updated (R016). */
    request?: DetailedRequest
    /** The request that a new one should be like. */
    like?: DetailedRequest
    /** The approvals that are being worked through. */
    queue?: ApprovalQueue
  }
}
