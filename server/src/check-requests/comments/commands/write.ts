import { roleOf } from '@check-requests/domain/access/roles.ts'
import {
  type Comment,
  type CommentInput,
  changeableUntil,
  type Mentionable,
  mostComments,
  refusalToChange,
} from '@check-requests/domain/check-requests/comments/fields.ts'
import { type MentionedPerson, mentionsIn, withIds } from '@check-requests/domain/check-requests/comments/text-parts.ts'
import { fold } from '@check-requests/domain/values/searched-text.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, invalidFields, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'
import { refuse, whileVisible } from '../../commands/apply-change.ts'
import { type FoundRequest, findVisible } from '../../queries/detail/find.ts'
import { listViewers, type Viewer } from '../../queries/detail/viewers.ts'
import { addSearchedNotes, searchByNotes } from '../../queries/write/searched-texts.ts'
import {
  type CommentRow,
  countComments,
  findComment,
  insertComment,
  keyOfComment,
  listComments,
  mentionsOf,
  updateComment,
} from '../queries/comments.ts'
import { recordComment, searchedTexts } from './record.ts'

const tooMany = `This request already has ${mostComments} comments, the maximum. Edit or delete one of yours instead.`

/** Adds a comment to a request that the caller can see. Comments don't affect any decision. */
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
      const mentioning = await requireMentions(unit, request, text)
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

/** Replaces the text of the caller's own comment within five minutes and marks it as edited. */
export function editComment(
  services: Services,
  command: Command,
  id: number,
  { text }: CommentInput,
): Promise<Comment> {
  return changeComment(services, command, id, 'edit-comment', async (unit, request) => {
    const { text: kept, mentions } = await requireMentions(unit, request, text)
    return { text: kept, mentions: JSON.stringify(mentions), edited_at: moment(unit.now) }
  })
}

/**
 * Deletes the caller's own comment within five minutes. The request shows that a comment was deleted, and the audit
 * trail keeps the text.
 */
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
 * Notifies the mentioned users and the requester, each only once, even if the comment is edited later. Notices read the
 * text from the comment, so deleting the comment removes it from them, too.
 */
async function tellOfComment(unit: Unit, actor: Caller, request: FoundRequest, comment: CommentRow): Promise<void> {
  const { id: requestId, dealer_group_id: dealerGroupId, requester_id: requesterId } = request
  const news = { key: keyOfComment(comment.id), actor, dealerGroupId, requestId }
  const mentioned = mentionsOf(comment).map(({ id }) => id)
  await unit.tell(mentioned, { event: 'mentioned', ...news })
  await unit.tell([requesterId], { event: 'commented', ...news })
}

// The message must not reveal whether the name is unknown or belongs to a user in another location.
const notAReader = 'This comment mentions someone who can’t see this request. Type @ and choose from the list.'

/** A comment in stored form, with ids for the mentioned users. */
export interface Mentioning {
  readonly text: string
  readonly mentions: readonly MentionedPerson[]
}

/**
 * The users whom a text mentions, by id or by the full name after an `@`. Throws if a name is ambiguous or if any of
 * the users can't see the request.
 */
async function requireMentions({ trx, now }: Unit, request: FoundRequest, written: string): Promise<Mentioning> {
  if (!written.includes('@')) return { text: written, mentions: [] }
  const viewers = await listViewers(trx, request, moment(now))
  const people = viewers.map(({ userId: id, name }) => ({ id, name }))
  const { text, unclear } = withIds(written, people)
  if (unclear !== undefined)
    throw invalidFields({ text: `Several users are named ${unclear}. Type @ and choose one from the list.` })
  const mentions = mentionsIn(text).map((id) => {
    const person = people.find((one) => one.id === id)
    if (!person) throw invalidFields({ text: notAReader })
    return person
  })
  return { text, mentions }
}

const offeredAtOnce = 8

/** Some users whom the caller can mention on a request: those whose first, last, or full name starts with this text. */
export async function findMentionable(
  { database, clock }: Services,
  caller: Caller,
  requestId: number,
  beginning: string,
): Promise<Mentionable[]> {
  const request = await findVisible(database.read, caller, requestId)
  if (!request) throw notFound('check request')
  const viewers = await listViewers(database.read, request, moment(clock()))
  const wanted = fold(beginning)
  const others = viewers.filter(({ userId, name }) => userId !== caller.userId && begins(name, wanted))
  return others.slice(0, offeredAtOnce).map(presentMentionable)
}

function begins(name: string, wanted: string): boolean {
  return ` ${fold(name)}`.includes(` ${wanted}`)
}

/** A comment in API form for this user. */
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

/** A user who can be mentioned. */
function presentMentionable({ userId, name, primaryRole }: Viewer): Mentionable {
  return { id: userId, name, role: roleOf(primaryRole).label }
}
