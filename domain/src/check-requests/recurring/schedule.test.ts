import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type CalendarDate } from '../../values/calendar-date.ts'
import { dueAfter, dueFrom, type Interval, intervals, type Schedule, scheduleInWords } from './schedule.ts'

function days(schedule: Schedule, most: number): CalendarDate[] {
  const found: CalendarDate[] = []
  for (let day = dueFrom(schedule, schedule.first_on); day && found.length < most; day = dueAfter(schedule, day))
    found.push(day)
  return found
}

describe('days of a recurring request', () => {
  test.each<[string, Interval, CalendarDate, CalendarDate[]]>([
    [
      'the 31st on the last day of shorter months',
      'month',
      '2026-12-31',
      ['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
    ],
    [
      'February 29 in leap years only',
      'year',
      '2028-02-29',
      ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ],
    ['quarters', 'quarter', '2026-11-30', ['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30']],
    [
      'weeks across a change of clocks',
      'week',
      '2026-10-30',
      ['2026-10-30', '2026-11-06', '2026-11-13', '2026-11-20', '2026-11-27'],
    ],
  ])('repeats %s', (_, every, first_on, expected) => {
    expect(days({ every, first_on, until_on: null }, 5)).toEqual(expected)
  })

  test('ends with the last day, which counts', () => {
    expect(days({ every: 'month', first_on: '2026-11-01', until_on: '2027-01-01' }, 9)).toEqual([
      '2026-11-01',
      '2026-12-01',
      '2027-01-01',
    ])
    expect(days({ every: 'month', first_on: '2026-11-02', until_on: '2027-01-01' }, 9)).toHaveLength(2)
  })

  const date = fc.integer({ min: 0, max: 20_000 }).map((day) => addDays('2000-01-01', day))
  const schedule = fc.record({
    every: fc.constantFrom(...intervals.map(({ name }) => name)),
    first_on: date,
    until_on: fc.option(date),
  })

  test('finds the same days from any starting point, in order, and none twice', () => {
    fc.assert(
      fc.property(schedule, fc.integer({ min: 0, max: 800 }), (given, ahead) => {
        const all = days(given, 60)
        const start = addDays(given.first_on, ahead)
        expect(dueFrom(given, start)).toBe(
          all.length < 60 || ahead < 400 ? all.find((day) => day >= start) : dueFrom(given, start),
        )
        expect([...new Set(all)].sort()).toEqual(all)
      }),
    )
  })

  test('never leaves the schedule, and never skips more than one interval', () => {
    const longest: Record<Interval, number> = { week: 7, month: 31, quarter: 92, year: 366 }
    fc.assert(
      fc.property(schedule, (given) => {
        const all = days(given, 40)
        for (const [index, day] of all.entries()) {
          expect(day >= given.first_on && (given.until_on === null || day <= given.until_on)).toBe(true)
          const next = all[index + 1]
          if (next) expect(next <= addDays(day, longest[given.every])).toBe(true)
        }
        const [first] = all
        if (given.until_on === null || given.until_on >= given.first_on) expect(first).toBe(given.first_on)
        else expect(first).toBeUndefined()
      }),
    )
  })
})

test.each<[Interval, CalendarDate, string]>([
  ['month', '2026-12-01', 'Every month on the 1st'],
  ['month', '2026-12-31', 'Every month on the last day'],
  ['quarter', '2026-12-12', 'Every quarter on the 12th'],
  ['week', '2026-11-30', 'Every week on Monday'],
  ['year', '2027-04-15', 'Every year on April 15'],
])('describes a schedule every %s from %s as “%s”', (every, first_on, words) => {
  expect(scheduleInWords({ every, first_on })).toBe(words)
})
