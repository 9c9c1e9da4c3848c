import { formatDate, isCalendarDate } from '../values/calendar-date.ts'
import { centsToDollars, formatDollars } from '../values/money.ts'
import { statuses } from './lifecycle.ts'
import { priorities, priorityOfRank } from './priorities.ts'

type Format = (value: unknown) => string | undefined

/** Display text of request fields stored as numbers or words. Only the screens know the names behind ids. */
export const fieldFormats = {
  amount_cents: (cents) => formatDollars(centsToDollars(Number(cents))),
  status_id: (id) => statuses.find((status) => status.id === id)?.badge,
  priority_rank: (rank) => priorityOfRank(Number(rank))?.label,
  priority_level: (name) => priorities.find((priority) => priority.name === name)?.label,
  payee_type: (type) => capitalized(String(type)),
  payee_sub_type: (type) => capitalized(String(type)),
} as const satisfies Record<string, Format>

/** A stored word as displayed: `vendor` is 'Vendor'. */
export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** A text as displayed: a date as 'Nov 21, 2026', anything else unchanged. */
export function dateInWords(text: string): string {
  return isCalendarDate(text) ? formatDate(text) : text
}
