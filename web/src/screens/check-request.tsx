import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useLocation, useParams } from '@tanstack/react-router'
import { useApproval } from '#approvals/api.ts'
import { useCheckRequest } from '#check-requests/api.ts'
import { RequestDetail } from '#check-requests/detail/request-detail.tsx'
import { useSeen } from '#notices/inbox/api.ts'
import { paths } from '#paths.ts'
import { isFinal } from '#platform/api-failure.ts'
import { PageTitle } from '#platform/brand.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useDelayed } from '#ui/timers.ts'

/**
 * How long to wait for content above the decision, in milliseconds, so that late content doesn't push the decision
 * down.
 */
const patience = 1000

export function CheckRequestScreen() {
  const id = Number(useParams({ strict: false }).id)
  const { queue } = useLocation().state
  const { data: request, error, refetch } = useCheckRequest(id)
  useSeen(request)
  const approval = useApproval(id)
  const isLate = useDelayed(approval.isPending, patience)
  if (error && (error.status === 404 || (!request && isFinal(error)))) return <Missing message={error.message} />
  if ((!request && !error) || (approval.isPending && !isLate)) return <RequestDetailWaiting />
  return (
    <>
      {error && (
        <Card flush>
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        </Card>
      )}
      {request && <PageTitle text={`${request.request_number} · ${markHidden(request.payee_name_1)}`} />}
      {request && (
        <RequestDetail
          key={id}
          request={request}
          queue={queue?.ids.includes(id) ? queue : undefined}
          approval={approval.data}
        />
      )}
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

const facts = ['purpose', 'priority', 'due', 'payee', 'type', 'group', 'dealership', 'department', 'delivery']
const steps = ['request', 'processing', 'approved', 'printed', 'signed', 'ready', 'closed']

/** Shown until the request has loaded. */
function RequestDetailWaiting() {
  const late = useDelayed(true)
  return (
    <>
      <PageHeader title="Check Request Details" />
      {late && (
        <div role="status" aria-label="Loading" className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Card>
            <div className="grid gap-6 py-2 sm:grid-cols-3">
              {facts.map((fact) => (
                <Skeleton key={fact} className="h-9 w-32" />
              ))}
            </div>
          </Card>
          <Card>
            <div className="grid gap-5 py-2">
              {steps.map((step) => (
                <Skeleton key={step} className="h-6 w-40" />
              ))}
            </div>
          </Card>
        </div>
      )}
    </>
  )
}
