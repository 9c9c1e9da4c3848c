import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { tell } from '../../../notices/inbox/commands/tell.ts'
import { keyOfComment } from '../../../notices/inbox/queries/quotes.ts'
import type { Unit } from '../../../services.ts'
import type { FoundRequest } from '../../queries/detail/find.ts'
import { type CommentRow, mentionsOf } from '../queries/comments.ts'

/**
 * Tells those whom a comment mentions, and the requester, each once, however often it is edited. What it says is read
 * at the request, where it is gone once it is deleted.
 */
export async function tellOfComment(
  unit: Unit,
  actor: Caller,
  request: FoundRequest,
  comment: CommentRow,
): Promise<void> {
  const { id: requestId, dealer_group_id: dealerGroupId, requester_id: requesterId } = request
  const news = { key: keyOfComment(comment.id), actor, dealerGroupId, requestId }
  const mentioned = mentionsOf(comment).map(({ id }) => id)
  await tell(unit, mentioned, { event: 'mentioned', ...news })
  await tell(unit, [requesterId], { event: 'commented', ...news })
}
