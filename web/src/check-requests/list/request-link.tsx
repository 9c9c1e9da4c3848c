import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { DetailedRequest, ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { useRouter } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { checkRequestPath } from '#paths.ts'
import { RowLink } from '#ui/table/row-controls.tsx'

const QueueContext = createContext<ApprovalQueue | undefined>(undefined)

/** Passes the approval queue to the links inside, so that the next request can open after a decision. */
export const QueueProvider = QueueContext.Provider

interface RequestLinkProps {
  request: Pick<ListedRequest, 'id' | 'request_number'>
}

/** The request number, or other text, linked to the details. In a ledger, the link covers the whole row. */
export function RequestLink({ request, children }: RequestLinkProps & { children?: ReactNode }) {
  return (
    <RowLink {...useTarget(request)} className="row-link scroll-mt-10">
      {children ?? request.request_number}
    </RowLink>
  )
}

/** 'View', with the request number for screen readers. */
export function ViewLink({ request, icon = false }: RequestLinkProps & { icon?: boolean }) {
  return (
    <RowLink
      {...useTarget(request)}
      look={{ variant: 'secondary', size: icon ? 'small-icon' : 'sm' }}
      aria-label={`View ${request.request_number}`}
    >
      {icon ? <Eye aria-hidden className="size-4" /> : 'View'}
    </RowLink>
  )
}

function useTarget({ id }: { id: number }) {
  const queue = useContext(QueueContext)
  const router = useRouter()
  const stateNow = () => ({ from: router.state.location.pathname, ...(queue && { queue }) })
  return { to: checkRequestPath(id), stateNow }
}

/** The position of a request in a list that a user is working through. */
export interface ApprovalQueue {
  /** Request ids in the order of the list. */
  ids: number[]
  /** The length of the whole list; greater than the number of `ids` if not all were loaded. */
  total: number
  /** The decisions so far; missing before the first decision. */
  decided?: readonly Decided[] | undefined
}

/** The number of requests with the same decision, and their total in dollars. */
export interface Decided {
  readonly to: StatusName
  readonly count: number
  readonly amount: number
}

/** A finished approval queue. */
export interface EndedQueue {
  readonly decided: readonly Decided[]
  /** The number of approvals still pending. */
  readonly left: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The request to be updated (R016). */
    request?: DetailedRequest
    /** The request to copy. */
    like?: DetailedRequest
    /** The approval queue being worked through. */
    queue?: ApprovalQueue
    /** The approval queue that was finished. */
    ended?: EndedQueue
    /** The path of the list from which a request was opened. */
    from?: string
  }
}
