import type { Unit } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import type { RequestEvent } from '../../listeners/request-event.ts'
import { addSearchedNotes } from '../../queries/write/searched-texts.ts'
import { auditedComment, searchedTexts } from '../commands/record.ts'
import { deleteCommentsOn, listComments } from '../queries/comments.ts'

/** Keeps comments searchable when a request's notes change. */
export async function keepCommentsSearched({ trx }: Unit, event: RequestEvent): Promise<void> {
  if (event.name !== 'resubmitted' || !('notes' in event.after) || event.after.notes === event.before.notes) return
  await addSearchedNotes(trx, event.request.id, searchedTexts(await listComments(trx, event.request.id)))
}

/** Deletes the comments on a deleted request. The audit trail keeps their text. */
export async function removeComments({ trx, audit }: Unit, event: RequestEvent): Promise<void> {
  if (event.name !== 'deleted') return
  const { actor, request } = event
  const comments = await listComments(trx, request.id)
  if (comments.length === 0) return
  await beforeChange(trx, 'comment', ...comments.map(({ id }) => id))
  await deleteCommentsOn(trx, request.id)
  const subject = { chain: request.dealer_group_id, entity: 'check-request', entityId: request.id }
  const before = { comments: comments.map(auditedComment) }
  audit({ actor, ...subject, action: 'check-request.remove-comments', before })
}
