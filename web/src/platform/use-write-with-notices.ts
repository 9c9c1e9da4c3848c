import type { Topic } from '@check-requests/domain/api/topics.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiFailure } from '#platform/api-failure.ts'
import type { Call, InputOf, ReplyOf } from '#platform/call.ts'
import { failureNotice } from '#platform/failure-notice.ts'
import { useNotices } from '#platform/notices.tsx'
import { useWrite } from '#platform/use-write.ts'

export interface Handlers<Row extends Call> {
  onSuccess?(data: ReplyOf<Row>, input: InputOf<Row>): void
  onError?(failure: ApiFailure, input: InputOf<Row>): void
  /** Offers 'View' and 'Undo' in the success notice. */
  view?(data: ReplyOf<Row>, input: InputOf<Row>): void
  undo?(data: ReplyOf<Row>, input: InputOf<Row>): void
  /** Offers what people mostly do next. */
  next?: { label: string; run(data: ReplyOf<Row>): void }
}

/** The notices of a write, and what is fetched again after it (R225). */
export interface WriteNotices<Data = unknown, Input = never> {
  /** Titles of the success and failure notices. */
  done: string
  failed: string
  detail?(data: Data, input: Input): string
  refreshes: readonly Topic[]
}

/** Notices about what is created, updated and removed (R234, R235). */
export function writeNotices(name: string, refreshes: { created: readonly Topic[]; changed: readonly Topic[] }) {
  return {
    create: { done: `${name} created`, failed: `${name} not created`, refreshes: refreshes.created },
    update: { done: `${name} updated`, failed: `${name} not updated`, refreshes: refreshes.changed },
    remove: { done: `${name} removed.`, failed: `${name} not removed`, refreshes: refreshes.changed },
  } satisfies Record<string, WriteNotices>
}

/** A write that announces its result (R233, R234). If somebody else was faster, their version is fetched. */
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
