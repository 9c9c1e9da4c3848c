import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { businessDayAfter, businessDaysBefore } from './business-days.ts'

const hour = 3_600_000
const at = (text: string) => Date.parse(`${text}Z`)

describe('businessDayAfter', () => {
  test.each([
    ['Monday noon', '2026-11-16T12:00', '2026-11-17T12:00'],
    ['Thursday', '2026-11-19T23:59', '2026-11-20T23:59'],
    ['Friday afternoon', '2026-11-20T15:00', '2026-11-23T15:00'],
    ['the first moment of Friday', '2026-11-20T00:00', '2026-11-23T00:00'],
    ['Saturday morning', '2026-11-21T09:00', '2026-11-24T00:00'],
    ['the last minute of Sunday', '2026-11-22T23:59', '2026-11-24T00:00'],
    ['the first moment of Monday', '2026-11-23T00:00', '2026-11-24T00:00'],
  ])('%s', (_when, from, to) => {
    expect(new Date(businessDayAfter(at(from))).toISOString()).toBe(new Date(at(to)).toISOString())
  })

  // The model: walk hour by hour and count those that lie on weekdays.
  function weekdayHours(from: number, to: number): number {
    let hours = 0
    for (let time = from; time < to; time += hour) if (![0, 6].includes(new Date(time).getUTCDay())) hours += 1
    return hours
  }

  const anyHour = fc.integer({ min: 0, max: 60 * 365 * 24 }).map((hours) => hours * hour)

  test('24 hours of weekdays pass, and no more', () => {
    fc.assert(
      fc.property(anyHour, (from) => {
        expect(weekdayHours(from, businessDayAfter(from))).toBe(24)
      }),
    )
  })

  test('it ends on a weekday, and a later start never ends earlier', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 0, max: 20 * 24 * hour }), (from, later) => {
        const end = businessDayAfter(from)
        expect([0, 6]).not.toContain(new Date(end).getUTCDay())
        expect(end - from).toBeGreaterThanOrEqual(24 * hour)
        expect(end - from).toBeLessThanOrEqual(3 * 24 * hour)
        expect(businessDayAfter(from + later)).toBeGreaterThanOrEqual(end)
      }),
    )
  })
})

describe('businessDaysBefore', () => {
  test.each([
    ['the same moment', '2026-11-18T12:00', 0, '2026-11-18T12:00'],
    ['a day within the week', '2026-11-18T12:00', 1, '2026-11-17T12:00'],
    ['over a weekend', '2026-11-23T15:00', 1, '2026-11-20T15:00'],
    ['two weeks', '2026-11-20T15:00', 10, '2026-11-06T15:00'],
    ['from a Sunday, the end of the Friday before', '2026-11-22T09:00', 1, '2026-11-19T23:59:59.999'],
  ])('%s', (_what, from, days, to) => {
    expect(new Date(businessDaysBefore(at(from), days)).toISOString()).toBe(new Date(at(to)).toISOString())
  })

  test('what began at the result has waited that long, and what began any later on a weekday has not', () => {
    const after = (time: number, days: number): number => (days === 0 ? time : after(businessDayAfter(time), days - 1))
    fc.assert(
      fc.property(fc.integer({ min: 1e12, max: 4e12 }), fc.integer({ min: 1, max: 30 }), (now, days) => {
        const start = businessDaysBefore(now, days)
        expect(after(start, days)).toBeLessThanOrEqual(now)
        expect([0, 6]).not.toContain(new Date(start).getUTCDay())
        expect(after(start + 2, days)).toBeGreaterThan(now)
      }),
    )
  })
})
