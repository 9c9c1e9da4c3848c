import { type Query, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiFailure } from '#platform/api-failure.ts'

/**
 * Whether something on the screen could not be read because the server did not respond, and how old the oldest data
 * shown is: a time in milliseconds, 0 where there is no data at all, undefined while the server responds.
 */
export function useUnreachableSince(): number | undefined {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => {
      const failing = cache.getAll().filter((query) => query.isActive() && isUnreachable(query))
      if (failing.length === 0) return undefined
      const shown = failing.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0)
      return shown.length > 0 ? Math.min(...shown) : 0
    },
  )
}

function isUnreachable({ state }: Query): boolean {
  return [state.error, state.fetchFailureReason].some(
    (failure) => failure instanceof ApiFailure && failure.status === 0,
  )
}
