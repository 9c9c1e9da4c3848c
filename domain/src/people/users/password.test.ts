import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passwordRefusal } from './password.ts'

const email = 'maria.garcia@lakeside.example'
const owner = { email, names: ['María', 'García López', 'Lakeside Auto Group', 'Toyota of Fair Oaks'] }
const tooShort = 'A password needs at least 8 characters.'
const tooLong = 'A password can have at most 128 characters.'
const isEmail = 'Choose a password other than your email address.'
const tooCommon = 'This password is too common: choose one that others don’t use.'
const repeats = 'This password repeats itself: choose one that is harder to guess.'
const runs = 'This password follows the keyboard or the alphabet: choose one that is harder to guess.'
const words =
  'This password is a name or a word that others try first: add words that have nothing to do with you or your work.'

test.each([
  ['', tooShort],
  ['seven77', tooShort],
  ['🚗🚗🚗🚗🚗🚗🚗', tooShort],
  ['x'.repeat(129), tooLong],
  [email, isEmail],
  [' MARIA.Garcia@Lakeside.Example ', isEmail],
])('refuses the password %j with the message: %s', (password, sentence) => {
  expect(passwordRefusal(password, owner)).toBe(sentence)
})

test.each([
  'aaaaaaaa',
  'abcabcabc',
  'abcabcab',
  'AbCaBcaBc',
  'xyxyxyxyxyxy',
  'k7k7k7k7k7',
  '        x',
  '🚗🚗🚗🚗🚗🚗🚗🚗',
  'aaaabbbbb',
])('refuses the password %j as a repetition', (password) => {
  expect(passwordRefusal(password, owner)).toBe(repeats)
})

test.each([
  '12345678',
  '1234567890',
  '87654321',
  'qwertyuiop',
  'POIUYTREWQ',
  'asdfghjkl',
  'qwertzui',
  'abcdefgh',
  'abcd1234',
  'asdf-1234',
  'x y z 1 2 3',
  '123456789!',
])('refuses the password %j as a sequence', (password) => {
  expect(passwordRefusal(password, owner)).toBe(runs)
})

test.each([
  ['the first name', 'Maria2024!'],
  ['the last name', 'garcialopez'],
  ['both names', 'Maria.Garcia'],
  ['names without their accents', 'MARÍA-LOPEZ-1'],
  ['the dealer group', 'lakeside-auto-group'],
  ['the dealership', 'Toyota of Fair Oaks'],
  ['a dealership with a year', 'toyota1998'],
  ['the product', 'checkrequest'],
  ['the product’s demo', 'check-request-demo'],
  ['a season', 'Summer2026!'],
  ['typical admin words', 'Admin1234'],
])('refuses a password made of %s', (_what, password) => {
  expect(passwordRefusal(password, owner)).toBe(words)
})

test.each([
  'lug nut, eight bolts',
  'ключ от машины',
  '🚗🚙🚕🚌🚎🏎🚓🚑',
  'María likes green tea',
  'planning ahead',
  'my lakeside cabin in june',
  'no more 12345 for me',
  'aB3$eF7!',
])('accepts the password %j', (password) => {
  expect(passwordRefusal(password, owner)).toBeUndefined()
})

test('ignores user names shorter than three letters', () => {
  expect(passwordRefusal('bolt lid ox', { email: 'li@ox.example', names: ['Li', 'Ng'] })).toBeUndefined()
})

test('accepts passwords of 8 to 128 visible characters', () => {
  const varied = '🚗🚙🚕🚌🚎🏎🚓🚑'
  expect(passwordRefusal(varied, owner)).toBeUndefined()
  expect(passwordRefusal(`${varied}é`.repeat(14), owner)).toBeUndefined()
  expect(passwordRefusal(`${'é'.repeat(123)}vh8qz`, owner)).toBeUndefined()
  expect(passwordRefusal('🚗'.repeat(129), owner)).toBe(tooLong)
})

test('refuses a common password regardless of capitalization', () => {
  const isCommon = (folded: string) => folded === 'trustno1'
  expect(passwordRefusal(' TrustNo1 ', owner, isCommon)).toBe(tooCommon)
  expect(passwordRefusal('trustno1x', owner, isCommon)).toBeUndefined()
})

test('never throws, and refuses hardly any random password', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 140 }), (text) => void passwordRefusal(text, owner)))
  const characters = [...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789']
  const drawn = fc.array(fc.constantFrom(...characters), { minLength: 10, maxLength: 20 })
  fc.assert(
    fc.property(drawn, (password) => passwordRefusal(password.join(''), owner) === undefined),
    { seed: 17 },
  )
})
