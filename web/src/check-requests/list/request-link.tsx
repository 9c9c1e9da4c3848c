import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { useLocation } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import type { ApprovalQueue } from '#check-requests/list/navigation-state.ts'
import { checkRequestPath } from '#paths.ts'
import { LinkButton, TextLink } from '#ui/link-button.tsx'

const QueueContext = createContext<ApprovalQueue | undefined>(undefined)

/** Links inside pass the queue along, so that the next request can open after a decision. */
export const QueueProvider = QueueContext.Provider

interface RequestLinkProps {
  request: Pick<ListedRequest, 'id' | 'request_number'>
}

/** The request number, or other text, linked to the details. In a ledger the link covers its row. */
export function RequestLink({ request, children }: RequestLinkProps & { children?: ReactNode }) {
  return (
    <TextLink {...useTarget(request)} className="row-link scroll-mt-10">
      {children ?? request.request_number}
    </TextLink>
  )
}

/** 'View', with the request number for screen readers. */
export function ViewLink({ request, icon = false }: RequestLinkProps & { icon?: boolean }) {
  return (
    <LinkButton
      {...useTarget(request)}
      variant="secondary"
      size={icon ? 'small-icon' : 'sm'}
      aria-label={`View ${request.request_number}`}
    >
      {icon ? <Eye aria-hidden className="size-4" /> : 'View'}
    </LinkButton>
  )
}

function useTarget({ id }: { id: number }) {
  const queue = useContext(QueueContext)
  const from = useLocation({ select: ({ pathname }) => pathname })
  return { to: checkRequestPath(id), state: { from, ...(queue && { queue }) } }
}
