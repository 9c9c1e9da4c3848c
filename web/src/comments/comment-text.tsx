import type { Comment } from '@check-requests/domain/comments/replies.ts'
import { type TextPart, textParts } from '@check-requests/domain/comments/text-parts.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'

/** What somebody said: plain text, with the people whom it mentions and the addresses it can lead to. */
export function CommentText({ comment: { text, mentions } }: { comment: Comment }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {textParts(text, mentions).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text change together.
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
