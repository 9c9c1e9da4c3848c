import { type Comment, type CommentInput, mostComments } from '@check-requests/domain/check-requests/comments/fields.ts'
import { refusalToChange } from '@check-requests/domain/check-requests/comments/rules.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { tell } from '../../../notices/inbox/commands/notices.ts'
import { keyOfComment } from '../../../notices/inbox/queries/notices.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'
import { refuse, whileVisible } from '../../commands/apply-change.ts'
import { type FoundRequest, findVisible } from '../../queries/detail/find.ts'
import { addSearchedNotes, searchByNotes } from '../../queries/write/searched-texts.ts'
import { presentComment } from '../presenter.ts'
import {
  type CommentRow,
  countComments,
  findComment,
  insertComment,
  listComments,
  mentionsOf,
  updateComment,
} from '../queries/comments.ts'
import { demandMentions } from './mentions.ts'
import { recordComment, searchedTexts } from './record.ts'

const tooMany = `A request can have ${mostComments} comments, and this one has as many.`

/** Adds a comment to a request that the caller can see. It changes nothing that somebody decides on. */
export function writeComment(
  services: Services,
  command: Command,
  requestId: number,
  { text }: CommentInput,
): Promise<Comment> {
  const { caller } = command
  return commit(
    services,
    whileVisible<Comment>(command, () => requestId),
    async (unit) => {
      const { trx, now } = unit
      const request = await findVisible(trx, caller, requestId)
      if (!request) throw notFound('check request')
      if ((await countComments(trx, requestId)) >= mostComments) throw new Failure('CONFLICT', tooMany)
      const mentioning = await demandMentions(unit, request, text)
      const row = await insertComment(trx, {
        dealer_group_id: request.dealer_group_id,
        check_request_id: requestId,
        text: mentioning.text,
        mentions: JSON.stringify(mentioning.mentions),
        created_at: moment(now),
        created_by_id: caller.userId,
        created_by_name: caller.name,
      })
      afterCreate(trx, 'comment', row.id)
      await addSearchedNotes(trx, requestId, searchedTexts([row]))
      await tellOfComment(unit, caller, request, row)
      recordComment(unit, caller, request, { verb: 'comment', after: row })
      return presentComment(row, caller.userId)
    },
  )
}

/** Gives the caller's own comment another text within five minutes; a mark stays. */
export function editComment(
  services: Services,
  command: Command,
  id: number,
  { text }: CommentInput,
): Promise<Comment> {
  return changeComment(services, command, id, 'edit-comment', async (unit, request) => {
    const { text: kept, mentions } = await demandMentions(unit, request, text)
    return { text: kept, mentions: JSON.stringify(mentions), edited_at: moment(unit.now) }
  })
}

/** Takes the caller's own comment away within five minutes; a mark stays, and the trail keeps the text. */
export function deleteComment(services: Services, command: Command, id: number): Promise<Comment> {
  return changeComment(services, command, id, 'delete-comment', async ({ now }) => ({
    text: '',
    mentions: '[]',
    deleted_at: moment(now),
  }))
}

type Values = Parameters<typeof updateComment>[2]

function changeComment(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  verb: 'edit-comment' | 'delete-comment',
  valuesFor: (unit: Unit, request: FoundRequest) => Promise<Values>,
): Promise<Comment> {
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    await beforeChange(trx, 'comment', id)
    const before = await findComment(trx, id)
    const request = before && (await findVisible(trx, caller, before.check_request_id))
    if (!before || !request) throw notFound('comment')
    refuse(refusalToChange(caller.userId, asChangeable(before), now))
    const after = await updateComment(trx, id, await valuesFor(unit, request))
    await searchByNotes(trx, request, searchedTexts(await listComments(trx, request.id)))
    await tellOfComment(unit, caller, request, after)
    recordComment(unit, caller, request, { verb, before, after })
    return presentComment(after, caller.userId)
  })
}

function asChangeable({ created_by_id, created_at, deleted_at }: CommentRow) {
  return { createdById: created_by_id, createdAt: Date.parse(created_at), isDeleted: deleted_at !== null }
}

/**
 * Tells those whom a comment mentions, and the requester, each once, however often it is edited. What it says is read
 * at the request, where it is gone once it is deleted.
 */
async function tellOfComment(unit: Unit, actor: Caller, request: FoundRequest, comment: CommentRow): Promise<void> {
  const { id: requestId, dealer_group_id: dealerGroupId, requester_id: requesterId } = request
  const news = { key: keyOfComment(comment.id), actor, dealerGroupId, requestId }
  const mentioned = mentionsOf(comment).map(({ id }) => id)
  await tell(unit, mentioned, { event: 'mentioned', ...news })
  await tell(unit, [requesterId], { event: 'commented', ...news })
}
