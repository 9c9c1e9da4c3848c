import { jobEndpoints as endpoints, type Job } from '@check-requests/domain/operation/jobs/endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'

const queryKey = ['jobs']
const soon = 2000

/** What is done in the background, and how it went; asked for often while a job is about to end. */
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

/** Has a job run now. */
export function useRunAgain() {
  const queries = useQueryClient()
  const texts = { done: 'The job runs in a moment', failed: 'Couldn’t run the job', refreshes: [] }
  return useWriteWithNotices(endpoints.runAgain, texts, {
    onSuccess: () => void queries.invalidateQueries({ queryKey }),
  })
}
