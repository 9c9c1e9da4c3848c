import { confirmationEndpoints } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'

// The users' topic announces changes. Time alone changes pending confirmations at most daily.
const freshness = { refetchInterval: 60_000, staleTime: 60_000 } as const

/** Pending confirmations of the caller's account, and of those that the caller is responsible for. */
export function useConfirmations() {
  const queryFn = read(useApi(), confirmationEndpoints.list, {})
  return useQuery({ queryKey: ['users', 'confirmations'], queryFn, ...freshness })
}

/** The pending confirmations of an account that the caller is responsible for. */
export function useConfirmationOf(userId: number) {
  return useConfirmations().data?.others.find(({ user_id }) => user_id === userId)
}
