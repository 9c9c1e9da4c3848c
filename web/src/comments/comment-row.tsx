import type { Comment } from '@check-requests/domain/comments/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useDeleteComment } from '#comments/api.ts'
import { CommentText } from '#comments/comment-text.tsx'
import { EditComment } from '#comments/edit-comment.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useNow } from '#ui/use-now.ts'

/** One comment: who, when, what, and that it was edited or deleted. */
export function CommentRow({ requestId, comment }: { requestId: number; comment: Comment }) {
  const [isEdited, setEdited] = useState(false)
  const { created_at, created_by, edited_at, deleted_at, changeable_until } = comment
  const isChangeable = Date.parse(changeable_until ?? '') > useNow().getTime()
  return (
    <li className="grid gap-1 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="font-medium">{markHidden(created_by.name)}</span>
        <time className="text-[0.8125rem] text-ink-soft" dateTime={created_at}>
          {formatMoment(created_at)}
        </time>
        {edited_at && !deleted_at && <span className="text-[0.8125rem] text-ink-soft">· edited</span>}
        {isChangeable && !isEdited && (
          <span className="ms-auto flex">
            <Button variant="ghost" size="small-icon" aria-label="Edit comment" onClick={() => setEdited(true)}>
              <Pencil aria-hidden className="size-4" />
            </Button>
            <DeleteButton id={comment.id} />
          </span>
        )}
      </div>
      {deleted_at && <p className="text-ink-soft italic">Deleted, {formatMoment(deleted_at)}</p>}
      {!deleted_at && !isEdited && <CommentText comment={comment} />}
      {!deleted_at && isEdited && (
        <EditComment requestId={requestId} comment={comment} onDone={() => setEdited(false)} />
      )}
    </li>
  )
}

function DeleteButton({ id }: { id: number }) {
  const [asked, setAsked] = useState(false)
  const remove = useDeleteComment()
  return (
    <>
      <Button variant="ghost" size="small-icon" aria-label="Delete comment" onClick={() => setAsked(true)}>
        <Trash2 aria-hidden className="size-4" />
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Delete this comment?"
        text="Nobody can read it anymore, but everyone still sees that there was a comment."
        confirmLabel="Delete"
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } }, { onSettled: () => setAsked(false) })}
      />
    </>
  )
}
