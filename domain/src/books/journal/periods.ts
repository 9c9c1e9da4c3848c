import { addDays, type CalendarDate, formatDate } from '../../values/calendar-date.ts'
import type { ClosedThrough } from './events.ts'

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
