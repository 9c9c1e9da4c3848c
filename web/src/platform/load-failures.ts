import { type FetchStatus, type Query, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { ApiFailure } from '#platform/api-failure.ts'

interface Load {
  data?: unknown
  error: ApiFailure | null
  fetchStatus: FetchStatus
  refetch(): unknown
}

export interface LoadFailure {
  /** The error message; undefined when there is none. */
  error: string | undefined
  onRetry(): void
}

/**
 * The message of a failed load. Stays during automatic retries, so that it doesn't flicker and is announced once; a
 * manual retry removes it.
 */
export function useLoadFailure({ data, error, fetchStatus, refetch }: Load): LoadFailure {
  const [shown, setShown] = useState(error)
  if (fetchStatus === 'idle' && shown !== error) setShown(error)
  return {
    // If data is shown, the page's banner already says that the server can't be reached.
    error: shown?.status === 0 && data !== undefined ? undefined : shown?.message,
    onRetry() {
      setShown(null)
      void refetch()
    },
  }
}

/**
 * The time, in milliseconds, when the oldest data on the screen was loaded, if the server doesn't respond; 0 if no data
 * has been loaded. Undefined while the server responds.
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
