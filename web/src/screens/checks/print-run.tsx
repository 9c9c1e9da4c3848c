import { useParams } from '@tanstack/react-router'
import { usePrintRun } from '#checks/api.ts'
import { PrintRun } from '#checks/printing/print-run.tsx'
import { paths } from '#paths.ts'
import { isFinal } from '#platform/api-failure.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function PrintRunScreen() {
  const id = Number(useParams({ strict: false }).id)
  const { data: run, error, refetch } = usePrintRun(id)
  if (run && !(error && isFinal(error))) return <PrintRun key={id} run={run} />
  return (
    <>
      <PageHeader title="Print Run" />
      <Card flush={error !== null}>
        {error && isFinal(error) && (
          <EmptyState text={error.message} action={<LinkButton to={paths.printChecks}>Print Checks</LinkButton>} />
        )}
        {error && !isFinal(error) && <ErrorState message={error.message} onRetry={() => void refetch()} />}
        {!error && <SkeletonRows count={4} />}
      </Card>
    </>
  )
}
