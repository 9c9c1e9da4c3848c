import type { ListSort } from '@check-requests/domain/check-requests/list-views.ts'
import { isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { Failure } from '../../../platform/errors.ts'
import { orders, type Position } from './selection.ts'

/** How many rows a list has on all its pages, as far as they were counted. */
export interface Total {
  readonly total: number
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
  const parts = [key, id, total.total, Number(total.isLowerBound), Number(total.newestOnly)]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

const keyTests = {
  id: Number.isSafeInteger,
  amount_cents: Number.isSafeInteger,
  priority_rank: Number.isSafeInteger,
  due_date: (key: unknown) => isCalendarDate(String(key)),
  status_changed_at: isMoment,
  cleared_at: isMoment,
}

function isMoment(key: unknown): boolean {
  return typeof key === 'string' && !Number.isNaN(Date.parse(key))
}

/** Throws unless the text is a valid cursor for this order. */
export function decodeCursor(text: string, sort: ListSort): Cursor {
  const [key, id, total, isLowerBound, newestOnly] = readParts(text)
  const isComplete = isWhole(id) && isWhole(total) && isWhole(isLowerBound) && isWhole(newestOnly)
  if (!isComplete || !isKeyOf(sort, key))
    throw new Failure('BAD_REQUEST', 'This cursor is not from an earlier answer. Start again from the first page.')
  return { position: { key, id }, total: { total, isLowerBound: isLowerBound === 1, newestOnly: newestOnly === 1 } }
}

function isWhole(part: unknown): part is number {
  return Number.isSafeInteger(part)
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
