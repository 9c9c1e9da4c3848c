import type { FetchStatus } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure } from '#platform/api-failure.ts'

interface Load {
  error: ApiFailure | null
  fetchStatus: FetchStatus
  refetch(): unknown
}

export interface LoadFailure {
  /** What went wrong, or nothing. */
  error: string | undefined
  onRetry(): void
}

/**
 * What a failed load says. It stays while the load is repeated by itself, so that it does not flicker and is read out
 * once; who asks for a repetition sees it go.
 */
export function useLoadFailure({ error, fetchStatus, refetch }: Load): LoadFailure {
  const [shown, setShown] = useState(error)
  if (fetchStatus === 'idle' && shown !== error) setShown(error)
  return {
    error: shown?.message,
    onRetry() {
      setShown(null)
      void refetch()
    },
  }
}
