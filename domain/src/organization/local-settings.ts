import { z } from 'zod'
import { type BusinessCalendar, type BusinessHours, usualHours } from '../values/business-time.ts'
import { isCalendarDate } from '../values/calendar-date.ts'
import { versionField } from '../values/fields.ts'
import { nameField, optionalLines } from '../values/text.ts'
import { timeZoneField } from '../values/time-zones.ts'

export const longestMailText = 300
export const mostHolidays = 300
const longestHolidayName = 100

const openHours = z.object({ weekday: z.int(), opens: z.string(), closes: z.string() })

const holiday = z.object({ date: z.iso.date(), name: z.string() })

/** Settings managed by a dealer group's own admins: time zone, working hours, and email footer. */
export const localSettingsReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('The dealer group’s version'),
    time_zone: z.string(),
    business_weekdays: z.array(z.int()).describe('0 for Sunday to 6 for Saturday'),
    business_hours: z
      .array(openHours)
      .optional()
      .describe('Days of the week with hours other than 09:00 to 18:00; absent if there are none'),
    holidays: z.array(holiday).describe('In order of date'),
    mail_text: z.string().nullable(),
  })
  .meta({ id: 'LocalSettings' })
export type LocalSettings = z.output<typeof localSettingsReply>

const noWeekday = { error: 'Choose at least one day of the week.' }

const weekdays = z
  .array(z.int().min(0).max(6), noWeekday)
  .min(1, noWeekday)
  .max(7)
  .transform((days) => [...new Set(days)].sort())

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time as HH:MM, such as 09:00 or 17:30.' })

const hoursOfDay = z
  .strictObject({ weekday: z.int().min(0).max(6), opens: clockTime, closes: clockTime })
  .refine(({ opens, closes }) => minutesOf(closes) - minutesOf(opens) >= 60, {
    error: 'Choose an end at least one hour after the beginning.',
    path: ['closes'],
  })

const businessHours = z
  .array(hoursOfDay)
  .max(7)
  .refine((days) => new Set(days.map(({ weekday }) => weekday)).size === days.length, {
    error: 'Each day of the week can have only one entry. Remove the other one.',
  })
  .transform((days) => days.filter((day) => !isUsual(day)).toSorted((one, other) => one.weekday - other.weekday))

/** The working hours of a weekday, from 00:00 to 23:59. */
export type HoursOfDay = z.output<typeof hoursOfDay>

/** The number of minutes since midnight of a time such as `17:30`. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function isUsual({ opens, closes }: HoursOfDay): boolean {
  return minutesOf(opens) === usualHours.opens && minutesOf(closes) === usualHours.closes
}

/** A holiday in a request body. */
export const holidayBody = z.strictObject({
  date: z.string().refine(isCalendarDate, { error: 'Enter a date as YYYY-MM-DD.' }),
  name: nameField('Name is required', longestHolidayName),
})

const holidays = z
  .array(holidayBody)
  .max(mostHolidays, { error: `A calendar can have at most ${mostHolidays} holidays. Remove past ones first.` })
  .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, {
    error: 'Two holidays are on the same day. Remove one of them.',
  })
  .transform((days) => days.toSorted((one, other) => (one.date < other.date ? -1 : 1)))

/** All of a dealer group's local settings. */
export const localSettingsBody = z.strictObject({
  time_zone: timeZoneField,
  business_weekdays: weekdays,
  business_hours: businessHours.optional(),
  holidays,
  mail_text: optionalLines(longestMailText),
})

/** Body of an update of a dealer group's local settings: any subset. */
export const updateLocalSettingsBody = localSettingsBody.partial().extend({ version: versionField })
export type UpdateLocalSettingsInput = z.output<typeof updateLocalSettingsBody>

/** The working days of a dealer group, in the time zone of one of its dealerships or its own. */
export function calendarOf(
  { business_weekdays, holidays: days }: Pick<LocalSettings, 'business_weekdays' | 'holidays'>,
  zone: string,
): BusinessCalendar {
  return { zone, weekdays: business_weekdays, holidays: new Set(days.map(({ date }) => date)) }
}

/**
 * The working days of a dealer group with the hours of each weekday, in the time zone of one of its dealerships or its
 * own.
 */
export function hoursOf(
  settings: Pick<LocalSettings, 'business_weekdays' | 'business_hours' | 'holidays'>,
  zone: string,
): BusinessHours {
  const hours = (settings.business_hours ?? []).map(({ weekday, opens, closes }) => {
    return [weekday, { opens: minutesOf(opens), closes: minutesOf(closes) }] as const
  })
  return { ...calendarOf(settings, zone), hours: new Map(hours) }
}
