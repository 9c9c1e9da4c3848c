import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useParams } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { usePayee } from '#payees/api.ts'
import { PayeeDetail } from '#payees/payee-detail.tsx'
import { isFinal } from '#platform/api-failure.ts'
import { PageTitle } from '#platform/brand.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function AdminPayeeScreen() {
  const id = Number(useParams({ strict: false }).id)
  const { data: payee, error, refetch } = usePayee(id)
  if (error && (error.status === 404 || (!payee && isFinal(error)))) return <Missing message={error.message} />
  return (
    <>
      {error && (
        <Card flush>
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        </Card>
      )}
      {!payee && !error && <Waiting />}
      {payee && <PageTitle text={`${markHidden(payee.name)} · Payees`} />}
      {payee && <PayeeDetail key={id} payee={payee} />}
    </>
  )
}

function Waiting() {
  return (
    <>
      <PageHeader title="Payee" />
      <Card>
        <SkeletonRows count={4} />
      </Card>
    </>
  )
}

function Missing({ message }: { message: string }) {
  return (
    <>
      <PageHeader title="Payee" />
      <Card>
        <EmptyState text={message} action={<LinkButton to={paths.payees}>Payees</LinkButton>} />
      </Card>
    </>
  )
}
