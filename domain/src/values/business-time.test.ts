import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BusinessCalendar, businessDaysAfter, businessDaysBefore, usualWeekdays } from './business-time.ts'

const minute = 60_000
const at = (text: string) => Date.parse(text)
const iso = (time: number) => new Date(time).toISOString()

const inZone = (zone: string, holidays: readonly string[] = [], weekdays = usualWeekdays): BusinessCalendar => ({
  zone,
  weekdays,
  holidays: new Set(holidays),
})
const utc = inZone('UTC')

/** The local time, from a platform function that the product doesn't use. */
const clock = (zone: string, time: number) => new Date(time).toLocaleString('sv-SE', { timeZone: zone })
const weekdayIn = (zone: string, time: number) => new Date(`${clock(zone, time).slice(0, 10)}T00:00:00Z`).getUTCDay()

describe('adding a business day', () => {
  test.each([
    ['Monday noon', utc, '2026-11-16T12:00Z', '2026-11-17T12:00Z'],
    ['Thursday', utc, '2026-11-19T23:59Z', '2026-11-20T23:59Z'],
    ['Friday afternoon', utc, '2026-11-20T15:00Z', '2026-11-23T15:00Z'],
    ['the first moment of Friday', utc, '2026-11-20T00:00Z', '2026-11-23T00:00Z'],
    ['Saturday morning', utc, '2026-11-21T09:00Z', '2026-11-24T00:00Z'],
    ['the last minute of Sunday', utc, '2026-11-22T23:59Z', '2026-11-24T00:00Z'],
    ['the first moment of Monday', utc, '2026-11-23T00:00Z', '2026-11-24T00:00Z'],
    // Friday evening in Los Angeles, Saturday in UTC.
    ['Friday evening in the west', inZone('America/Los_Angeles'), '2026-11-21T05:00Z', '2026-11-24T05:00Z'],
    ['Sunday evening in the west', inZone('America/Los_Angeles'), '2026-11-23T05:00Z', '2026-11-24T08:00Z'],
    // Monday morning in Auckland, Sunday in UTC.
    ['Monday morning in the east', inZone('Pacific/Auckland'), '2026-11-22T20:00Z', '2026-11-23T20:00Z'],
    ['Saturday morning in the east', inZone('Pacific/Auckland'), '2026-11-20T20:00Z', '2026-11-23T11:00Z'],
    // Clocks are set forward on March 8, 2026, and back on November 1, 2026.
    ['the Friday before clocks go forward', inZone('America/New_York'), '2026-03-06T20:00Z', '2026-03-09T19:00Z'],
    ['the Friday before clocks go back', inZone('America/New_York'), '2026-10-30T19:00Z', '2026-11-02T20:00Z'],
    [
      'Saturday before a day that skips an hour',
      inZone('America/New_York', [], [0, 6]),
      '2026-03-07T07:30Z',
      '2026-03-08T07:00Z',
    ],
    [
      'Saturday before a day that repeats an hour',
      inZone('America/New_York', [], [0, 6]),
      '2026-10-31T05:30Z',
      '2026-11-01T05:30Z',
    ],
    [
      'the second pass of the repeated hour',
      inZone('America/New_York', [], [0, 6]),
      '2026-11-01T06:30Z',
      '2026-11-07T06:30Z',
    ],
    [
      'a day whose midnight doesn’t exist',
      inZone('America/Sao_Paulo', [], [0, 1]),
      '2018-11-03T15:00Z',
      '2018-11-05T02:00Z',
    ],
    [
      'Wednesday before Thanksgiving',
      inZone('America/Chicago', ['2026-11-26']),
      '2026-11-25T16:00Z',
      '2026-11-27T16:00Z',
    ],
    ['a holiday itself', inZone('America/Chicago', ['2026-11-26']), '2026-11-26T16:00Z', '2026-11-30T06:00Z'],
    [
      'New Year’s Eve',
      inZone('America/Chicago', ['2026-12-25', '2027-01-01']),
      '2027-01-01T01:00Z',
      '2027-01-05T01:00Z',
    ],
    ['a working Saturday', inZone('UTC', [], [1, 2, 3, 4, 5, 6]), '2026-11-21T09:00Z', '2026-11-23T09:00Z'],
  ] as const)('adds one business day (%s)', (_when, calendar, from, to) => {
    expect(iso(businessDaysAfter(at(from), 1, calendar))).toBe(iso(at(to)))
  })
})

