import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import { useSettled } from '#ui/timers.ts'

const shown = 8
const pause = 200

/**
 * The newest requests whose number or payee contains the typed words, fetched when typing pauses. Outdated searches are
 * canceled. Earlier results that still match stay until new results arrive.
 */
export function useJumpTargets(typed: string): { requests: ListedRequest[]; searching: boolean } {
  const words = typed.trim()
  const settled = useSettled(words, pause)
  const api = useApi()
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['check-requests', 'jump', settled],
    queryFn: read(api, checkRequestEndpoints.list, { query: { search: settled, limit: shown } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (words === '') return { requests: [], searching: false }
  const isAnswered = words === settled && !isPlaceholderData
  const found = data?.items ?? []
  return {
    requests: isAnswered ? found : found.filter((request) => holds(request, words)),
    searching: words !== settled || isFetching,
  }
}

function holds({ request_number, payee_name_1 }: ListedRequest, words: string): boolean {
  return [request_number, payee_name_1].some((text) => text.toLowerCase().includes(words.toLowerCase()))
}
