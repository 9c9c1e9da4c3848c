import { notACursor } from '@check-requests/domain/api/endpoint.ts'
import { statuses, statusIdsOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListSort } from '@check-requests/domain/check-requests/list/views.ts'
import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../../platform/clock.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import {
  jsonArray,
  jsonBoolean,
  jsonObject,
  numberedIds,
  speaksPostgres,
} from '../../../platform/database/sql-helpers.ts'
import { invalidFields } from '../../../platform/errors.ts'
import type { Db } from '../../../tables.ts'
import { checkJson } from '../detail/checks.ts'
import { handsJson } from '../write/hands.ts'
import type { Count } from './list-ids.ts'
import { limits } from './plan.ts'
import { type Found, orders, type Position, type Selection } from './selection.ts'

const page = prepare((db: Db, param: Params<{ ids: string }>) => {
  const items = jsonArray(db, jsonObject(db, listedFields(db)), sql`wanted.position`)
  // A cross join makes SQLite read in this order, so the rows come in the order of the ids.
  const join = speaksPostgres(db) ? sql`join` : sql`cross join`
  return sql<{ json: string }>`
    select ${items} as json
    from ${numberedIds(db, param('ids'))}
    ${join} check_requests r on r.id = wanted.id
    ${join} users u on u.id = r.requester_id
    ${join} dealer_groups g on g.id = r.dealer_group_id
    left join users h on h.id = r.held_by_id
    left join dealerships d on d.id = r.dealership_id
    left join departments p on p.id = r.department_id
    ${join} purposes on purposes.id = r.purpose_id
    ${join} delivery_methods m on m.id = r.delivery_method_id`
})

// Quotes within a JSON string are escaped, so this matches only the field.
const noCheck = /, ?"check" ?: ?null/g

/**
 * The list rows of these requests in the order of the ids, as JSON text in the shape of `listedRequest`. Rows without a
 * bank account omit `check`, which keeps them small.
 */
export async function listedJson(db: Db, ids: readonly number[]): Promise<string> {
  return (await page(db, { ids: JSON.stringify(ids) }).one()).json.replace(noCheck, '')
}

function listedFields(db: Db): Record<string, RawBuilder<unknown>> {
  const hands = handsJson(db, sql<number>`r.id`)
  const hold = jsonObject(db, {
    by_id: sql`r.held_by_id`,
    by_name: sql`h.first_name || ' ' || h.last_name`,
    reason: sql`r.hold_reason`,
    at: sql`r.held_at`,
  })
  const given = [...statusIdsOf('sendback'), ...statusIdsOf('rejected')].map((id) => sql.lit(id))
  const note = sql`select note from status_history n where n.check_request_id = r.id
    and n.dealer_group_id = r.dealer_group_id and n.action in ('status', 'withdrawn') and n.status_id = r.status_id
    order by n.id desc limit 1`
  return {
    id: sql`r.id`,
    version: sql`r.version`,
    request_number: sql`r.request_number`,
    status_id: sql`r.status_id`,
    status_name: nameOf(
      sql`r.status_id`,
      statuses.map(({ id, name }) => [id, name]),
    ),
    amount: speaksPostgres(db) ? sql`round(r.amount_cents / 100.0, 2)` : sql`r.amount_cents / 100.0`,
    requester_id: sql`r.requester_id`,
    requester_name: sql`u.first_name || ' ' || u.last_name`,
    payee_name_1: sql`r.payee_name_1`,
    dealer_group_name: sql`g.name`,
    dealership_name: sql`d.name`,
    department_name: sql`p.name`,
    purpose_name: sql`purposes.name`,
    purpose_other: sql`r.purpose_other`,
    delivery_method_name: sql`m.name`,
    priority_level: nameOf(
      sql`r.priority_rank`,
      priorities.map(({ rank, name }) => [rank, name]),
    ),
    request_date: sql`r.created_at`,
    due_date: sql`r.due_date`,
    status_changed_at: sql`r.status_changed_at`,
    cleared_date: sql`r.cleared_at`,
    check_number: sql`r.check_number`,
    invoice_number: sql`r.invoice_number`,
    good_through: sql`r.good_through`,
    created_by_id: sql`r.created_by_id`,
    last_editor_id: sql`r.last_editor_id`,
    hands: speaksPostgres(db) ? sql`${hands}::json` : sql`json(${hands})`,
    hold: sql`case when r.held_by_id is not null then ${hold} end`,
    reason: sql`case when r.status_id in (${sql.join(given)}) then (${note}) end`,
    check: checkJson(db),
    separation_of_duties: jsonBoolean(db, sql`g.separation_of_duties = 1`),
  }
}

