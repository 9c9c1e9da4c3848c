import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#platform/api-context.tsx'
import { followChanges } from '#platform/live-updates.ts'
import type { Person } from '#sessions/session-state.ts'

/** Fetches again what others change while somebody looks at it (C2). A new role opens a new stream. */
export function useLiveUpdates({ id, role }: Person) {
  const api = useApi()
  const queries = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream shows what this person may see in this role
  useEffect(
    () =>
      followChanges({
        open: (signal) => api.open('/live', signal),
        onChange: (topic) => {
          void queries.invalidateQueries({ queryKey: [topic] })
          // What happens to a request is news of the inbox, and is announced once.
          if (topic === 'check-requests') void queries.invalidateQueries({ queryKey: ['inbox'] })
        },
      }),
    [api, queries, id, role],
  )
}
