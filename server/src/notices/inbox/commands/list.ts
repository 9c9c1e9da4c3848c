import { notACursor } from '@check-requests/domain/api/endpoint.ts'
import type { InboxQuery } from '@check-requests/domain/notices/inbox/fields.ts'
import type { Inbox, Notice } from '@check-requests/domain/notices/inbox/replies.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import { invalidFields } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { presentTold, presentWaiting } from '../presenter.ts'
import type { Position } from '../queries/conditions.ts'
import { countUnread, type InboxRow, listTold, listWaitingFor } from '../queries/inbox.ts'
import { findQuotes } from '../queries/quotes.ts'
import { readerOf } from '../queries/reader.ts'

/** What was told comes before what waits, at the same time. */
const sources = ['told', 'waiting'] as const
type Source = (typeof sources)[number]

/** The last notice of a page. */
type Cursor = Position & { readonly source: Source }

const beginning: Cursor = { at: '9999', id: 0, source: 'told' }

/** A page of the caller's inbox, newest first, and how many notices are unread. */
export async function listInbox(
  { database: { read }, clock }: Services,
  caller: Caller,
  query: InboxQuery,
): Promise<Inbox> {
  const { unread, limit } = query
  const after = query.cursor === undefined ? beginning : decode(query.cursor)
  const reader = await readerOf(read, caller, clock())
  const asked = { unread, limit: limit + 1 }
  const told = await listTold(read, reader, { ...asked, ...positionIn('told', after) })
  const waiting = await listWaitingFor(read, reader, { ...asked, ...positionIn('waiting', after) })
  const quotes = await findQuotes(
    read,
    told.flatMap(({ event_key }) => event_key ?? []),
  )
  const quoting = (row: InboxRow) => ({ ...row, text: row.text ?? quotes.get(row.event_key ?? '') ?? null })
  const found = [
    ...told.map((row) => ({ ...presentTold(quoting(row)), last: { at: row.at, id: row.id, source: 'told' as const } })),
    ...waiting.map((row) => ({ ...presentWaiting(row), last: { at: row.at, id: row.id, source: 'waiting' as const } })),
  ].sort(newestFirst)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1)?.last : undefined
  return {
    items: page.map(({ last: _, ...notice }) => notice),
    unread: await countUnread(read, reader),
    next_cursor: last ? encode(last) : null,
  }
}

// Those of the same time stay in the order of their sources.
function newestFirst(one: Notice, other: Notice): number {
  return Number(one.at < other.at) - Number(one.at > other.at)
}

/** Where a page goes on in one of the two sources. */
function positionIn(source: Source, { at, id, source: last }: Cursor): Position {
  if (source === last) return { at, id }
  return { at, id: source === 'waiting' ? Number.MAX_SAFE_INTEGER : 0 }
}

function encode({ at, id, source }: Cursor): string {
  return Buffer.from(JSON.stringify([at, sources.indexOf(source), id])).toString('base64url')
}

/** Throws unless the text is a cursor that a page gave out. */
function decode(text: string): Cursor {
  const [at, index, id, ...others] = partsOf(text)
  const source = sources[Number(index)]
  const isId = Number.isSafeInteger(id) && Number(id) > 0
  if (typeof at !== 'string' || !isMoment(at) || typeof index !== 'number' || !source || !isId || others.length > 0)
    throw invalidFields({ cursor: notACursor })
  return { at, id: Number(id), source }
}

function isMoment(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && moment(time) === text
}

function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
