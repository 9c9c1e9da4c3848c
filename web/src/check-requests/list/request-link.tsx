import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { useRouter } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import type { ApprovalQueue } from '#check-requests/list/navigation-state.ts'
import { checkRequestPath } from '#paths.ts'
import { RowLink } from '#ui/row-link.tsx'

const QueueContext = createContext<ApprovalQueue | undefined>(undefined)

/** Links inside pass the queue along, so that the next request can open after a decision. */
export const QueueProvider = QueueContext.Provider

interface RequestLinkProps {
  request: Pick<ListedRequest, 'id' | 'request_number'>
}

/** The request number, or other text, linked to the details. In a ledger the link covers its row. */
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
