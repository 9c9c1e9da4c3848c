import { statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListQuery } from '@check-requests/domain/check-requests/list-query.ts'
import {
  type ListSort,
  listedStatuses,
  type SearchField,
  searchedFields,
} from '@check-requests/domain/check-requests/list-views.ts'
import { isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { Failure } from '../../platform/errors.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import { countByStatus } from './counters.ts'
import { type Cursor, type Found, listIds, type Selection, scanIds } from './list-ids.ts'
import { listedJson } from './list-page.ts'
import { boundOf } from './scope-branches.ts'
import { countSearch, searchIds } from './search-ids.ts'

const shortestTrigram = 3
const scannedWhole = 2000
const scannedForShortWords = 5000
const countedAtMost = 1000
const day = 86_400_000

/** A page of a list as JSON text, in the shape of the list endpoint's reply. */
export async function listJson(db: Db, caller: Caller, query: ListQuery, now: number): Promise<string> {
  const selection = select(caller, query, now)
  const isEmpty = selection.bound.values.length === 0 || selection.statusIds?.length === 0
  if (isEmpty) return reply('[]', { total: 0, isLowerBound: false, newestOnly: false, next: null })
  const size = await sizeOf(db, selection)
  const plan = choosePlan(selection, query, size)
  const rows = await plan.find(db, selection)
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const next = rows.length > query.limit && last ? encodeCursor([last.key, last.id]) : null
  const isAll = next === null && selection.after === null
  const total = isAll ? { total: shown.length, isLowerBound: plan.newestOnly } : await plan.total(db, selection)
  const ids = shown.map(({ id }) => id)
  return reply(await listedJson(db, ids), { ...total, newestOnly: plan.newestOnly, next })
}

function select(caller: Caller, query: ListQuery, now: number): Selection {
  const statusIds = listedStatuses(query.view, query.status)
  return {
    bound: boundOf(caller),
    statusIds: statusIds.length === statuses.length ? null : statusIds,
    clearedSince: query.within === 0 ? null : new Date(now - query.within * day).toISOString(),
    sort: query.sort,
    after: query.cursor === undefined ? null : decodeCursor(query.cursor, query.sort),
    limit: query.limit + 1,
  }
}

/** How many requests the caller sees at these statuses, before any search. */
async function sizeOf(db: Db, { bound, statusIds }: Selection): Promise<number> {
  const counts = await countByStatus(db, bound)
  const counted = statusIds === null ? [...counts.values()] : statusIds.map((id) => counts.get(id) ?? 0)
  return counted.reduce((sum, amount) => sum + amount, 0)
}

/** How the rows of a list are found and counted. */
interface Plan {
  readonly newestOnly: boolean
  find(db: Db, selection: Selection): Promise<Found[]>
  total(db: Db, selection: Selection): Promise<{ total: number; isLowerBound: boolean }>
}

// Few requests are read and compared one by one; many go by the trigram index, which needs three letters
// and knows the order of arrival only.
function choosePlan(selection: Selection, query: ListQuery, size: number): Plan {
  if (query.search === '') return walk(selection, size)
  const fields = searchedFields(query.view)
  const isByArrival = query.sort === 'newest' || query.sort === 'oldest'
  const canUseIndex = [...query.search].length >= shortestTrigram && isByArrival
  return size > scannedWhole && canUseIndex ? byIndex(query.search, fields) : scan(query.search, fields, size)
}

function walk({ clearedSince }: Selection, size: number): Plan {
  return {
    newestOnly: false,
    find: listIds,
    total: async (db, selection) =>
      clearedSince === null
        ? { total: size, isLowerBound: false }
        : bounded((await listIds(db, countable(selection))).length),
  }
}

function byIndex(words: string, fields: SearchField[]): Plan {
  return {
    newestOnly: false,
    find: (db, selection) => searchIds(db, selection, words, fields),
    total: async (db, selection) => bounded(await countSearch(db, countable(selection), words, fields)),
  }
}

function scan(words: string, fields: SearchField[], size: number): Plan {
  const search = { words, fields, newest: scannedForShortWords }
  const newestOnly = size > scannedForShortWords
  return {
    newestOnly,
    find: (db, selection) => scanIds(db, selection, search),
    total: async (db, selection) => bounded((await scanIds(db, countable(selection), search)).length, newestOnly),
  }
}

function countable(selection: Selection): Selection {
  return { ...selection, after: null, limit: countedAtMost + 1 }
}

function bounded(amount: number, isLowerBound = amount > countedAtMost): { total: number; isLowerBound: boolean } {
  return { total: Math.min(amount, countedAtMost), isLowerBound }
}

function reply(
  items: string,
  {
    total,
    isLowerBound,
    newestOnly,
    next,
  }: { total: number; isLowerBound: boolean; newestOnly: boolean; next: string | null },
): string {
  const rest = JSON.stringify({ total, total_is_lower_bound: isLowerBound, newest_only: newestOnly, next_cursor: next })
  return `{"items":${items},${rest.slice(1)}`
}

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

function decodeCursor(text: string, sort: ListSort): Cursor {
  try {
    const [key, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown]
    const isKey = sort === 'due' ? isCalendarDate(String(key)) : Number.isSafeInteger(key)
    if (isKey && Number.isSafeInteger(id)) return [key as number | string, id as number]
  } catch {
    // Not one of our cursors: said below.
  }
  throw new Failure('BAD_REQUEST', 'This cursor is not from an earlier answer. Start again from the first page.')
}
