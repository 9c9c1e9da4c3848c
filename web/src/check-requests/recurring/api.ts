import { recurringEndpoints as endpoints } from '@check-requests/domain/check-requests/recurring/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write.ts'

/** The user's own recurring requests or, for admins, those in their scope. */
export function useRecurring(enabled = true) {
  const queryFn = read(useApi(), endpoints.list, {})
  return useQuery({ ...listFreshness, queryKey: ['check-requests', 'recurring'], queryFn, enabled })
}

const refreshes = ['check-requests'] as const

export const recurringNotices = {
  create: { done: 'Recurring request set up', failed: 'Couldn’t set up this recurring request', refreshes },
  update: { done: 'Recurring request changed', failed: 'Couldn’t change this recurring request', refreshes },
  submit: { done: 'Check Request Submitted', failed: 'Couldn’t submit this request', refreshes: ['check-requests'] },
  limit: { done: 'Limit saved', failed: 'Couldn’t save the limit', refreshes: ['check-requests', 'organisation'] },
} satisfies Record<string, WriteNotices>
