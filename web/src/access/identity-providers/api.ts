import { identityProviderEndpoints as endpoints } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write.ts'

/** The identity providers managed by the admin. */
export function useProviders() {
  const queryFn = read(useApi(), endpoints.list, {})
  return useQuery({ queryKey: ['organisation', 'identity-providers'], queryFn, ...listFreshness })
}

const refreshes = ['organisation'] as const

export const providerNotices = {
  create: { done: 'Identity provider proposed', failed: 'Couldn’t propose this identity provider', refreshes },
  update: { done: 'Identity provider updated', failed: 'Couldn’t update this identity provider', refreshes },
  confirm: { done: 'Identity provider confirmed', failed: 'Couldn’t confirm this identity provider', refreshes },
  end: { done: 'Identity provider deactivated', failed: 'Couldn’t deactivate this identity provider', refreshes },
  passwords: { done: 'Password sign-in updated', failed: 'Couldn’t update password sign-in', refreshes },
  test: { done: 'Connection tested', failed: 'Couldn’t test the connection', refreshes: [] },
  forget: { done: 'Account unlinked', failed: 'Couldn’t unlink this account', refreshes: [] },
} satisfies Record<string, WriteNotices>
