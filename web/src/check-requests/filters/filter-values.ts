import { statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { filterRanges, waitsFor } from '@check-requests/domain/check-requests/list-views.ts'
import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { choiceValue, type UrlValue } from '#platform/url-state.ts'

const mostIds = 50
const longestText = 100

function partsValue(isPart: (part: string) => boolean): UrlValue<string> {
  return { initial: '', parse: (text) => (text.split(',').every(isPart) ? text : undefined) }
}

function namesValue(names: readonly string[]): UrlValue<string> {
  return partsValue((part) => names.includes(part))
}

const idsValue: UrlValue<string> = {
  initial: '',
  parse: (text) =>
    /^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/.test(text) ? text.split(',').slice(0, mostIds).join() : undefined,
}

const amountValue: UrlValue<string> = {
  initial: '',
  parse: (text) => (/^\d{1,8}(\.\d{1,2})?$/.test(text) && Number(text) > 0 ? text : undefined),
}

const dateValue: UrlValue<string> = { initial: '', parse: (text) => (isCalendarDate(text) ? text : undefined) }

/** A text that is searched; the server refuses anything else. */
export const wordsValue: UrlValue<string> = {
  initial: '',
  parse: (text) => (text.isWellFormed() && !text.includes('\0') ? text.slice(0, longestText) : undefined),
}

/** The filters of a list as they are written in the address, in the words of the API; empty when not in use. */
export const filterShape = {
  statuses: namesValue(statuses.map(({ name }) => name)),
  waiting_on: choiceValue<string>(waitsFor, ''),
  overdue: choiceValue<string>(['true'], ''),
  handled: choiceValue<string>(['true'], ''),
  dealership: idsValue,
  department: idsValue,
  purpose: idsValue,
  requester: idsValue,
  payee: wordsValue,
  amount_from: amountValue,
  amount_to: amountValue,
  due_from: dateValue,
  due_to: dateValue,
  raised_from: dateValue,
  raised_to: dateValue,
  completed_from: dateValue,
  completed_to: dateValue,
  priority: namesValue(priorities.map(({ name }) => name)),
  /** The zone of the days, if not the person's own: figures by week are in UTC. */
  time_zone: choiceValue<string>(['UTC'], ''),
}

export type FilterName = keyof typeof filterShape
export type FilterValues = Record<FilterName, string>
export type FilterRange = (typeof filterRanges)[number]
export const filterNames = Object.keys(filterShape) as FilterName[]

/** No filter at all. */
export const noFilters = Object.fromEntries(filterNames.map((name) => [name, ''])) as FilterValues

const dependOnDays: readonly FilterName[] = ['overdue', 'raised_from', 'raised_to', 'completed_from', 'completed_to']

/** The filters in use as the query of a call, with the person's time zone where it matters. */
export function filterQuery(values: FilterValues) {
  const used = filterNames.filter((name) => values[name] !== '')
  const hasDays = used.some((name) => dependOnDays.includes(name))
  return {
    ...(hasDays && { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    ...Object.fromEntries(used.map((name) => [name, values[name]])),
  }
}

/** What is wrong with this range, or undefined where nothing is. */
export function emptyRange(values: Partial<FilterValues>, [from, to, message]: FilterRange): string | undefined {
  const [first, last] = [values[from], values[to]]
  if (!first || !last) return undefined
  const isBackwards = from === 'amount_from' ? Number(last) < Number(first) : last < first
  return isBackwards ? message : undefined
}

/** A range that ends before it starts, as an address by hand can have it, has no end. */
export function withoutEmptyRanges(values: FilterValues): FilterValues {
  const empty = filterRanges.filter((range) => emptyRange(values, range))
  return { ...values, ...Object.fromEntries(empty.map(([, to]) => [to, ''])) }
}

/** The parts of a filter that is a list. */
export function partsOf(value: string): string[] {
  return value === '' ? [] : value.split(',')
}