const zones = ['UTC', 'America/New_York', 'Pacific/Honolulu', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Sao_Paulo']

const anyCalendar = fc
  .record({
    zone: fc.constantFrom(...zones),
    weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
    days: fc.uniqueArray(fc.integer({ min: 0, max: 366 * 40 }), { maxLength: 200 }),
  })
  .map(({ zone, weekdays, days }) => {
    const dates = days.map((day) => iso(Date.UTC(2000, 0, 1) + day * 86_400_000).slice(0, 10))
    return inZone(zone, dates, weekdays)
  })
const anyTime = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) })
const anyMinute = anyTime.map((time) => Math.floor(time / minute) * minute)

describe('business days for any calendar, time zone, and time', () => {
  const isOpen = (time: number, { zone, weekdays, holidays }: BusinessCalendar) =>
    weekdays.includes(weekdayIn(zone, time)) && !holidays.has(clock(zone, time).slice(0, 10))

  test('returns the same business days as a day-by-day loop and keeps the time of day', () => {
    fc.assert(
      fc.property(anyMinute, fc.integer({ min: 1, max: 12 }), anyCalendar, (from, days, calendar) => {
        const end = businessDaysAfter(from, days, calendar)
        expect(isOpen(end, calendar)).toBe(true)
        const dates = new Set<string>()
        // Times of the same day are never further apart than this, and every day has one.
        for (let time = from; time < end; time += 6 * 3_600_000)
          if (isOpen(time, calendar)) dates.add(clock(calendar.zone, time).slice(0, 10))
        dates.delete(clock(calendar.zone, end).slice(0, 10))
        expect(dates.size).toBe(days)
        const [begun, ended] = [from, end].map((time) => clock(calendar.zone, time).slice(11))
        const expected = isOpen(from, calendar) ? begun : '00:00:00'
        if (ended === expected) return
        // The end differs from the expected time of day only if a clock change skips that time.
        expect(clock(calendar.zone, end - minute).slice(11) < (expected as string)).toBe(true)
        expect((ended as string) > (expected as string)).toBe(true)
      }),
    )
  })

  test('never ends earlier for a later start', () => {
    const later = fc.integer({ min: 0, max: 20 * 86_400_000 })
    fc.assert(
      fc.property(anyTime, later, fc.integer({ min: 0, max: 5 }), anyCalendar, (from, by, days, calendar) => {
        const end = businessDaysAfter(from, days, calendar)
        expect(end).toBeGreaterThanOrEqual(from)
        expect(businessDaysAfter(from + by, days, calendar)).toBeGreaterThanOrEqual(end)
      }),
    )
  })

  test('subtracts to the latest start after which the business days have passed', () => {
    fc.assert(
      fc.property(anyTime, fc.integer({ min: 1, max: 30 }), anyCalendar, (now, days, calendar) => {
        const start = businessDaysBefore(now, days, calendar)
        expect(businessDaysAfter(start, days, calendar)).toBeLessThanOrEqual(now)
        expect(businessDaysAfter(start + 1, days, calendar)).toBeGreaterThan(now)
      }),
    )
  })
})

describe('subtracting business days', () => {
  test.each([
    ['the same moment', utc, '2026-11-18T12:00Z', 0, '2026-11-18T12:00Z'],
    ['a day within the week', utc, '2026-11-18T12:00Z', 1, '2026-11-17T12:00Z'],
    ['over a weekend', utc, '2026-11-23T15:00Z', 1, '2026-11-20T15:00Z'],
    ['two weeks', utc, '2026-11-20T15:00Z', 10, '2026-11-06T15:00Z'],
    ['from a Sunday to the end of a business day', utc, '2026-11-22T09:00Z', 1, '2026-11-19T23:59:59.999Z'],
    ['from a Monday morning in the west', inZone('America/New_York'), '2026-11-23T13:00Z', 2, '2026-11-19T13:00Z'],
    ['over Thanksgiving', inZone('America/New_York', ['2026-11-26']), '2026-11-30T15:00Z', 2, '2026-11-25T15:00Z'],
    ['over the end of summer time', inZone('America/New_York'), '2026-11-02T15:00Z', 1, '2026-10-30T14:00Z'],
  ] as const)('subtracts business days (%s)', (_what, calendar, from, days, to) => {
    expect(iso(businessDaysBefore(at(from), days, calendar))).toBe(iso(at(to)))
  })
})