function nameOf(id: RawBuilder<unknown>, names: (readonly [number, string])[]): RawBuilder<string> {
  const cases = names.map(([number, name]) => sql`when ${sql.lit(number)} then ${sql.lit(name)}`)
  return sql<string>`case ${id} ${sql.join(cases, sql` `)} end`
}

/** The rows of a page, plus one if there is another page. */
export interface FoundPage {
  readonly rows: readonly Found[]
  /** The count over all pages, on the first page. */
  readonly total: Total
  /**
   * The last examined request, if later ones that might belong on the page were not examined; null for a complete page.
   */
  readonly cutAt: Position | null
}

/** The number and total of matches on all pages, which every row of a search result carries. */
export function matchesOf([first]: readonly Found[]): [amount: number, cents: number] {
  return [first?.amount ?? 0, first?.cents ?? 0]
}

/** `cents`: null if no total was calculated. */
export function exactly(total: number, cents: number | null): Total {
  return { total, cents, isLowerBound: false, newestOnly: false }
}

export function atLeast(total: number): Total {
  return { total, cents: null, isLowerBound: true, newestOnly: false }
}

/** The page with its total counted up to 10,000 (F4), unless reading the page already provided it. */
export async function withCount(
  found: FoundPage,
  page: Selection,
  count: (upTo: Selection) => Promise<readonly Count[]>,
): Promise<FoundPage> {
  const { isLowerBound, newestOnly } = found.total
  if (!isLowerBound) return found
  const [{ amount, cents } = { amount: 0, cents: 0 }] = await count({ ...page, limit: limits.counted + 1 })
  const total = amount > limits.counted ? atLeast(limits.counted) : exactly(amount, cents)
  return { ...found, total: { ...total, newestOnly } }
}

/** The number of rows on all pages, as far as they were counted. */
export interface Total {
  readonly total: number
  /** The total of the counted rows; null if not all were counted. */
  readonly cents: number | null
  readonly isLowerBound: boolean
  /** True if only the newest requests were examined. */
  readonly newestOnly: boolean
}

/** The start of the next page, together with the total counted for the first page. */
export interface Cursor {
  readonly position: Position
  readonly total: Total
}

export function encodeCursor({ position: { key, id }, total }: Cursor): string {
  const parts = [key, id, total.total, total.cents, Number(total.isLowerBound), Number(total.newestOnly)]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

const keyTests = {
  id: isCount,
  amount_cents: isCount,
  priority_rank: isCount,
  due_date: (key: unknown) => typeof key === 'string' && isCalendarDate(key),
  status_changed_at: isMoment,
  cleared_at: isMoment,
}

function isMoment(key: unknown): boolean {
  const time = typeof key === 'string' ? Date.parse(key) : Number.NaN
  return !Number.isNaN(time) && moment(time) === key
}

/** Throws unless the text is a valid cursor for this order. */
export function decodeCursor(text: string, sort: ListSort): Cursor {
  const [key, id, total, cents, isLowerBound, newestOnly] = readParts(text)
  const isTotal = isCount(total) && (cents === null || isCount(cents)) && isFlag(isLowerBound) && isFlag(newestOnly)
  if (!isTotal || !isCount(id) || !isKeyOf(sort, key)) throw invalidFields({ cursor: notACursor })
  const flags = { isLowerBound: isLowerBound === 1, newestOnly: newestOnly === 1 }
  return { position: { key, id }, total: { total, cents, ...flags } }
}

function isCount(part: unknown): part is number {
  return Number.isSafeInteger(part) && Number(part) >= 0
}

function isFlag(part: unknown): boolean {
  return part === 0 || part === 1
}

function isKeyOf(sort: ListSort, key: unknown): key is Position['key'] {
  return (typeof key === 'number' || typeof key === 'string') && keyTests[orders[sort].column](key)
}

function readParts(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
