import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import { useSettled } from '#ui/timers.ts'

const shown = 5
const pause = 200

/** Payees that contain these words, fetched when typing pauses; empty for users who can't read payees. */
export function usePayeeTargets(typed: string, isOffered: boolean): readonly PayeeReply[] {
  const words = typed.trim()
  const settled = useSettled(words, pause)
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['organisation', 'payee-jump', settled],
    queryFn: read(api, payeeEndpoints.list, { query: { search: settled, limit: shown } }),
    enabled: isOffered && settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  return words === '' || !isOffered ? [] : (data?.items ?? [])
}
