import { z } from 'zod'
import { addDays, type CalendarDate, datesIn, isTimeZone } from './calendar-date.ts'

const hour = 3_600_000
const day = 24 * hour

/** The default time zone of a dealer group, in which most Americans live. */
export const defaultTimeZone = 'America/New_York'

const unknownZone = 'Choose a time zone from the list, such as America/New_York.'

/** A time zone in a request body: an IANA name known to this server, stored under the zone's main name. */
export const timeZoneField = z
  .string({ error: unknownZone })
  .max(100, { error: unknownZone })
  .transform((text, context) => {
    const zone = mainNameOf(text)
    if (zone !== undefined) return zone
    context.addIssue({ code: 'custom', message: unknownZone })
    return z.NEVER
  })

/** The main name of a zone, such as `America/New_York` for `US/Eastern`; undefined if the zone is unknown. */
function mainNameOf(text: string): string | undefined {
  if (!isTimeZone(text)) return undefined
  const zone = new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone
  return knownZones().includes(zone) ? zone : undefined
}

/** The IANA names of all time zones known to this runtime. */
export function knownZones(): readonly string[] {
  // Some runtimes omit UTC from their list.
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
}

// Creating a formatter takes longer than using it a hundred times. Only stored zones are cached.
const clocks = new Map<string, Intl.DateTimeFormat>()

/** The local time in a zone, expressed as the time in milliseconds at which clocks in UTC show the same. */
function shownAt(time: number, zone: string): number {
  const clock = clocks.get(zone) ?? clockOf(zone)
  clocks.set(zone, clock)
  const shown = new Map(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0
  const minute = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return minute + (((time % 1000) + 1000) % 1000)
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const [two, one] = ['2-digit', 'numeric'] as const
  const shown = { year: one, month: two, day: two, hour: two, minute: two, second: two, hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, ...shown })
}

/** The local milliseconds since midnight in a zone, at a time in milliseconds. */
export function timeOfDay(time: number, zone: string): number {
  return shownAt(time, zone) - Date.parse(`${datesIn(zone)(time)}T00:00:00Z`)
}

/**
 * The time in milliseconds at which clocks in a zone show this time of day, given in milliseconds since midnight: the
 * first such time if the time of day occurs twice, or the moment of the clock change if it is skipped.
 */
export function momentAt(date: CalendarDate, time: number, zone: string): number {
  const shown = Date.parse(`${date}T00:00:00Z`) + time
  const offsetAt = (moment: number) => shownAt(moment, zone) - moment
  const [late, early] = [shown - offsetAt(shown - day), shown - offsetAt(shown + day)]
  const exact = [late, early].filter((moment) => shownAt(moment, zone) === shown)
  if (exact.length > 0) return Math.min(...exact)
  let [before, since] = [Math.min(late, early) - 1, Math.max(late, early)]
  while (since - before > 1) {
    const middle = Math.floor((before + since) / 2)
    if (shownAt(middle, zone) < shown) before = middle
    else since = middle
  }
  return since
}

/** The next time after `now` at which clocks in a zone show this full hour; both in milliseconds. */
export function nextHourIn(zone: string, shownHour: number, now: number): number {
  const today = datesIn(zone)(now)
  const next = momentAt(today, shownHour * hour, zone)
  return next > now ? next : momentAt(addDays(today, 1), shownHour * hour, zone)
}

export function momentInWords(moment: string, zone: string): string {
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const text = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...date, ...time }).format(new Date(moment))
  // Newer versions of ICU put a narrow space before AM and PM.
  return text.replaceAll('\u202f', ' ')
}

/** The common name of the zone at a time in milliseconds: `Eastern Time (New York)`. */
export function zoneInWords(zone: string, at: number): string {
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ')
  return zone === 'UTC' ? 'UTC' : `${nameIn(zone, 'longGeneric', at)} (${city})`
}

/** The difference between a zone and UTC at a time in milliseconds: `UTC−5`, `UTC+5:45`. */
export function offsetInWords(zone: string, at: number): string {
  return nameIn(zone, 'shortOffset', at).replace('GMT', 'UTC').replace('-', '−')
}

function nameIn(zone: string, timeZoneName: 'longGeneric' | 'shortOffset', at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/**
 * The zone of a user with several locations: the most common one, or the first location's in a tie. Undefined without
 * locations.
 */
export function zoneOfMost(zones: readonly string[]): string | undefined {
  const counted = [...Map.groupBy(zones, (zone) => zone).values()]
  return counted.reduce<string[]>((most, one) => (one.length > most.length ? one : most), [])[0]
}
