import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'

/** The bank accounts that the person works with. */
export function useBankAccounts() {
  const queryFn = read(useApi(), bankingEndpoints.list, {})
  return useQuery({ queryKey: ['organisation', 'bank-accounts'], queryFn, ...listFreshness })
}
