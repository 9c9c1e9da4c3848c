import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { median, mondayOf, weeksUntil } from './insights.ts'

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
  expect(weeksUntil(Date.parse('2026-11-21T16:00:00Z'), 4)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
  ])
  const mondays = weeksUntil(Date.parse('2026-11-21T16:00:00Z'), 12)
  expect(mondays).toHaveLength(12)
  expect([mondays[0], mondays[10], mondays[11]]).toEqual(['2026-08-31', '2026-11-09', '2026-11-16'])
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
