import { jobEndpoints as endpoints, type Job } from '@check-requests/domain/operation/jobs/endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useApi } from '#platform/api-context.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Badge, type BadgeColor } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
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

const states: Record<Job['state'], { word: string; color: BadgeColor }> = {
  waiting: { word: 'Waiting', color: 'gray' },
  due: { word: 'Due', color: 'blue' },
  running: { word: 'Running', color: 'teal' },
  failed: { word: 'Failed', color: 'red' },
}

/** Jobs with their last and next run, and the error if the last run failed. */
export function JobList({ jobs }: { jobs: readonly Job[] }) {
  return (
    <ul>
      {jobs.map((job) => (
        <Row key={job.name} job={job} />
      ))}
    </ul>
  )
}

function Row({ job }: { job: Job }) {
  const { label, state, error } = job
  const run = useRunAgain()
  const { word, color } = states[state]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3 sm:px-5">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium">{label}</span>
          <Badge color={color}>{word}</Badge>
        </p>
        <p className="text-[0.8125rem] text-ink-soft">{timesOf(job)}</p>
        {error && <p className="wrap-anywhere text-danger">{failureOf(job, error)}</p>}
      </div>
      {(state === 'waiting' || state === 'failed') && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Run Again: ${label}`}
          pending={run.isPending}
          onClick={() => run.mutate({ body: { name: job.name } })}
        >
          Run Again
        </Button>
      )}
    </li>
  )
}

function timesOf({ state, due_at, ended_at, took_ms }: Job): string {
  const last = ended_at ? `Last ended ${formatMoment(ended_at)}, after ${durationOf(took_ms ?? 0)}` : 'Hasn’t run yet'
  return state === 'waiting' || state === 'failed' ? `${last} · next ${formatMoment(due_at)}` : last
}

function durationOf(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

function failureOf({ failures }: Job, error: string): string {
  return failures === 1 ? `Failed once: ${error}` : `Failed ${failures} times in a row: ${error}`
}

const queryKey = ['jobs']
const soon = 2000

/** Background jobs and their results; refetched often while a job is running. */
export function useJobs() {
  return useQuery<readonly Job[]>({
    ...listFreshness,
    queryKey,
    queryFn: read(useApi(), endpoints.list, {}),
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? soon : listFreshness.refetchInterval),
  })
}

function isMoving({ state }: Job): boolean {
  return state === 'due' || state === 'running'
}

/** Runs a job immediately. */
function useRunAgain() {
  const queries = useQueryClient()
  const texts = { done: 'Job queued', failed: 'Couldn’t run the job', refreshes: [] }
  return useWriteWithNotices(endpoints.runAgain, texts, {
    onSuccess: () => void queries.invalidateQueries({ queryKey }),
  })
}
