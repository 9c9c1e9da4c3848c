import { z } from 'zod'
import { requiredLines } from '../../values/text.ts'

const moment = z.iso.datetime()
const person = z.object({ id: z.int(), name: z.string() })

/**
 * A comment on a request. `text` is plain, with `@[user id]` where somebody is mentioned; `mentions` has their names as
 * they were then. A deleted comment has neither. `changeable_until`: when the caller can no longer edit or delete it;
 * null if they never could.
 */
export const commentReply = z
  .object({
    id: z.int(),
    text: z.string(),
    mentions: z.array(person),
    created_at: moment,
    created_by: person,
    edited_at: moment.nullable(),
    deleted_at: moment.nullable(),
    changeable_until: moment.nullable(),
  })
  .meta({ id: 'Comment' })
export type Comment = z.output<typeof commentReply>

/** Somebody who can be mentioned, and their primary role. */
export const mentionableReply = z
  .object({ id: z.int(), name: z.string(), role: z.string() })
  .meta({ id: 'MentionablePerson' })
export type Mentionable = z.output<typeof mentionableReply>

/** Maximum length of a comment, in characters. */
export const longestComment = 2000

/** Maximum number of comments on a request, deleted ones included. */
export const mostComments = 500

/** What somebody says about a request; people are mentioned as `@[user id]`. */
export const commentBody = z.strictObject({ text: requiredLines('Write a comment', longestComment) })
export type CommentInput = z.output<typeof commentBody>

/** The beginning of the names that are wanted: of a first or last name, or of both. */
export const mentionableQuery = z.strictObject({ name: z.string().trim().max(100).default('') })
