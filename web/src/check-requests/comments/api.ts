import type { Topic } from '@check-requests/domain/api/endpoint.ts'
import { commentEndpoints as endpoints } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import { useWrite, useWriteWithNotices } from '#platform/use-write.ts'

/** Comments are announced as their request is. */
const topic: Topic = 'check-requests'

/** The comments on a request, oldest first. */
export function useComments(requestId: number) {
  const api = useApi()
  return useQuery({
    queryKey: [topic, 'comments', requestId],
    queryFn: read(api, endpoints.list, { params: { id: requestId } }),
  })
}

/** People who can be mentioned on a request and whose names begin like this; nobody without a beginning. */
export function useMentionable(requestId: number, name: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [topic, 'mentionable', requestId, name],
    queryFn: read(api, endpoints.mentionable, { params: { id: requestId }, query: { name: name ?? '' } }),
    enabled: name !== undefined,
    placeholderData: keepPreviousData,
  })
}

export function useWriteComment(onDone: () => void) {
  const notices = { done: 'Comment Added', failed: 'Comment add error', refreshes: [topic] }
  return useWriteWithNotices(endpoints.write, notices, { onSuccess: onDone })
}

export function useEditComment(onDone: () => void) {
  return useWrite(endpoints.edit, { refreshes: [topic], onSuccess: onDone })
}

export function useDeleteComment() {
  return useWriteWithNotices(endpoints.remove, {
    done: 'Comment deleted',
    failed: 'Couldn’t delete this comment',
    refreshes: [topic],
  })
}
