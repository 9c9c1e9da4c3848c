import { hasCheck, type StatusName } from '../../check-requests/lifecycle.ts'
import { addDays, type CalendarDate, formatDate } from '../../values/calendar-date.ts'

/** What happens to a check, as the books see it: it is issued, or its issue is reversed. */
export const journalKinds = ['issue', 'void'] as const
export type JournalKind = (typeof journalKinds)[number]

/** A request, as far as its check depends on it. */
export interface CheckState {
  readonly status: StatusName
  readonly checkNumber: string | null
}

/** The number of the check that is out, if one is: it is printed, and has a number. */
export function checkOut({ status, checkNumber }: CheckState): string | undefined {
  return checkNumber !== null && hasCheck(status) ? checkNumber : undefined
}

/**
 * What a change of a request puts into the journal, in this order: the check that was out is void, another one is
 * issued. Nothing while the same check stays out. `before`: undefined for a request that is new.
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

/** Which days take no events any more: all up to this one; null while no month was closed. */
export type ClosedThrough = CalendarDate | null

/**
 * The day of an event: that on which it happens by the clocks of its place, but none before the first that is open, and
 * a void none before its check was issued.
 */
export function dayOfEvent(today: CalendarDate, closedThrough: ClosedThrough, issuedOn?: CalendarDate): CalendarDate {
  const open = closedThrough === null ? today : addDays(closedThrough, 1)
  return [today, open, issuedOn ?? today].reduce((latest, day) => (day > latest ? day : latest))
}

/**
 * The day of an issue: the date of its check, which can lie ahead, or before where it was written by hand; none before
 * the first day that is open (decision 156).
 */
export function dayOfIssue(checkDate: CalendarDate, closedThrough: ClosedThrough): CalendarDate {
  const open = closedThrough === null ? checkDate : addDays(closedThrough, 1)
  return checkDate > open ? checkDate : open
}

/** An event, as far as exports depend on it. `issuedOn`: the day on which its check was issued. */
export interface DatedEvent {
  readonly day: CalendarDate
  readonly issuedOn: CalendarDate
  readonly exported: boolean
}

/** Does an export up to a day take this event? The books have by hand what was issued before the journal begins. */
export function isTaken({ day, issuedOn, exported }: DatedEvent, beginsOn: CalendarDate, upTo: CalendarDate): boolean {
  return !exported && issuedOn >= beginsOn && day <= upTo
}

/** How many days before today a journal can begin at most. */
const longestLookBack = 92

/** The last day of a month like `2026-11`. */
export function lastDayOf(month: string): CalendarDate {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const following = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return addDays(`${following}-01`, -1)
}

/** `todays`: the day by each clock of the dealer group. `waiting`: events of the month that no export has taken. */
interface Closing {
  readonly month: string
  readonly beginsOn: CalendarDate | null
  readonly closedThrough: ClosedThrough
  readonly todays: readonly CalendarDate[]
  readonly waiting: number
}

/** Why a month cannot be closed; undefined when it can. A month is closed with all before it, and stays closed. */
export function refusalToClose(closing: Closing): string | undefined {
  const { beginsOn, closedThrough, todays, waiting } = closing
  if (beginsOn === null) return 'Set the journal up before you close a month.'
  const last = lastDayOf(closing.month)
  if (closedThrough !== null && last <= closedThrough)
    return `All up to ${formatDate(closedThrough)} is closed already.`
  if (last < beginsOn) return `The journal begins on ${formatDate(beginsOn)}. There is nothing to close before that.`
  if (todays.some((today) => today <= last))
    return `This month ends on ${formatDate(last)}. Close it when it is over in all dealerships.`
  if (waiting > 0)
    return `${waiting === 1 ? '1 check' : `${waiting} checks`} up to ${formatDate(last)} ${waiting === 1 ? 'is' : 'are'} in no export. Make an export up to that day first.`
  return undefined
}

/** Why a journal cannot begin on this day; undefined when it can. */
export function refusalToBegin(
  wanted: CalendarDate,
  { beginsOn, today, isUsed }: { beginsOn: CalendarDate | null; today: CalendarDate; isUsed: boolean },
): string | undefined {
  if (wanted === beginsOn) return undefined
  if (isUsed) return 'There are exports or closed months, so the first day of the journal can’t be changed.'
  const earliest = addDays(today, -longestLookBack)
  if (wanted < earliest) return `Choose a day from ${formatDate(earliest)} on.`
  return undefined
}

/** Why no export can be made; undefined when one can. */
export function refusalToExport(
  upTo: CalendarDate,
  { beginsOn, today }: { beginsOn: CalendarDate | null; today: CalendarDate },
): string | undefined {
  if (beginsOn === null) return 'Set the journal up before you make an export.'
  if (upTo > today) return `Choose a day up to today, ${formatDate(today)}.`
  return undefined
}
