import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../testing/random.ts'
import { formPhone, formState, formZip, isPhone, isState, isZip, stateOfAddress } from './us-address.ts'

test.each([
  ['or', 'OR'],
  [' Oregon ', 'OR'],
  ['new york', 'NY'],
  ['DC', 'DC'],
  ['pr', 'PR'],
  ['Oreg', 'Oreg'],
  ['ZZ', 'ZZ'],
])('formats the state %j as the code %j', (typed, formed) => {
  expect(formState(typed)).toBe(formed)
  expect(isState(formed)).toBe(!['Oreg', 'ZZ'].includes(formed))
})

test.each([
  ['97301', '97301', true],
  ['973011234', '97301-1234', true],
  ['97301 1234', '97301-1234', true],
  ['97301-12345', '97301-1234', true],
  ['973', '973', false],
  ['973011', '97301-1', false],
  ['abc', '', false],
])('formats the ZIP Code %j as %j', (typed, formed, isWhole) => {
  expect(formZip(typed)).toBe(formed)
  expect(isZip(formed)).toBe(isWhole)
})

test.each([
  ['5035550100', '(503) 555-0100', true],
  ['+1 503.555.0100', '(503) 555-0100', true],
  ['503-555-0100 ext. 12', '(503) 555-0100 x12', true],
  ['50355501007', '(503) 555-0100 x7', true],
  ['503-555-0100x', '(503) 555-0100 x', false],
  ['503', '503', false],
  ['5035', '(503) 5', false],
  ['555-0100', '(555) 010-0', false],
  ['1035550100', '(035) 550-100', false],
  ['', '', false],
])('formats the phone number %j as %j', (typed, formed, isWhole) => {
  expect(formPhone(typed)).toBe(formed)
  expect(isPhone(formed)).toBe(isWhole)
})

describe('any typed text', () => {
  const anyText = fc.oneof(fc.string(), fc.stringMatching(/^[0-9()+. x-]{0,20}$/))

  test('leaves a formatted value unchanged when it is formatted again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const form of [formState, formZip, formPhone]) expect(form(form(text))).toBe(form(text))
      }),
      runs({ gate: 300, nightly: 10_000 }),
    )
  })

  test('formats a number typed digit by digit like the whole number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[2-9]\d{9}$/), (digits) => {
        const typed = [...digits].reduce((shown, digit) => formPhone(shown + digit), '')
        expect(typed).toBe(formPhone(digits))
        expect([...digits.slice(0, 9)].reduce((shown, digit) => formZip(shown + digit), '')).toBe(formZip(digits))
      }),
    )
  })

  test('keeps every digit of a phone number that fits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[2-9]\d{0,15}$/), (digits) => {
        expect(formPhone(digits).replace(/\D/g, '')).toBe(digits)
      }),
    )
  })
})

test.each([
  [['12 Dock Street', 'Austin, TX 78701'], 'TX'],
  [['12 Dock Street', 'austin tx 78701-1234'], 'TX'],
  [['Charleston, West Virginia 25301'], 'WV'],
  [['Richmond, Virginia 23220', 'USA'], 'VA'],
  [['1 New York Avenue, Washington, D.C. 20005', 'New York, NY 10001'], 'NY'],
  [['12 Dock Street', 'Austin'], null],
  [['Suite 12345'], null],
  [['Oslo, Norway 01234'], null],
  [[], null],
])('finds in the address lines %j the state %s', (lines, state) => {
  expect(stateOfAddress(lines)).toBe(state)
})
