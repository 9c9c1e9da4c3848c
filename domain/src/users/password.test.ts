import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { passwordRefusal } from './password.ts'

const email = 'requester@lakeside.example'
const tooShort = 'A password needs at least 8 characters.'
const tooLong = 'A password can have at most 128 characters.'
const isEmail = 'A password cannot be the email address.'
const tooCommon = 'This password is too common: choose one that others do not use.'

test.each([
  ['', tooShort],
  ['seven77', tooShort],
  ['🚗🚗🚗🚗🚗🚗🚗', tooShort],
  ['x'.repeat(129), tooLong],
  [email, isEmail],
  [' REQUESTER@Lakeside.Example ', isEmail],
  ['password', tooCommon],
  ['Password123', tooCommon],
  ['QWERTYUIOP', tooCommon],
  [' 12345678 ', tooCommon],
])('refuses %j: %s', (password, sentence) => {
  expect(passwordRefusal(password, email)).toBe(sentence)
})

test.each([
  'lug nut, eight bolts',
  'ключ от машины',
  '🚗🚙🚕🚌🚎🏎🚓🚑',
  '        x',
  'x y z 1 2 3',
  'check-request-demo',
])('accepts %j', (password) => {
  expect(passwordRefusal(password, email)).toBeUndefined()
})

test('accepts 8 and 128 characters, counted as people count them', () => {
  expect(passwordRefusal('aB3$eF7!', email)).toBeUndefined()
  expect(passwordRefusal('é'.repeat(128), email)).toBeUndefined()
  expect(passwordRefusal('🚗'.repeat(128), email)).toBeUndefined()
  expect(passwordRefusal('🚗'.repeat(129), email)).toBe(tooLong)
})

test('every common password that is long enough is refused, however it is capitalized', () => {
  expect(commonPasswords.size).toBeGreaterThan(100)
  for (const password of commonPasswords) {
    const expected = password.length < 8 ? tooShort : tooCommon
    expect(passwordRefusal(password, email)).toBe(expected)
    expect(passwordRefusal(password.toUpperCase(), email)).toBe(expected)
  }
})

test('any characters will do within the length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 20, maxLength: 128 }), (password) => {
      fc.pre(password.trim().toLowerCase() !== email && !commonPasswords.has(password.trim().toLowerCase()))
      expect(passwordRefusal(password, email)).toBeUndefined()
    }),
  )
})
