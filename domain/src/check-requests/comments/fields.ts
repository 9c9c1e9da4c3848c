import { z } from 'zod'
import { requiredLines } from '../../values/text.ts'
import type { Refusal } from '../lifecycle.ts'

const moment = z.iso.datetime()
const person = z.object({ id: z.int(), name: z.string() })

/**
 * A comment on a request. `text` is plain, with `@[user id]` for mentions; `mentions` has the users' names at the time.
 * A deleted comment has neither. `changeable_until`: the end of the caller's time to edit or delete the comment; null
 * if the caller can't do either.
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

/** A user who can be mentioned, with their primary role. */
export const mentionableReply = z
  .object({ id: z.int(), name: z.string(), role: z.string() })
  .meta({ id: 'MentionablePerson' })
export type Mentionable = z.output<typeof mentionableReply>

/** Maximum length of a comment, in characters. */
export const longestComment = 2000

/** Maximum number of comments on a request, deleted ones included. */
export const mostComments = 500

/** The text of a comment; mentions are written as `@[user id]`. */
export const commentBody = z.strictObject({ text: requiredLines('Write a comment', longestComment) })
export type CommentInput = z.output<typeof commentBody>

/** The beginning of a first name, a last name, or both. */
export const mentionableQuery = z.strictObject({ name: z.string().trim().max(100).default('') })

/** How long a comment can be edited and deleted, in milliseconds. */
const changeableFor = 5 * 60_000

/** The facts that decide whether a user can edit or delete a comment; times are in milliseconds. */
export interface ChangeableComment {
  readonly createdById: number
  readonly createdAt: number
  readonly isDeleted: boolean
}

/** The time after which a comment can't be changed, in milliseconds. */
export function changeableUntil({ createdAt }: Pick<ChangeableComment, 'createdAt'>): number {
  return createdAt + changeableFor
}

/**
 * Why this user can't edit or delete a comment at this time; undefined when they can. Comments can't be changed after
 * other users have had time to answer.
 */
export function refusalToChange(userId: number, comment: ChangeableComment, now: number): Refusal | undefined {
  if (comment.createdById !== userId)
    return { kind: 'forbidden', sentence: 'Only the author of this comment can change it. Add a new comment instead.' }
  if (comment.isDeleted) return { kind: 'conflict', sentence: 'This comment was already deleted. Reload the page.' }
  if (now >= changeableUntil(comment))
    return {
      kind: 'conflict',
      sentence: 'Comments can be changed only for five minutes. Add a new comment instead.',
    }
  return undefined
}
