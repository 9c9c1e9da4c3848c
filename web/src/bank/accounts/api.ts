import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import type { WriteNotices } from '#platform/use-write.ts'

/** The user's bank accounts. */
export function useBankAccounts() {
  const queryFn = read(useApi(), bankingEndpoints.list, {})
  return useQuery({ queryKey: ['organisation', 'bank-accounts'], queryFn, ...listFreshness })
}

// An account's settings decide what can happen to its dealerships' checks.
const refreshes = ['organisation', 'check-requests'] as const

function says(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes }
}

export const accountNotices = {
  propose: {
    ...says('Bank account proposed', 'Couldn’t propose this bank account'),
    detail: () => 'Another admin has to confirm this account before checks can be drawn on it.',
  },
  update: says('Bank account updated', 'Couldn’t update this bank account'),
  confirm: says('Bank account confirmed', 'Couldn’t confirm this bank account'),
  names: says('Names at the bank saved', 'Couldn’t save the names at the bank'),
  discard: says('Changes discarded', 'Couldn’t discard the changes'),
  close: {
    ...says('Closing proposed', 'Couldn’t propose closing the account'),
    detail: () => 'Another admin has to confirm closing this account.',
  },
} satisfies Record<string, WriteNotices>
