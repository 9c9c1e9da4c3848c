import { useLocation, useParams } from '@tanstack/react-router'
import { useCheckRequest } from '#check-requests/api.ts'
import { RequestDetail } from '#check-requests/request-detail.tsx'
import { RequestDetailWaiting } from '#check-requests/request-detail-waiting.tsx'
import { paths } from '#paths.ts'
import { isFinal } from '#platform/api-failure.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestScreen() {
  const id = Number(useParams({ strict: false }).id)
  const { queue } = useLocation().state
  const { data: request, error, refetch } = useCheckRequest(id)
  if (error && (error.status === 404 || (!request && isFinal(error)))) return <Missing message={error.message} />
  if (!request && !error) return <RequestDetailWaiting />
  return (
    <>
      {error && (
        <Card flush>
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        </Card>
      )}
      {request && <RequestDetail key={id} request={request} queue={queue?.ids.includes(id) ? queue : undefined} />}
    </>
  )
}

function Missing({ message }: { message: string }) {
  return (
    <>
      <PageHeader title="Check Request Details" />
      <Card>
        <EmptyState text={message} action={<LinkButton to={paths.checkRequests}>Check Requests</LinkButton>} />
      </Card>
    </>
  )
}
