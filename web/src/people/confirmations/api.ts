import { confirmationEndpoints } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'

// Live updates about users announce changes. Without changes, pending confirmations take effect at most once a day.
const freshness = { refetchInterval: 60_000, staleTime: 60_000 } as const

/** Pending confirmations of the caller's account, and of the accounts for which the caller is responsible. */
export function useConfirmations() {
  const queryFn = read(useApi(), confirmationEndpoints.list, {})
  return useQuery({ queryKey: ['users', 'confirmations'], queryFn, ...freshness })
}

/** The pending confirmations of an account for which the caller is responsible. */
export function useConfirmationOf(userId: number) {
  return useConfirmations().data?.others.find(({ user_id }) => user_id === userId)
}
