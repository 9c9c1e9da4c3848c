import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../testing/random.ts'
import { type BusinessHours, businessHoursAfter, usualHours, usualWeekdays } from './business-time.ts'

const minute = 60_000
const at = (text: string) => Date.parse(text)
const iso = (time: number) => new Date(time).toISOString()

const inZone = (zone: string, holidays: readonly string[] = [], more: Partial<BusinessHours> = {}): BusinessHours => ({
  zone,
  weekdays: usualWeekdays,
  holidays: new Set(holidays),
  hours: new Map(),
  ...more,
})
const saturdayMorning = { weekdays: [1, 2, 3, 4, 5, 6], hours: new Map([[6, { opens: 9 * 60, closes: 13 * 60 }]]) }
const nights = { weekdays: [0, 1], hours: new Map([[0, { opens: 0, closes: 4 * 60 }]]) }

describe('adding business hours', () => {
  test.each([
    ['Monday morning', 2, inZone('UTC'), '2026-11-16T10:00Z', '2026-11-16T12:00Z'],
    ['to the last minute of a day', 8, inZone('UTC'), '2026-11-16T10:00Z', '2026-11-16T18:00Z'],
    ['overnight', 9, inZone('UTC'), '2026-11-16T10:00Z', '2026-11-17T10:00Z'],
    ['before work', 1, inZone('UTC'), '2026-11-16T03:00Z', '2026-11-16T10:00Z'],
    ['after work', 1, inZone('UTC'), '2026-11-16T21:00Z', '2026-11-17T10:00Z'],
    ['over a weekend', 4, inZone('UTC'), '2026-11-20T16:00Z', '2026-11-23T11:00Z'],
    ['on Saturday', 1, inZone('UTC'), '2026-11-21T12:00Z', '2026-11-23T10:00Z'],
    [
      'on a Saturday with hours until one',
      4,
      inZone('UTC', [], saturdayMorning),
      '2026-11-21T11:00Z',
      '2026-11-23T11:00Z',
    ],
    ['in Chicago’s time zone', 2, inZone('America/Chicago'), '2026-11-20T23:00Z', '2026-11-23T16:00Z'],
    ['in Auckland’s time zone', 2, inZone('Pacific/Auckland'), '2026-11-22T19:00Z', '2026-11-22T22:00Z'],
    ['over Thanksgiving', 3, inZone('America/Chicago', ['2026-11-26']), '2026-11-25T23:00Z', '2026-11-27T17:00Z'],
    ['over two days and a half', 22, inZone('UTC'), '2026-11-16T09:00Z', '2026-11-18T13:00Z'],
    // Clocks are set forward on March 8, 2026, and back on November 1, 2026.
    [
      'over the weekend when clocks go forward',
      2,
      inZone('America/New_York'),
      '2026-03-06T22:00Z',
      '2026-03-09T14:00Z',
    ],
    ['over the weekend when clocks go back', 2, inZone('America/New_York'), '2026-10-30T21:00Z', '2026-11-02T15:00Z'],
    [
      'in a night shortened to three hours',
      4,
      inZone('America/New_York', [], nights),
      '2026-03-08T05:00Z',
      '2026-03-09T14:00Z',
    ],
    [
      'in a night lengthened to five hours',
      5,
      inZone('America/New_York', [], nights),
      '2026-11-01T04:00Z',
      '2026-11-01T09:00Z',
    ],
  ] as const)('adds $1 business hours ($0)', (_when, hours, calendar, from, to) => {
    expect(iso(businessHoursAfter(at(from), hours, calendar))).toBe(iso(at(to)))
  })
})

const zones = ['UTC', 'America/New_York', 'Pacific/Honolulu', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Sao_Paulo']

const anyHours = fc
  .record({ opens: fc.integer({ min: 0, max: 1000 }), long: fc.integer({ min: 60, max: 439 }) })
  .map(({ opens, long }) => ({ opens, closes: opens + long }))

const anyCalendar = fc
  .record({
    zone: fc.constantFrom(...zones),
    weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
    days: fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }),
    hours: fc.dictionary(fc.constantFrom('0', '1', '2', '3', '4', '5', '6'), anyHours),
  })
  .map(({ zone, weekdays, days, hours }) => {
    const holidays = days.map((day) => iso(Date.UTC(2026, 0, 1) + day * 86_400_000).slice(0, 10))
    return inZone(zone, holidays, {
      weekdays,
      hours: new Map(Object.entries(hours).map(([day, one]) => [Number(day), one])),
    })
  })
const anyMinute = fc
  .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })
  .map((time) => Math.floor(time / minute) * minute)

describe('business hours for any calendar, time zone, and minute', () => {
  /** True if this minute is within business hours. Uses a platform function that the product doesn't use. */
  const isWorked = (time: number, { zone, weekdays, holidays, hours }: BusinessHours) => {
    const [date = '', clock = ''] = new Date(time).toLocaleString('sv-SE', { timeZone: zone }).split(' ')
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
    const { opens, closes } = hours.get(weekday) ?? usualHours
    const [hour = 0, minutes = 0] = clock.split(':').map(Number)
    const now = hour * 60 + minutes
    return weekdays.includes(weekday) && !holidays.has(date) && now >= opens && now < closes
  }

  test('returns the same minutes as a minute-by-minute loop', () => {
    fc.assert(
      fc.property(anyMinute, fc.integer({ min: 1, max: 4 }), anyCalendar, (from, hours, calendar) => {
        const end = businessHoursAfter(from, hours, calendar)
        let worked = 0
        // The cases above cover times of day that a clock change repeats or skips.
        for (let time = from; time < end; time += minute) if (isWorked(time, calendar)) worked += 1
        expect(Math.abs(worked - hours * 60)).toBeLessThanOrEqual(isNearChange(from, end, calendar.zone) ? 60 : 0)
        expect(isWorked(end - minute, calendar) || isNearChange(from, end, calendar.zone)).toBe(true)
      }),
      runs({ gate: 5, nightly: 50 }),
    )
  })

  test('never ends earlier for a later start or more hours', () => {
    fc.assert(
      fc.property(
        anyMinute,
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 60 }),
        anyCalendar,
        (from, later, hours, calendar) => {
          const end = businessHoursAfter(from, hours, calendar)
          expect(businessHoursAfter(from + later * minute, hours, calendar)).toBeGreaterThanOrEqual(end)
          expect(businessHoursAfter(from, hours + 1, calendar)).toBeGreaterThanOrEqual(end + 60 * minute)
        },
      ),
      runs({ gate: 30, nightly: 500 }),
    )
  })

  const offset = (time: number, zone: string) =>
    Date.parse(`${new Date(time).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`) - time
  const isNearChange = (from: number, to: number, zone: string) => offset(from, zone) !== offset(to, zone)
})
