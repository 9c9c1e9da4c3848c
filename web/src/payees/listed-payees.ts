import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'

// What people see of payees changes with what they see of the organization.
const topic = 'organisation'

/**
 * Payees on the list of a dealer group whose names contain the words; none where it has no list. They only help with
 * typing, so a failure is neither shown nor retried.
 */
export function useListedPayees(groupId: number | null, search: string) {
  const api = useApi()
  const id = groupId ?? 0
  const settings = useQuery({
    queryKey: [topic, 'payee-settings', id, 'for-typing'],
    queryFn: read(api, endpoints.settings, { params: { id } }),
    enabled: groupId !== null,
    staleTime: listFreshness.staleTime,
    retry: false,
  })
  const { data = [] } = useQuery({
    queryKey: [topic, 'payee-names', id, search],
    queryFn: read(api, endpoints.names, { query: { dealer_group_id: id, search } }),
    enabled: groupId !== null && settings.data?.payee_list === 'on',
    staleTime: listFreshness.staleTime,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return data
}
