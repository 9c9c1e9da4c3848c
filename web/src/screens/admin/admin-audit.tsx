import { Download, ShieldCheck } from 'lucide-react'
import { filterOf, useExport, useTrailState, useVerification } from '#trail/api.ts'
import { Trail } from '#trail/trail.tsx'
import { Verification, verdictInWords } from '#trail/verification.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function AdminAuditScreen() {
  const state = useTrailState()
  const verification = useVerification()
  const download = useExport()
  return (
    <>
      <PageHeader
        title="Audit Trail"
        subtitle="Every change to every record, with the user who made it. Entries can’t be changed or deleted."
        actions={
          <>
            <Button variant="secondary" pending={verification.isPending} onClick={() => verification.mutate()}>
              {!verification.isPending && <ShieldCheck aria-hidden className="size-4" />}
              Verify
            </Button>
            <Button
              variant="secondary"
              pending={download.isPending}
              onClick={() => download.mutate({ query: filterOf(state.values) })}
            >
              {!download.isPending && <Download aria-hidden className="size-4" />}
              Export CSV
            </Button>
          </>
        }
      />
      <p role="status" className="sr-only">
        {verification.data && verdictInWords(verification.data)}
      </p>
      {verification.data && <Verification verdict={verification.data} at={verification.submittedAt} />}
      {verification.error && (
        <Card flush>
          <ErrorState message={verification.error.message} onRetry={() => verification.mutate()} />
        </Card>
      )}
      <Trail state={state} />
    </>
  )
}
