import { auditorEndpoints as endpoints } from '@check-requests/domain/people/auditors/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write-with-notices.ts'

/** Who audits, what of that waits, and who could. */
export function useAuditors() {
  const queryFn = read(useApi(), endpoints.list, {})
  return useQuery({ queryKey: ['organisation', 'auditors'], queryFn, ...listFreshness })
}

const refreshes = ['organisation'] as const

export const auditorNotices = {
  create: { done: 'Right asked for', failed: 'Couldn’t request auditor access', refreshes },
  confirm: { done: 'Confirmed', failed: 'Not confirmed', refreshes },
  end: { done: 'End asked for', failed: 'Couldn’t request the end of auditor access', refreshes },
} satisfies Record<string, WriteNotices>
