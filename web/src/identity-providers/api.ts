import { identityProviderEndpoints as endpoints } from '@check-requests/domain/identity-providers/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write-with-notices.ts'

/** The identity providers that the admin looks after. */
export function useProviders() {
  const queryFn = read(useApi(), endpoints.list, {})
  return useQuery({ queryKey: ['organisation', 'identity-providers'], queryFn, ...listFreshness })
}

const refreshes = ['organisation'] as const

export const providerNotices = {
  create: { done: 'Identity provider proposed', failed: 'Identity provider not proposed', refreshes },
  update: { done: 'Identity provider updated', failed: 'Identity provider not updated', refreshes },
  confirm: { done: 'Confirmed', failed: 'Not confirmed', refreshes },
  end: { done: 'Identity provider ended', failed: 'Identity provider not ended', refreshes },
  passwords: { done: 'Passwords switched', failed: 'Passwords not switched', refreshes },
  test: { done: 'Connection tested', failed: 'Connection not tested', refreshes: [] },
  forget: { done: 'Account forgotten', failed: 'Account not forgotten', refreshes: [] },
} satisfies Record<string, WriteNotices>
