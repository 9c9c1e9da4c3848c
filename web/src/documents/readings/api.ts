import type { Topic } from '@check-requests/domain/api/endpoint.ts'
import { readingEndpoints as endpoints } from '@check-requests/domain/documents/readings/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import type { Owner } from '#documents/attachments/api.ts'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'

// The event stream announces each reading with this topic.
const topic: Topic = 'documents'

/** What the documents of a draft or request say. Documents of payees aren't read. */
export function useReadings(owner: Owner, isWanted: boolean) {
  const api = useApi()
  const [row, id] = callOf(owner)
  const { data = [] } = useQuery({
    queryKey: [topic, 'readings', owner],
    queryFn: read(api, row, { params: { id: id ?? 0 } }),
    enabled: isWanted && id !== undefined,
    retry: false,
  })
  return data
}

function callOf(owner: Owner) {
  if ('request' in owner) return [endpoints.ofRequest, owner.request] as const
  return [endpoints.ofDraft, 'draft' in owner ? owner.draft : undefined] as const
}
