import type { Topic } from '@check-requests/domain/api/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useApi } from '#platform/api-context.tsx'
import { type ApiFailure, failureNotice } from '#platform/api-failure.ts'
import { randomHex } from '#platform/browser-features.ts'
import type { Call, InputOf, ReplyOf } from '#platform/call.ts'
import { useNotices } from '#platform/notices.tsx'

interface WriteOptions<Row extends Call> {
  /** The topics whose data is refetched after a success (R225). */
  refreshes: readonly Topic[]
  /** `waits`: the message about the part that awaits a second person, if any. */
  onSuccess?(data: ReplyOf<Row>, input: InputOf<Row>, waits: string | undefined): void
  onError?(failure: ApiFailure, input: InputOf<Row>): void
}

/**
 * A mutation that is safe to repeat: retrying it unchanged after a failure, or clicking twice, sends the same
 * `Idempotency-Key`.
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

export interface Handlers<Row extends Call> {
  onSuccess?(data: ReplyOf<Row>, input: InputOf<Row>): void
  onError?(failure: ApiFailure, input: InputOf<Row>): void
  /** The actions behind 'View' and 'Undo' in the success notice, if offered. */
  view?(data: ReplyOf<Row>, input: InputOf<Row>): void
  undo?(data: ReplyOf<Row>, input: InputOf<Row>): void
  /** The usual next step, offered in the success notice. */
  next?: { label: string; run(data: ReplyOf<Row>): void }
}

/** The notices of a write, and the data refetched after it (R225). */
export interface WriteNotices<Data = unknown, Input = never> {
  /** Titles of the success and failure notices. */
  done: string
  failed: string
  detail?(data: Data, input: Input): string
  refreshes: readonly Topic[]
}

/** Notices about created, updated, and removed records (R234, R235). */
export function writeNotices(name: string, refreshes: { created: readonly Topic[]; changed: readonly Topic[] }) {
  return {
    create: { done: `${name} created`, failed: `${name} not created`, refreshes: refreshes.created },
    update: { done: `${name} updated`, failed: `${name} not updated`, refreshes: refreshes.changed },
    remove: { done: `${name} removed.`, failed: `${name} not removed`, refreshes: refreshes.changed },
  } satisfies Record<string, WriteNotices>
}

/**
 * A write that announces its result (R233, R234). If another user has made a change first, fetches the changed data.
 */
export function useWriteWithNotices<Row extends Call>(
  row: Row,
  texts: WriteNotices<ReplyOf<Row>, InputOf<Row>>,
  handlers: Handlers<Row> = {},
) {
  const notices = useNotices()
  const queries = useQueryClient()
  return useWrite(row, {
    refreshes: texts.refreshes,
    onSuccess(data, input, waits) {
      const { view, undo, next, onSuccess } = handlers
      const actions = [
        ...(view ? [{ label: 'View', run: () => view(data, input) }] : []),
        ...(undo ? [{ label: 'Undo', run: () => undo(data, input) }] : []),
        ...(next ? [{ label: next.label, run: () => next.run(data) }] : []),
      ]
      notices.show({ title: texts.done, description: waits ?? texts.detail?.(data, input), actions })
      onSuccess?.(data, input)
    },
    onError(failure, input) {
      if (failure.status === 404 || failure.status === 409)
        for (const topic of texts.refreshes) void queries.invalidateQueries({ queryKey: [topic] })
      notices.show(failureNotice(texts.failed, failure))
      handlers.onError?.(failure, input)
    },
  })
}
