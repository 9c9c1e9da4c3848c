import { longestComment } from '@check-requests/domain/check-requests/comments/fields.ts'
import { useState } from 'react'
import { useWriteComment } from '#check-requests/comments/api.ts'
import { CommentField, type Written } from '#check-requests/comments/comment-field.tsx'
import { asSent } from '#check-requests/comments/mention-text.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { UnsavedChanges } from '#ui/unsaved-changes.tsx'
import { commandKey } from '#ui/use-shortcut.ts'

const nothing: Written = { text: '', chosen: [] }

/** Where a comment is written; what was typed stays until the server has it. */
export function WriteComment({ requestId }: { requestId: number }) {
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
        label="Write a comment"
        hint={`@ mentions somebody who can see this request. ${commandKey.sign}+Enter sends.`}
        error={errorOf(text, send.error?.message)}
      >
        <CommentField requestId={requestId} value={written} onChange={setWritten} />
      </Field>
      <div>
        <Button type="submit" variant="secondary" size="sm" disabled={text === ''} pending={send.isPending}>
          Comment
        </Button>
      </div>
      <UnsavedChanges when={text !== ''} text="Your comment has not been sent." />
    </form>
  )
}

/** What is wrong with a comment before it is sent, or why it could not be. */
export function errorOf(text: string, refused: string | undefined): string | undefined {
  return text.length > longestComment ? `At most ${longestComment} characters, and this has ${text.length}` : refused
}
