import { useComments } from '#comments/api.ts'
import { CommentRow } from '#comments/comment-row.tsx'
import { WriteComment } from '#comments/write-comment.tsx'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { may } from '#sessions/may.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'

/** What people say about a request, oldest first, and where to say something. */
export function Comments({ requestId }: { requestId: number }) {
  const list = useComments(requestId)
  const failure = useLoadFailure(list)
  const comments = list.data ?? []
  return (
    <Card title="Comments" className="print:hidden">
      <div className="grid gap-4">
        {failure.error && <ErrorState message={failure.error} onRetry={failure.onRetry} />}
        {list.isSuccess && comments.length === 0 && (
          <p className="text-ink-soft">
            No comments. Ask or explain something here; it changes nothing on the request.
          </p>
        )}
        {comments.length > 0 && (
          <ol aria-live="polite" className="grid divide-y divide-line">
            {comments.map((comment) => (
              <CommentRow key={comment.id} requestId={requestId} comment={comment} />
            ))}
          </ol>
        )}
        {may(usePerson(), 'comments.write') && <WriteComment requestId={requestId} />}
      </div>
    </Card>
  )
}
