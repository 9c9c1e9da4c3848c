import type { CommentInput } from '@check-requests/domain/check-requests/comments/fields.ts'
import type { Comment } from '@check-requests/domain/check-requests/comments/replies.ts'
import { refusalToChange } from '@check-requests/domain/check-requests/comments/rules.ts'
import type { Command } from '../../../access/sessions/queries/command.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/commit.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { refuse } from '../../commands/refuse.ts'
import { type FoundRequest, findVisible } from '../../queries/detail/find.ts'
import { searchByNotes } from '../../queries/write/searched-notes.ts'
import { presentComment } from '../presenter.ts'
import { type CommentRow, findComment, listComments, updateComment } from '../queries/comments.ts'
import { recordComment, searchedTexts } from './after-comment.ts'
import { demandMentions } from './demand-mentions.ts'
import { tellOfComment } from './tell-of-comment.ts'

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
