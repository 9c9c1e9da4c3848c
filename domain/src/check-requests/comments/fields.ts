import { z } from 'zod'
import { requiredLines } from '../../values/text.ts'
import type { Refusal } from '../lifecycle.ts'

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

/** For how long a comment can be edited and deleted, in milliseconds. */
const changeableFor = 5 * 60_000

/** What decides whether somebody may edit or delete a comment; moments in milliseconds. */
export interface ChangeableComment {
  readonly createdById: number
  readonly createdAt: number
  readonly isDeleted: boolean
}

/** When a comment can no longer be changed, in milliseconds. */
export function changeableUntil({ createdAt }: Pick<ChangeableComment, 'createdAt'>): number {
  return createdAt + changeableFor
}

/**
 * Why this person cannot edit or delete a comment at this time; undefined when they can. What others have had time to
 * answer stays as it was said.
 */
export function refusalToChange(userId: number, comment: ChangeableComment, now: number): Refusal | undefined {
  if (comment.createdById !== userId)
    return { kind: 'forbidden', sentence: 'Only the person who wrote this comment can change it.' }
  if (comment.isDeleted) return { kind: 'conflict', sentence: 'This comment was deleted before.' }
  if (now >= changeableUntil(comment))
    return {
      kind: 'conflict',
      sentence: 'A comment can be changed for five minutes after it was written. Write another one instead.',
    }
  return undefined
}
