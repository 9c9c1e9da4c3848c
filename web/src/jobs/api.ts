import { jobEndpoints as endpoints } from '@check-requests/domain/jobs/endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'

const queryKey = ['jobs']

/** What is done in the background, and how it went. */
export function useJobs() {
  return useQuery({ ...listFreshness, queryKey, queryFn: read(useApi(), endpoints.list, {}) })
}

/** Has a job run now. */
export function useRunAgain() {
  const queries = useQueryClient()
  const texts = { done: 'The job runs in a moment', failed: 'The job was not run', refreshes: [] }
  return useWriteWithNotices(endpoints.runAgain, texts, {
    onSuccess: () => void queries.invalidateQueries({ queryKey }),
  })
}
