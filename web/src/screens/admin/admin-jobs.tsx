import { JobList, useJobs } from '#operation/jobs/job-list.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function AdminJobsScreen() {
  const jobs = useJobs()
  const { error, onRetry } = useLoadFailure(jobs)
  return (
    <>
      <PageHeader
        title="Background Work"
        subtitle="Tasks that the server runs on its own. Failed tasks are retried after increasing delays."
      />
      <Card flush title="Jobs">
        {error && <ErrorState message={error} onRetry={onRetry} />}
        {jobs.isPending && !error && <SkeletonRows count={6} />}
        {jobs.data && <JobList jobs={jobs.data} />}
      </Card>
    </>
  )
}
