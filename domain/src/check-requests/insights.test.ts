import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { datesIn } from '../values/calendar-date.ts'
import { countedPeriod, median, mondayOf, weekOf, weeksUntil } from './insights.ts'

describe('mondayOf', () => {
  test.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-21', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2026-11-23', '2026-11-23'],
    ['2027-01-01', '2026-12-28'],
  ])('assigns %s to the week of %s', (date, monday) => {
    expect(mondayOf(date)).toBe(monday)
  })
})

test('returns the requested number of Mondays, ending with this week’s', () => {
  expect(weeksUntil(Date.parse('2026-11-21T16:00:00Z'), 4, 'UTC')).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
  ])
  const mondays = weeksUntil(Date.parse('2026-11-21T16:00:00Z'), 12, 'UTC')
  expect(mondays).toHaveLength(12)
  expect([mondays[0], mondays[10], mondays[11]]).toEqual(['2026-08-31', '2026-11-09', '2026-11-16'])
})

test('begins a week when Monday begins in the time zone', () => {
  const now = Date.parse('2026-11-30T04:30:00Z')
  const lastWeek = (zone: string) => weeksUntil(now, 4, zone).at(-1)
  expect(lastWeek('America/New_York')).toBe('2026-11-23')
  expect(lastWeek('Europe/Madrid')).toBe('2026-11-30')
})

describe('counted periods', () => {
  test.each([
    ['2026-11-27T18:20:00.000Z', '2026-11-23'],
    ['2026-11-29T09:59:59.999Z', '2026-11-23'],
    ['2026-11-29T10:14:59.999Z', '2026-11-29T10:00'],
    ['2026-11-30T05:59:00.000Z', '2026-11-30T05:45'],
    ['2026-11-30T12:00:00.000Z', '2026-11-30'],
    ['2026-02-30T12:00:00.000Z', ''],
  ])('counts %s by %s', (moment, period) => {
    expect(countedPeriod(moment)).toBe(period)
  })

  test('belong to the week of each of their moments in every time zone', () => {
    const moments = fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2040-01-01'), noInvalidDate: true })
    const nearMonday = fc
      .tuple(fc.nat({ max: 1000 }), fc.integer({ min: -16 * 60, max: 16 * 60 }))
      .map(([week, minutes]) => new Date(Date.parse('2020-01-06T00:00:00Z') + (week * 7 * 24 * 60 + minutes) * 60_000))
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC')
    fc.assert(
      fc.property(fc.oneof(moments, nearMonday), zones, (moment, zone) => {
        expect(weekOf(countedPeriod(moment.toISOString()), zone)).toBe(mondayOf(datesIn(zone)(moment.getTime())))
      }),
    )
  })
})

describe('median', () => {
  test.each([
    [[], undefined],
    [[7], 7],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
  ])('computes the median of %j as %j', (values, middle) => {
    expect(median(values)).toBe(middle)
  })

  test('returns a median with as many values below it as above it', () => {
    const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 })
    fc.assert(
      fc.property(values, (numbers) => {
        const middle = median(numbers) as number
        const below = numbers.filter((number) => number < middle).length
        const above = numbers.filter((number) => number > middle).length
        return Math.max(below, above) <= numbers.length / 2
      }),
    )
  })
})
