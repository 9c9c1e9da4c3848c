import type { Comment } from '@check-requests/domain/comments/replies.ts'
import { useState } from 'react'
import { useEditComment } from '#comments/api.ts'
import { CommentField, type Written } from '#comments/comment-field.tsx'
import { asSent, asTyped } from '#comments/mention-text.ts'
import { errorOf } from '#comments/write-comment.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'

interface EditCommentProps {
  requestId: number
  comment: Comment
  onDone(): void
}

/** Gives one's own comment another text. */
export function EditComment({ requestId, comment, onDone }: EditCommentProps) {
  const [written, setWritten] = useState<Written>(() => asTyped(comment.text, comment.mentions))
  const edit = useEditComment(onDone)
  const text = asSent(written.text.trim(), written.chosen)
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text === comment.text) onDone()
        else if (text && !edit.isPending) edit.mutate({ params: { id: comment.id }, body: { text } })
      }}
    >
      <Field label="Edit your comment" error={errorOf(text, edit.error?.message)}>
        <CommentField requestId={requestId} value={written} onChange={setWritten} autoFocus />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="secondary" size="sm" disabled={text === ''} pending={edit.isPending}>
          Save
        </Button>
        <Button variant="ghost" size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
