import type { Topic } from '@check-requests/domain/api/endpoint.ts'
import { attachmentEndpoints as endpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import type { ListedAttachment, SavedAttachment } from '@check-requests/domain/documents/attachments/fields.ts'
import { readingEndpoints } from '@check-requests/domain/documents/readings/endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiClient } from '#platform/api-client.ts'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import { type Handlers, useWriteWithNotices } from '#platform/use-write.ts'

const topic: Topic = 'check-requests'
const key = (owner: Owner) => [topic, 'documents', owner]
type Listed = readonly ListedAttachment[]

/** How long the file of a closed document stays cached, in milliseconds, in case the user goes back. */
const keepTime = 60_000

/** The owner's documents, including removed ones; empty if the owner is a draft that doesn't exist yet. */
export function useDocuments(owner: Owner) {
  const api = useApi()
  const [row, id] = listOf(owner)
  return useQuery({
    queryKey: key(owner),
    queryFn: read(api, row, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
  })
}

function listOf(owner: Owner) {
  if ('request' in owner) return [endpoints.list, owner.request] as const
  if ('payee' in owner) return [endpoints.listOfPayee, owner.payee] as const
  return [endpoints.listOfDraft, owner.draft] as const
}

// The event stream announces each reading with this topic.
export const topicOfReadings: Topic = 'documents'

/** What the documents of a draft or request say. Documents of payees aren’t read. */
export function useReadings(owner: Owner, isWanted: boolean) {
  const api = useApi()
  const [row, id] = readingsOf(owner)
  const { data = [] } = useQuery({
    queryKey: [topicOfReadings, 'readings', owner],
    queryFn: read(api, row, { params: { id: id ?? 0 } }),
    enabled: isWanted && id !== undefined,
    retry: false,
  })
  return data
}

function readingsOf(owner: Owner) {
  if ('request' in owner) return [readingEndpoints.ofRequest, owner.request] as const
  return [readingEndpoints.ofDraft, 'draft' in owner ? owner.draft : undefined] as const
}

/** The file of a document. Fetched only once, because a document's content never changes. */
export function useContent(id: number) {
  return useQuery(contentOf(useApi(), id))
}

/** The query for the file of a document. */
export function contentOf(api: ApiClient, id: number) {
  return {
    queryKey: ['document', id],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.file(endpoints.content, { params: { id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keepTime,
  }
}

/** Functions that read and refetch the cached documents. */
export function useDocumentsCache() {
  const api = useApi()
  const queries = useQueryClient()
  const limits = {
    queryKey: ['document-limits'],
    queryFn: read(api, endpoints.limits, {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }
  return {
    /** The highest document id; 0 if there are none. */
    newest: (owner: Owner) => Math.max(0, ...(queries.getQueryData<Listed>(key(owner)) ?? []).map(({ id }) => id)),
    /** Refetches the documents and the request that contains them. */
    refresh: () => queries.invalidateQueries({ queryKey: [topic] }),
    /** The maximum document size in bytes; undefined if it couldn't be fetched. The server also enforces this limit. */
    mostBytes: () =>
      queries.fetchQuery(limits).then(
        (known) => known.most_bytes,
        () => undefined,
      ),
  }
}

export function useRemoveDocument(handlers: Handlers<typeof endpoints.remove>) {
  const texts = {
    done: 'Document removed',
    failed: 'Couldn’t remove this document',
    detail: ({ name }: SavedAttachment) => name,
    refreshes: [topic],
  }
  return useWriteWithNotices(endpoints.remove, texts, handlers)
}

/** The owner of documents: a request, a payee, or a form's draft, which may not exist yet. */
export type Owner = { readonly request: number } | { readonly payee: number } | { readonly draft: number | undefined }
