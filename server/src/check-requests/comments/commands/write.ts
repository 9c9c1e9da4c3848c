import { type CommentInput, mostComments } from '@check-requests/domain/check-requests/comments/fields.ts'
import type { Comment } from '@check-requests/domain/check-requests/comments/replies.ts'
import type { Command } from '../../../access/sessions/queries/command.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { afterCreate } from '../../../trail/commands/changes.ts'
import { whileVisible } from '../../commands/refuse.ts'
import { findVisible } from '../../queries/detail/find.ts'
import { addSearchedNotes } from '../../queries/write/searched-texts.ts'
import { presentComment } from '../presenter.ts'
import { countComments, insertComment } from '../queries/comments.ts'
import { recordComment, searchedTexts } from './after-comment.ts'
import { demandMentions } from './demand-mentions.ts'
import { tellOfComment } from './tell-of-comment.ts'

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
