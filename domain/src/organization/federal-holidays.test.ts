import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { usualWeekdays } from '../values/business-time.ts'
import { federalHolidays } from './calendar.ts'

/** As published by the United States Office of Personnel Management. */
const published: Record<number, string> = {
  2026: `2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25`,
  2027: `2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-24`,
  2028: `2027-12-31 2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-10 2028-11-23 2028-12-25`,
}

const names = [
  'New Year’s Day',
  'Birthday of Martin Luther King, Jr.',
  'Washington’s Birthday',
  'Memorial Day',
  'Juneteenth National Independence Day',
  'Independence Day',
  'Labor Day',
  'Columbus Day',
  'Veterans Day',
  'Thanksgiving Day',
  'Christmas Day',
]

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

describe('federal holidays', () => {
  test.each(Object.keys(published).map(Number))('matches the published holidays of %i', (year) => {
    const holidays = federalHolidays(year, usualWeekdays)
    expect(holidays.map(({ date }) => date).join(' ')).toBe(published[year])
    expect(holidays.map(({ name }) => name.replace(' (observed)', ''))).toEqual(names)
  })

  test('marks holidays observed on another day', () => {
    const observed = federalHolidays(2027, usualWeekdays).filter(({ name }) => name.endsWith('(observed)'))
    expect(observed.map(({ date }) => date)).toEqual(['2027-06-18', '2027-07-05', '2027-12-24'])
  })

  test('keeps holidays on Saturday if Saturday is a working day', () => {
    const dates = federalHolidays(2027, [1, 2, 3, 4, 5, 6]).map(({ date }) => date)
    expect(dates).toEqual(expect.arrayContaining(['2027-06-19', '2027-07-05', '2027-12-25']))
  })

  test('returns eleven holidays a year in order, all on weekdays and at most a day from the legal date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1990, max: 2199 }), (year) => {
        const holidays = federalHolidays(year, usualWeekdays)
        const dates = holidays.map(({ date }) => date)
        expect(new Set(dates).size).toBe(11)
        expect(dates).toEqual(dates.toSorted())
        for (const date of dates) expect([0, 6]).not.toContain(weekdayOf(date))
        const own = federalHolidays(year, [0, 1, 2, 3, 4, 5, 6])
        for (const [index, { date }] of own.entries()) {
          expect(date.startsWith(`${year}-`)).toBe(true)
          const apart = Math.abs(Date.parse(date) - Date.parse(dates[index] as string))
          expect(apart).toBeLessThanOrEqual(86_400_000)
        }
      }),
    )
  })

  test('puts weekday holidays in the week of the month named by the law', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1990, max: 2199 }), (year) => {
        const found = new Map(federalHolidays(year, usualWeekdays).map(({ date, name }) => [name, date]))
        for (const [name, weekday, first, last] of [
          ['Birthday of Martin Luther King, Jr.', 1, 15, 21],
          ['Washington’s Birthday', 1, 15, 21],
          ['Memorial Day', 1, 25, 31],
          ['Labor Day', 1, 1, 7],
          ['Columbus Day', 1, 8, 14],
          ['Thanksgiving Day', 4, 22, 28],
        ] as const) {
          const date = found.get(name) ?? ''
          expect([name, weekdayOf(date)]).toEqual([name, weekday])
          expect(Number(date.slice(8))).toBeGreaterThanOrEqual(first)
          expect(Number(date.slice(8))).toBeLessThanOrEqual(last)
        }
      }),
    )
  })
})
