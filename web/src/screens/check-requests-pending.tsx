import { useLocation } from '@tanstack/react-router'
import { queueSearch, waitingColumns } from '#check-requests/list/columns.tsx'
import { RequestList } from '#check-requests/list/request-list.tsx'
import { endInWords } from '#check-requests/queue/approval-queue.ts'
import { paths } from '#paths.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const targets = ['approved', 'rejected', 'sendback'] as const

export function CheckRequestsPendingScreen() {
  return (
    <>
      <PageHeader title="Pending Approvals" subtitle="Review and approve check requests that require your attention." />
      <QueueEnd />
      <RequestList
        queue="pending"
        targets={targets}
        columns={waitingColumns}
        placeholder={queueSearch}
        nothingYet={{
          text: 'No check requests are waiting for approval.',
          action: (
            <LinkButton to={paths.checkRequests} variant="secondary">
              All Requests
            </LinkButton>
          ),
        }}
        noMatch="No pending check requests found matching your criteria"
      />
    </>
  )
}

/** The decisions made in the approval queue that led here, and the approvals left. */
function QueueEnd() {
  const ended = useLocation({ select: ({ state }) => state.ended })
  return (
    <div role="status">
      {ended && (
        <p className="rounded-lg border border-line bg-accent-soft px-4 py-2.5 font-medium sm:px-5">
          {endInWords(ended)}
        </p>
      )}
    </div>
  )
}
