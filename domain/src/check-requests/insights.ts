import { z } from 'zod'
import { addDays, type CalendarDate, datesIn, isCalendarDate } from '../values/calendar-date.ts'
import { listWithOr } from '../values/lists.ts'
import { type ChartSpan, chartSpans, usualSpan } from './chart-spans.ts'
import { statusIdField } from './status-field.ts'

/**
 * Query for the charts: the number of weeks, and a dealership in the caller's scope; without a dealership, the whole
 * scope.
 */
export const insightsQuery = z.strictObject({
  weeks: z.coerce
    .number()
    .refine((weeks): weeks is ChartSpan => chartSpans.some((span) => span === weeks), {
      error: `Choose ${listWithOr(chartSpans.map(String))}.`,
    })
    .default(usualSpan),
  dealership: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, { error: 'Enter the ID of a dealership.' })
    .transform(Number)
    .optional(),
})
export type InsightsQuery = z.output<typeof insightsQuery>

/** The number of recently completed requests from which the times per step are computed. */
export const timedRequests = 100

const counted = { count: z.int(), amount: z.number() }

/**
 * The chart data. Amounts in dollars, times in hours; weeks begin on Mondays in the dealer group's time zone, or in that
 * of most dealer groups if the caller sees several.
 */
export const insights = z
  .object({
    time_zone: z.string(),
    weeks: z.array(z.object({ from: z.string(), requested: z.object(counted), completed: z.object(counted) })),
    open: z.array(z.object({ status_id: statusIdField, ...counted })),
    steps: z.array(z.object({ status_id: statusIdField, median_hours: z.number() })),
  })
  .meta({ id: 'Insights' })
export type Insights = z.output<typeof insights>

/** The Mondays of this many weeks in a time zone, oldest first, ending with the current week. `now`: in milliseconds. */
export function weeksUntil(now: number, span: ChartSpan, zone: string): [CalendarDate, ...CalendarDate[]] {
  const first = addDays(mondayOf(datesIn(zone)(now)), 7 * (1 - span))
  return [first, ...Array.from({ length: span - 1 }, (_, index) => addDays(first, 7 * (index + 1)))]
}

/** The Monday of the week that contains this date. */
export function mondayOf(date: CalendarDate): CalendarDate {
  const daysSinceMonday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(date, -daysSinceMonday)
}

const dateLength = '2026-11-30'.length

/**
 * The period by which a moment (ISO 8601, UTC) is counted: its Monday (UTC) or, from Sunday 10 AM to Monday noon, when
 * weeks begin around the world, its quarter hour, such as `2026-11-30T05:45`. Empty for an invalid day.
 */
export function countedPeriod(moment: string): string {
  const day = moment.slice(0, dateLength)
  if (!isCalendarDate(day)) return ''
  const [weekday, time] = [new Date(day).getUTCDay(), moment.slice(dateLength + 1)]
  const isQuarterly = (weekday === 0 && time >= '10') || (weekday === 1 && time < '12')
  if (!isQuarterly) return mondayOf(day)
  const minutes = Math.floor(Number(time.slice(3, 5)) / 15) * 15
  return `${moment.slice(0, dateLength + 4)}${String(minutes).padStart(2, '0')}`
}

/** The Monday of the week that a counted period belongs to in a time zone. */
export function weekOf(period: string, zone: string): CalendarDate {
  return period.length === dateLength ? period : mondayOf(datesIn(zone)(Date.parse(`${period}Z`)))
}

/** The median; for an even count, the mean of the middle two. Undefined for an empty list. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  const lower = sorted[middle - 1]
  return sorted.length % 2 === 1 || upper === undefined || lower === undefined ? upper : (lower + upper) / 2
}
