import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dateOf,
  datesIn,
  formatDate,
  isCalendarDate,
  isTimeZone,
  localToday,
  startOfDay,
} from './calendar-date.ts'
import { calendarDateField } from './fields.ts'

const anyDate = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('isCalendarDate', () => {
  test.each(['2026-11-21', '2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01'])(
    'accepts the existing date %s',
    (text) => {
      expect(isCalendarDate(text)).toBe(true)
    },
  )

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026/01/01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '+02026-01-01',
    '',
  ])('refuses %j as a date', (text) => {
    expect(isCalendarDate(text)).toBe(false)
  })

  test('agrees with the calendar on every day of every month', () => {
    for (let month = 1; month <= 12; month++) {
      for (let day = 1; day <= 32; day++) {
        const text = `2027-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
        expect(isCalendarDate(text), text).toBe(day <= new Date(Date.UTC(2027, month, 0)).getUTCDate())
      }
    }
  })
})

describe('addDays', () => {
  test.each([
    ['2026-11-21', 7, '2026-11-28'],
    ['2026-12-28', 7, '2027-01-04'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-03-07', 2, '2026-03-09'],
  ])('adds to the date %s a number of days (%i): %s', (date, days, later) => {
    expect(addDays(date, days)).toBe(later)
  })

  test('adds and then subtracts days back to the same date', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
        expect(addDays(addDays(date, days), -days)).toBe(date)
      }),
    )
  })
})

describe('today', () => {
  test('returns the UTC date of a time', () => {
    expect(dateOf(Date.parse('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21')
    expect(dateOf(Date.parse('2026-11-22T00:00:00.000Z'))).toBe('2026-11-22')
  })

  test('returns the caller’s local date', () => {
    const lateEvening = new Date('2026-11-22T03:30:00Z')
    const inChicago = Object.assign(new Date(lateEvening), { getTimezoneOffset: () => 360 })
    const inTokyo = Object.assign(new Date('2026-11-21T16:00:00Z'), { getTimezoneOffset: () => -540 })
    expect(localToday(inChicago)).toBe('2026-11-21')
    expect(localToday(inTokyo)).toBe('2026-11-22')
  })
})

describe('formatDate', () => {
  test.each([
    ['2026-11-01', 'Nov 1, 2026'],
    ['2026-01-31', 'Jan 31, 2026'],
    ['2024-02-29', 'Feb 29, 2024'],
  ])('formats the date %s as %s', (date, shown) => {
    expect(formatDate(date)).toBe(shown)
  })
})

describe('datesIn', () => {
  test.each([
    ['America/Chicago', '2026-11-21T05:59:00Z', '2026-11-20'],
    ['America/Chicago', '2026-11-21T06:00:00Z', '2026-11-21'],
    ['America/Chicago', '2026-07-01T05:00:00Z', '2026-07-01'],
    ['Asia/Kolkata', '2026-12-31T18:30:00Z', '2027-01-01'],
  ])('computes the date in the time zone %s at %s as %s', (zone, moment, date) => {
    expect(datesIn(zone)(Date.parse(moment))).toBe(date)
  })

  test('agrees with dateOf in UTC', () => {
    const utc = datesIn('UTC')
    fc.assert(fc.property(anyDate, (date) => utc(Date.parse(date)) === dateOf(Date.parse(date))))
  })

  test('recognizes an unknown time zone', () => {
    expect([isTimeZone('America/Denver'), isTimeZone('Mars/Base'), isTimeZone('')]).toEqual([true, false, false])
  })
})

describe('calendarDateField', () => {
  test('accepts an existing date', () => {
    expect(calendarDateField.parse('2026-11-28')).toBe('2026-11-28')
  })

  test.each([[undefined], [null], [''], [20261128]])('treats %j as a missing date', (value) => {
    const issues = calendarDateField.safeParse(value).error?.issues.map((issue) => issue.message)
    expect(issues).toEqual(['Due date is required'])
  })

  test('explains the format in its message', () => {
    const issues = calendarDateField.safeParse('11/28/2026').error?.issues.map((issue) => issue.message)
    expect(issues).toEqual(['Enter a date as YYYY-MM-DD.'])
  })
})

describe('startOfDay', () => {
  test.each([
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21', 'America/Chicago', '2026-11-21T06:00:00.000Z'],
    ['2026-07-01', 'America/Chicago', '2026-07-01T05:00:00.000Z'],
    ['2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
    ['2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
    ['2026-11-21', 'Etc/GMT+12', '2026-11-21T12:00:00.000Z'],
  ])('finds the start of the day %s in the time zone %s at %s', (date, zone, moment) => {
    expect(new Date(startOfDay(date, zone)).toISOString()).toBe(moment)
  })

  test('starts a day without midnight at its first minute', () => {
    expect(new Date(startOfDay('2018-11-04', 'America/Sao_Paulo')).toISOString()).toBe('2018-11-04T03:00:00.000Z')
  })

  test('finds a start that is on the day and whose preceding minute is on the previous day', () => {
    const zones = fc.constantFrom('UTC', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca')
    fc.assert(
      fc.property(anyDate, zones, (date, zone) => {
        const start = startOfDay(date, zone)
        expect(datesIn(zone)(start)).toBe(date)
        expect(datesIn(zone)(start - 60_000) < date).toBe(true)
      }),
    )
  })
})
