import { hasCheck, type StatusName } from '../../check-requests/lifecycle.ts'
import { addDays, type CalendarDate, formatDate } from '../../values/calendar-date.ts'

/** What happens to a check in the books: it is issued, or the issue is reversed. */
export const journalKinds = ['issue', 'void'] as const
export type JournalKind = (typeof journalKinds)[number]

/** The parts of a request that matter to its check. */
export interface CheckState {
  readonly status: StatusName
  readonly checkNumber: string | null
}

/** The number of the request's check if the check is printed and numbered; otherwise undefined. */
export function checkOut({ status, checkNumber }: CheckState): string | undefined {
  return checkNumber !== null && hasCheck(status) ? checkNumber : undefined
}

/**
 * The journal events caused by a change to a request, in order: a void of the previous check, then an issue of the new
 * check. Empty if the check stays the same. `before`: undefined for a new request.
 */
export function journalEvents(
  before: CheckState | undefined,
  after: CheckState,
): readonly { readonly kind: JournalKind; readonly checkNumber: string }[] {
  const [was, is] = [before && checkOut(before), checkOut(after)]
  if (was === is) return []
  return [
    ...(was === undefined ? [] : [{ kind: 'void' as const, checkNumber: was }]),
    ...(is === undefined ? [] : [{ kind: 'issue' as const, checkNumber: is }]),
  ]
}

/** The last day that is closed for new events; null if no month is closed. */
export type ClosedThrough = CalendarDate | null

/**
 * The date of an event: today in the time zone of its location, but not before the first open day, and not before the
 * issue date if the event is a void.
 */
export function dayOfEvent(today: CalendarDate, closedThrough: ClosedThrough, issuedOn?: CalendarDate): CalendarDate {
  const open = closedThrough === null ? today : addDays(closedThrough, 1)
  return [today, open, issuedOn ?? today].reduce((latest, day) => (day > latest ? day : latest))
}

/**
 * The date of an issue: the check date, which may be in the future, or in the past for a handwritten check, but not
 * before the first open day (decision 156).
 */
export function dayOfIssue(checkDate: CalendarDate, closedThrough: ClosedThrough): CalendarDate {
  const open = closedThrough === null ? checkDate : addDays(closedThrough, 1)
  return checkDate > open ? checkDate : open
}

/** The properties of an event that matter to exports. `issuedOn`: the issue date of the event's check. */
export interface DatedEvent {
  readonly day: CalendarDate
  readonly issuedOn: CalendarDate
  readonly exported: boolean
}

/**
 * Whether an export up to a day includes this event. Checks issued before the journal's start date were booked by hand,
 * so their events are never included.
 */
export function isTaken({ day, issuedOn, exported }: DatedEvent, beginsOn: CalendarDate, upTo: CalendarDate): boolean {
  return !exported && issuedOn >= beginsOn && day <= upTo
}

/** The maximum number of days before today that a journal can begin. */
const longestLookBack = 92

/** The last day of a month such as `2026-11`. */
export function lastDayOf(month: string): CalendarDate {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const following = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return addDays(`${following}-01`, -1)
}

/**
 * `todays`: today in each time zone of the dealer group. `waiting`: the number of events in the month that aren't
 * exported yet.
 */
interface Closing {
  readonly month: string
  readonly beginsOn: CalendarDate | null
  readonly closedThrough: ClosedThrough
  readonly todays: readonly CalendarDate[]
  readonly waiting: number
}

/** Why a month can't be closed; undefined when it can. Closing a month closes all months before it, permanently. */
export function refusalToClose(closing: Closing): string | undefined {
  const { beginsOn, closedThrough, todays, waiting } = closing
  if (beginsOn === null) return 'Set up the journal before you close a month.'
  const last = lastDayOf(closing.month)
  if (closedThrough !== null && last <= closedThrough)
    return `Everything through ${formatDate(closedThrough)} is already closed.`
  if (last < beginsOn) return `The journal begins on ${formatDate(beginsOn)}. There is nothing to close before that.`
  if (todays.some((today) => today <= last))
    return `This month ends on ${formatDate(last)}. Close it after it has ended at all dealerships.`
  if (waiting > 0)
    return `${waiting === 1 ? '1 check' : `${waiting} checks`} through ${formatDate(last)} ${waiting === 1 ? 'hasn’t' : 'haven’t'} been exported. Create an export through that day first.`
  return undefined
}

/** Why a journal can't begin on this day; undefined when it can. */
export function refusalToBegin(
  wanted: CalendarDate,
  { beginsOn, today, isUsed }: { beginsOn: CalendarDate | null; today: CalendarDate; isUsed: boolean },
): string | undefined {
  if (wanted === beginsOn) return undefined
  if (isUsed) return 'The journal already has exports or closed months, so its first day can’t be changed.'
  const earliest = addDays(today, -longestLookBack)
  if (wanted < earliest) return `Choose ${formatDate(earliest)} or a later day.`
  return undefined
}

/** Why no export can be created; undefined when one can. */
export function refusalToExport(
  upTo: CalendarDate,
  { beginsOn, today }: { beginsOn: CalendarDate | null; today: CalendarDate },
): string | undefined {
  if (beginsOn === null) return 'Set up the journal before you create an export.'
  if (upTo > today) return `Choose a day no later than today, ${formatDate(today)}.`
  return undefined
}
