import { placeOf } from '@check-requests/domain/access/scope.ts'
import { withNames } from '@check-requests/domain/check-requests/comments/text-parts.ts'
import { scopeNamesOfRequest } from '../../../access/sessions/queries/accounts.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Unit } from '../../../services.ts'
import type { FoundRequest } from '../../queries/detail/find.ts'
import { type CommentRow, mentionsOf } from '../queries/comments.ts'

/** A comment's data in the audit trail. */
export function auditedComment(row: CommentRow) {
  return { id: row.id, text: row.text, mentions: mentionsOf(row) }
}

/** The searchable text of comments. Deleted comments have none. */
export function searchedTexts(comments: readonly CommentRow[]): string[] {
  return comments.filter(({ text }) => text !== '').map((row) => withNames(row.text, mentionsOf(row)))
}

/** Records a written or deleted comment in the audit trail, and notifies everyone who sees the request. */
export function recordComment(
  { audit, changed }: Unit,
  actor: Caller,
  request: FoundRequest,
  {
    verb,
    before,
    after,
  }: { verb: 'comment' | 'edit-comment' | 'delete-comment'; before?: CommentRow; after: CommentRow },
): void {
  const subject = { chain: request.dealer_group_id, entity: 'check-request', entityId: request.id }
  audit({
    actor,
    ...subject,
    action: `check-request.${verb}`,
    before: before && { comment: auditedComment(before) },
    after: { comment: auditedComment(after) },
  })
  const scopes = scopeNamesOfRequest(placeOf(request), request.requester_id)
  changed({ topic: 'check-requests', id: request.id, scopes })
}
