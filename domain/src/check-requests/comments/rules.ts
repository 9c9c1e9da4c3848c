import type { Refusal } from '../lifecycle.ts'

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
