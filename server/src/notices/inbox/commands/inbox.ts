import type { AccessLevel } from '@check-requests/domain/access/scope.ts'
import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import {
  type Choices,
  deliveryOf,
  type NoticeChoicesInput,
  topicsFor,
} from '@check-requests/domain/notices/inbox/choices.ts'
import type {
  Inbox,
  InboxQuery,
  MarkReadInput,
  Notice,
  NoticeChoices,
} from '@check-requests/domain/notices/inbox/fields.ts'
import { noticeTopics } from '@check-requests/domain/notices/inbox/notices.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { findZonesOf } from '../../../organization/queries/calendars.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { decodeCursor, encodeCursor, isId, isMoment, pageOf } from '../../../platform/database/list.ts'
import type { Services } from '../../../services.ts'
import type { Db, Tx } from '../../../tables.ts'
import { countUnread, type InboxRow, listNotices, listWaitingFor } from '../queries/inbox.ts'
import { findQuotes, markAllRead, markNoticesOfRequest, markNoticesRead, markWaitingSeen } from '../queries/notices.ts'
import { findChoices, type Position, type Reader, readerOf, storeChoice } from '../queries/reader.ts'
import { inboxChanged } from './notices.ts'

/** Stored notices come before pending requests with the same time. */
const sources = ['sent', 'waiting'] as const
type Source = (typeof sources)[number]

/** The last notice on a page. */
type Cursor = Position & { readonly source: Source }

const beginning: Cursor = { at: '9999', id: 0, source: 'sent' }

/** Returns a page of the caller's inbox, newest first, and the number of unread notices. */
export async function listInbox(
  { database: { read }, clock }: Services,
  caller: Caller,
  query: InboxQuery,
): Promise<Inbox> {
  const { unread, limit } = query
  const after = query.cursor === undefined ? beginning : decode(query.cursor)
  const reader = await readerOf(read, caller, clock())
  const asked = { unread, limit: limit + 1 }
  const rows = await listNotices(read, reader, { ...asked, ...positionIn('sent', after) })
  const waiting = await listWaitingFor(read, reader, { ...asked, ...positionIn('waiting', after) })
  const quotes = await findQuotes(
    read,
    rows.flatMap(({ event_key }) => event_key ?? []),
  )
  const quoting = (row: InboxRow) => ({ ...row, text: row.text ?? quotes.get(row.event_key ?? '') ?? null })
  const found = [
    ...rows.map((row) => ({ ...presentRow(quoting(row)), last: { at: row.at, id: row.id, source: 'sent' as const } })),
    ...waiting.map((row) => ({ ...presentWaiting(row), last: { at: row.at, id: row.id, source: 'waiting' as const } })),
  ].sort(newestFirst)
  const { shown, last: { last } = {} } = pageOf(found, limit)
  return {
    items: shown.map(({ last: _, ...notice }) => notice),
    unread: await countUnread(read, reader),
    next_cursor: last ? encodeCursor([last.at, sources.indexOf(last.source), last.id]) : null,
  }
}

// The sort is stable, so notices with the same time stay in source order.
function newestFirst(one: Notice, other: Notice): number {
  return Number(one.at < other.at) - Number(one.at > other.at)
}

/** Returns the position in one source at which the next page begins. */
function positionIn(source: Source, { at, id, source: last }: Cursor): Position {
  if (source === last) return { at, id }
  return { at, id: source === 'waiting' ? Number.MAX_SAFE_INTEGER : 0 }
}

/** Throws unless the text is a cursor returned with an earlier page. */
function decode(cursor: string): Cursor {
  const [at, index, id] = decodeCursor<[string, number, number]>(cursor, [isMoment, isSource, isId])
  return { at, id, source: sources[index] ?? 'sent' }
}

function isSource(part: unknown): part is number {
  return part === 0 || part === 1
}

