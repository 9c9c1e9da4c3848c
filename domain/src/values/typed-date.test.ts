import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../testing/random.ts'
import { addDays, formatDate, isCalendarDate } from './calendar-date.ts'
import { parseTypedDate } from './typed-date.ts'

// A Sunday.
const today = '2026-11-22'

const anyDate = fc.integer({ min: 0, max: 36_523 }).map((days) => addDays('2000-01-01', days))

test.each([
  ['12/3', '2026-12-03'],
  ['1/5', '2027-01-05'],
  ['9/3', '2026-09-03'],
  ['12-3', '2026-12-03'],
  ['12.03', '2026-12-03'],
  ['12/3/26', '2026-12-03'],
  ['12/03/2027', '2027-12-03'],
  ['2026-12-03', '2026-12-03'],
  ['dec 3', '2026-12-03'],
  ['3 Dec', '2026-12-03'],
  ['Dec. 3, 2027', '2027-12-03'],
  ['december 3 27', '2027-12-03'],
  ['2/29', '2028-02-29'],
  ['+5', '2026-11-27'],
  ['+ 30', '2026-12-22'],
  ['-1', '2026-11-21'],
  ['fri', '2026-11-27'],
  ['Fr', '2026-11-27'],
  ['sunday', '2026-11-29'],
  ['mon', '2026-11-23'],
  ['today', '2026-11-22'],
  ['tom', '2026-11-23'],
  ['yest', '2026-11-21'],
  [' Today ', '2026-11-22'],
])('reads the typed date %j as %s', (text, date) => {
  expect(parseTypedDate(text, { today })).toBe(date)
})

test.each([
  '',
  ' ',
  '1',
  '12',
  '12/',
  '13/1',
  '2/30',
  '2/29/2027',
  '0/5',
  '5/0',
  't',
  's',
  'm',
  'ju 4',
  'friend',
  '+',
  '+12345',
  '12/3/1',
  '1/2/3/4',
  'may',
  'dec',
  '2026-02-30',
])('refuses the typed date %j', (text) => {
  expect(parseTypedDate(text, { today })).toBeUndefined()
})

test.each([
  ['9/3', '2026-11-22', '2027-09-03'],
  ['11/22', '2026-11-22', '2026-11-22'],
  ['11/21', '2026-11-22', '2027-11-21'],
  ['2/29', '2028-03-01', '2032-02-29'],
  ['2/29', '2097-03-01', '2104-02-29'],
])('reads the typed date %j, no earlier than %s, as %s', (text, from, date) => {
  expect(parseTypedDate(text, { today, from })).toBe(date)
})

describe('any day', () => {
  test('reads a date with a year as written', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (date, now) => {
        const [year = '', month = '', day = ''] = date.split('-')
        const written = [date, formatDate(date), `${month}/${day}/${year}`, `${Number(month)}-${Number(day)}-${year}`]
        for (const text of written) expect(parseTypedDate(text, { today: now })).toBe(date)
      }),
    )
  })

  test('reads plus and minus signs as days after and before the current date', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 9999 }), (now, days) => {
        expect(parseTypedDate(`+${days}`, { today: now })).toBe(addDays(now, days))
        expect(parseTypedDate(`-${days}`, { today: now })).toBe(addDays(now, -days))
      }),
    )
  })

  test('reads a weekday as one of the seven days after today', () => {
    const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
    fc.assert(
      fc.property(anyDate, fc.constantFrom(...names), (now, name) => {
        const date = parseTypedDate(name, { today: now }) ?? ''
        expect(date > now && date <= addDays(now, 7)).toBe(true)
        expect(new Date(date).toUTCString().slice(0, 3).toLowerCase()).toBe(name)
      }),
    )
  })

  test('reads a date without a year as the first one from a given day, or as the nearest', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (date, now) => {
        const text = `${Number(date.slice(5, 7))}/${Number(date.slice(8))}`
        const next = parseTypedDate(text, { today: now, from: now }) ?? ''
        expect(next >= now && next.slice(5) === date.slice(5)).toBe(true)
        const nearest = parseTypedDate(text, { today: now }) ?? ''
        expect(nearest.slice(5)).toBe(date.slice(5))
        if (!text.startsWith('2/29')) {
          expect(next < addDays(now, 367)).toBe(true)
          expect(Math.abs(Date.parse(nearest) - Date.parse(now))).toBeLessThanOrEqual(184 * 86_400_000)
        }
      }),
    )
  })

  test('returns an existing date or none for any text', () => {
    const anyText = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9/.+ -]{0,12}$/),
      fc.stringMatching(/^[a-z]{1,5}[ .]?\d{0,3}$/),
    )
    fc.assert(
      fc.property(anyText, anyDate, (text, now) => {
        const date = parseTypedDate(text, { today: now })
        return date === undefined || isCalendarDate(date)
      }),
      runs({ gate: 500, nightly: 20_000 }),
    )
  })
})
