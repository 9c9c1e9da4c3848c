import { roleOf } from '@check-requests/domain/access/roles.ts'
import type { Comment, Mentionable } from '@check-requests/domain/check-requests/comments/fields.ts'
import { changeableUntil } from '@check-requests/domain/check-requests/comments/rules.ts'
import type { Viewer } from '../../notices/inbox/queries/viewers.ts'
import { moment } from '../../platform/clock.ts'
import { type CommentRow, mentionsOf } from './queries/comments.ts'

/** A comment as this person sees it. */
export function presentComment(row: CommentRow, userId: number): Comment {
  const { id, text, created_at, created_by_id, created_by_name, edited_at, deleted_at } = row
  const isOwn = created_by_id === userId && deleted_at === null
  return {
    id,
    text,
    mentions: mentionsOf(row),
    created_at,
    created_by: { id: created_by_id, name: created_by_name },
    edited_at,
    deleted_at,
    changeable_until: isOwn ? moment(changeableUntil({ createdAt: Date.parse(created_at) })) : null,
  }
}

/** Somebody who can be mentioned. */
export function presentMentionable({ userId, name, primaryRole }: Viewer): Mentionable {
  return { id: userId, name, role: roleOf(primaryRole).label }
}
