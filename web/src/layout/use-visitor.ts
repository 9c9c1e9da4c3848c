import { useQuery } from '@tanstack/react-query'
import type { Person } from '#access/sessions/session-state.ts'
import { useApi } from '#platform/api-context.tsx'

/**
 * The person, with whether their dealer group has a list of payees by now. The session says so at first; it is asked
 * for again only when somebody has changed something in the organization.
 */
export function useVisitor(person: Person): Person {
  const api = useApi()
  const id = person.dealer_group_id
  const { data } = useQuery({
    queryKey: ['organisation', 'payee-settings', id, 'for-menu'],
    queryFn: async ({ signal }) => {
      const { hasPayeeList } = await import('#payees/has-payee-list.ts')
      return hasPayeeList(api, id ?? 0, signal)
    },
    enabled: id !== null,
    initialData: person.payee_list === true,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { payee_list: _, ...rest } = person
  return data && id !== null ? { ...rest, payee_list: true } : rest
}
