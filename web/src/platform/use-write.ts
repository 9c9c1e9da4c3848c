import type { Topic } from '@check-requests/domain/api/topics.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useApi } from '#platform/api-context.tsx'
import type { ApiFailure } from '#platform/api-failure.ts'
import type { Call, InputOf, ReplyOf } from '#platform/call.ts'
import { randomHex } from '#platform/random-id.ts'

interface WriteOptions<Row extends Call> {
  /** Lists of these topics are fetched again after a success (R225). */
  refreshes: readonly Topic[]
  /** `waits`: says what of it waits for a second person. */
  onSuccess?(data: ReplyOf<Row>, input: InputOf<Row>, waits: string | undefined): void
  onError?(failure: ApiFailure, input: InputOf<Row>): void
}

/**
 * A mutation that is safe to repeat: retrying it unchanged after a failure, or clicking twice,
 * sends the same `Idempotency-Key`.
 */
export function useWrite<Row extends Call>(row: Row, { refreshes, onSuccess, onError }: WriteOptions<Row>) {
  const api = useApi()
  const queries = useQueryClient()
  const attempt = useRef<{ content: string; key: string }>(undefined)
  const waits = useRef<string>(undefined)

  function keyFor(input: InputOf<Row>): string {
    const content = JSON.stringify(input)
    if (attempt.current?.content !== content) attempt.current = { content, key: randomHex(32) }
    return attempt.current.key
  }

  return useMutation<ReplyOf<Row>, ApiFailure, InputOf<Row>>({
    mutationFn: (input) => api.call(row, input, { idempotencyKey: keyFor(input), waits }),
    onSuccess(data, input) {
      attempt.current = undefined
      for (const topic of refreshes) void queries.invalidateQueries({ queryKey: [topic] })
      onSuccess?.(data, input, waits.current)
    },
    onError: (failure, input) => onError?.(failure, input),
  })
}
