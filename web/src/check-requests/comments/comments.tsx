import { type Comment, longestComment } from '@check-requests/domain/check-requests/comments/fields.ts'
import { type TextPart, textParts } from '@check-requests/domain/check-requests/comments/text-parts.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import {
  asSent,
  asTyped,
  CommentField,
  useComments,
  useDeleteComment,
  useEditComment,
  useWriteComment,
  type Written,
} from '#check-requests/comments/comment-field.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { Field } from '#ui/form/field.tsx'
import { UnsavedChanges } from '#ui/form/unsaved-changes.tsx'
import { ConfirmLater } from '#ui/overlay/confirm-later.tsx'
import { useNow } from '#ui/timers.ts'
import { commandKey } from '#ui/use-shortcut.ts'

/** The comments on a request, oldest first, and a field for a new one. */
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
            No comments yet. Use comments to ask or explain something; they don’t change the request.
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

/** A comment with author, time, and text, and whether it was edited or deleted. */
function CommentRow({ requestId, comment }: { requestId: number; comment: Comment }) {
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
      <ConfirmLater
        open={asked}
        onOpenChange={setAsked}
        title="Delete this comment?"
        text="No one will be able to read it, but everyone will see that a comment was deleted."
        confirmLabel="Delete"
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } }, { onSettled: () => setAsked(false) })}
      />
    </>
  )
}

/** The text of a comment, with mentions and links. */
function CommentText({ comment: { text, mentions } }: { comment: Comment }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {textParts(text, mentions).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text change together.
        <Part key={index} part={part} />
      ))}
    </p>
  )
}

function Part({ part }: { part: TextPart }) {
  if (part.kind === 'mention')
    return <strong className="font-medium text-accent">@{markHidden(part.person.name)}</strong>
  if (part.kind === 'text') return markHidden(part.text)
  return (
    <a href={part.href} target="_blank" rel="noopener noreferrer" className="break-all text-accent underline">
      {markHidden(part.href)}
    </a>
  )
}

interface EditCommentProps {
  requestId: number
  comment: Comment
  onDone(): void
}

/** Edits the user's own comment. */
function EditComment({ requestId, comment, onDone }: EditCommentProps) {
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
      <Field label="Edit Your Comment" error={errorOf(text, edit.error?.message)}>
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

const nothing: Written = { text: '', chosen: [] }

/** The field for a new comment; keeps the text until the server has saved it. */
function WriteComment({ requestId }: { requestId: number }) {
  const [written, setWritten] = useState(nothing)
  const send = useWriteComment(() => setWritten(nothing))
  const text = asSent(written.text.trim(), written.chosen)
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text && !send.isPending) send.mutate({ params: { id: requestId }, body: { text } })
      }}
    >
      <Field
        label="Write a Comment"
        hint={`Type @ to mention someone who can see this request. Press ${commandKey.sign}+Enter to send.`}
        error={errorOf(text, send.error?.message)}
      >
        <CommentField requestId={requestId} value={written} onChange={setWritten} />
      </Field>
      <div>
        <Button type="submit" variant="secondary" size="sm" disabled={text === ''} pending={send.isPending}>
          Comment
        </Button>
      </div>
      <UnsavedChanges when={text !== ''} text="Your comment hasn’t been sent." />
    </form>
  )
}

/** The error in a comment before it is sent, or the reason it couldn't be saved. */
function errorOf(text: string, refused: string | undefined): string | undefined {
  return text.length > longestComment
    ? `Enter at most ${longestComment} characters; this comment has ${text.length}`
    : refused
}
