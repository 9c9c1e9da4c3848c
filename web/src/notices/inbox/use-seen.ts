import { useEffect } from 'react'
import { useMarkRead, useUnread } from '#notices/inbox/api.ts'

/** Marks what the inbox says about a request as read while the request is open; undefined until it has loaded. */
export function useSeen(request: { readonly id: number; readonly version: number } | undefined) {
  const { mutate } = useMarkRead()
  const hasUnread = Boolean(useUnread())
  const id = request?.id
  const version = request?.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version can be news, and its reader sees it
  useEffect(() => {
    if (id !== undefined && hasUnread) mutate({ body: { check_request_id: id } })
  }, [id, version, hasUnread, mutate])
}
