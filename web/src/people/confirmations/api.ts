import { confirmationEndpoints } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'

// Live updates come with the users'; the time alone changes what waits only from one day to the next.
const freshness = { refetchInterval: 60_000, staleTime: 60_000 } as const

/** What waits for a second person about the caller's account, and about those that the caller answers for. */
export function useConfirmations() {
  const queryFn = read(useApi(), confirmationEndpoints.list, {})
  return useQuery({ queryKey: ['users', 'confirmations'], queryFn, ...freshness })
}

/** What waits about one of the accounts that the caller answers for. */
export function useConfirmationOf(userId: number) {
  return useConfirmations().data?.others.find(({ user_id }) => user_id === userId)
}
