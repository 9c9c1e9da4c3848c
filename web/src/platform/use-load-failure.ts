import type { FetchStatus } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure } from '#platform/api-failure.ts'

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
 * The message of a failed load. It stays during automatic retries, so that it does not flicker and is announced
 * once; a retry by hand removes it.
 */
export function useLoadFailure({ data, error, fetchStatus, refetch }: Load): LoadFailure {
  const [shown, setShown] = useState(error)
  if (fetchStatus === 'idle' && shown !== error) setShown(error)
  return {
    // The banner of the page says once that the server cannot be reached.
    error: shown?.status === 0 && data !== undefined ? undefined : shown?.message,
    onRetry() {
      setShown(null)
      void refetch()
    },
  }
}
