import { z } from 'zod'
import { requiredLines } from '../../values/text.ts'

/** Maximum length of a comment, in characters. */
export const longestComment = 2000

/** Maximum number of comments on a request, deleted ones included. */
export const mostComments = 500

/** What somebody says about a request; people are mentioned as `@[user id]`. */
export const commentBody = z.strictObject({ text: requiredLines('Write a comment', longestComment) })
export type CommentInput = z.output<typeof commentBody>

/** The beginning of the names that are wanted: of a first or last name, or of both. */
export const mentionableQuery = z.strictObject({ name: z.string().trim().max(100).default('') })