/** Marks these notices as read if they are the caller's. Skips unknown ids and other users' notices. */
export function markRead(
  services: Services,
  { caller, repeatable }: Command,
  input: MarkReadInput,
): Promise<{ unread: number }> {
  return commit(services, repeatable, async ({ trx, now, changed }) => {
    const reader = await readerOf(trx, caller, now)
    if (input.all) await markAllRead(trx, reader, caller.scope.dealerGroupId, moment(now))
    else await markSome(trx, reader, input, moment(now))
    changed(inboxChanged([caller.userId]))
    return { unread: await countUnread(trx, reader) }
  })
}

async function markSome(trx: Tx, reader: Reader, input: MarkReadInput, at: string): Promise<void> {
  const { ids = [], check_request_id: requestId } = input
  await markNoticesRead(trx, reader.userId, numbersOf(ids, 'n'), at)
  await markWaitingSeen(trx, reader, numbersOf(ids, 'w'), at)
  if (requestId === undefined) return
  await markNoticesOfRequest(trx, reader.userId, requestId, at)
  await markWaitingSeen(trx, reader, [requestId], at)
}

function numbersOf(ids: readonly string[], kind: 'n' | 'w'): number[] {
  return ids.filter((id) => id.startsWith(kind)).map((id) => Number(id.slice(1)))
}

/** Stores how the caller wants to be notified about these topics. */
export function saveChoices(
  services: Services,
  { caller, repeatable }: Command,
  input: NoticeChoicesInput,
): Promise<NoticeChoices> {
  return commit(services, repeatable, async ({ trx, changed }) => {
    const owner = { userId: caller.userId, dealerGroupId: caller.scope.dealerGroupId }
    for (const { name: topic } of noticeTopics) {
      const delivery = input[topic]
      if (delivery) await storeChoice(trx, owner, { topic, delivery })
    }
    changed(inboxChanged([caller.userId]))
    return readChoices(trx, services, caller)
  })
}

/** Returns how a user is notified about each topic, and the time zone for their summaries. */
export async function readChoices(
  db: Db,
  { config, mailer }: Services,
  { userId, scope: { level } }: Command['caller'],
): Promise<NoticeChoices> {
  const zone = (await findZonesOf(db, [userId])).get(userId) ?? config.timeZone
  return presentChoices(await findChoices(db, userId), { level, mail: mailer !== undefined, time_zone: zone })
}

function presentRow(row: InboxRow): Notice {
  return { ...present(row), id: `n${row.id}` }
}

function presentWaiting(row: InboxRow): Notice {
  return { ...present(row), id: `w${row.id}` }
}

function present(row: InboxRow): Omit<Notice, 'id'> {
  return {
    event: row.event,
    at: row.at,
    read: Number(row.is_read) === 1,
    actor: personOf(row.actor_id, row.actor_name),
    request: requestOf(row),
    account: personOf(row.account_id, row.account_name),
    text: row.text,
  }
}

function personOf(id: number | null, name: string | null): Notice['actor'] {
  return id === null || name === null ? null : { id, name }
}

function requestOf(row: InboxRow): Notice['request'] {
  const { check_request_id: id, request_number, payee_name_1, amount_cents, status_id, good_through } = row
  if (id === null || request_number === null || payee_name_1 === null || amount_cents === null || status_id === null)
    return null
  const payoff = good_through !== null && { good_through }
  return {
    id,
    request_number,
    payee_name_1,
    amount: amount_cents / 100,
    status_name: statusOf(status_id).name,
    ...payoff,
  }
}

function presentChoices(
  choices: Choices,
  { level, mail, time_zone }: { level: AccessLevel; mail: boolean; time_zone: string },
): NoticeChoices {
  return {
    mail,
    time_zone,
    choices: topicsFor(level).map(({ name, label, canBeOff }) => ({
      topic: name,
      label,
      delivery: deliveryOf(name, choices),
      can_be_off: canBeOff,
    })),
  }
}
