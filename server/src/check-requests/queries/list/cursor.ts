import { notACursor } from '@check-requests/domain/api/endpoint.ts'
import type { ListSort } from '@check-requests/domain/check-requests/list/views.ts'
import { isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { moment } from '../../../platform/clock.ts'
import { invalidFields } from '../../../platform/errors.ts'
import { orders, type Position } from './selection.ts'

/** How many rows a list has on all its pages, as far as they were counted. */
export interface Total {
  readonly total: number
  /** Their money; null where they were not all counted. */
  readonly cents: number | null
  readonly isLowerBound: boolean
  /** True when only the newest requests were examined. */
  readonly newestOnly: boolean
}

/** Where the next page begins, together with the total counted for the first page. */
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
