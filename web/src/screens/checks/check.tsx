import { useParams } from '@tanstack/react-router'
import { CheckDetail } from '#checks/detail/check-detail.tsx'
import { useCheck } from '#checks/register/api.ts'
import { paths } from '#paths.ts'
import { isFinal } from '#platform/api-failure.ts'
import { PageTitle } from '#platform/brand.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function CheckScreen() {
  const id = Number(useParams({ strict: false }).id)
  const { data: check, error, refetch } = useCheck(id)
  if (error && (error.status === 404 || (!check && isFinal(error)))) return <Missing message={error.message} />
  return (
    <>
      {error && (
        <Card flush>
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        </Card>
      )}
      {!check && !error && <Waiting />}
      {check && <PageTitle text={`Check ${check.number} · Checks`} />}
      {check && <CheckDetail key={id} check={check} />}
    </>
  )
}

function Waiting() {
  return (
    <>
      <PageHeader title="Check" />
      <Card>
        <SkeletonRows count={4} />
      </Card>
    </>
  )
}

function Missing({ message }: { message: string }) {
  return (
    <>
      <PageHeader title="Check" />
      <Card>
        <EmptyState text={message} action={<LinkButton to={paths.checks}>Checks</LinkButton>} />
      </Card>
    </>
  )
}
