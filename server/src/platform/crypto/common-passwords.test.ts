import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { commonPasswords } from './passwords.ts'

test.each(['password1', 'trustno1', 'iloveyou1', '1qaz2wsx', 'liverpool', 'p@ssw0rd'])(
  'recognizes “%s” as a common password',
  async (password) => {
    const isCommonPassword = await commonPasswords()
    expect(isCommonPassword(password)).toBe(true)
  },
)

test.each(['lug nut, eight bolts', 'ab3$ef7!', '', 'constructor', '__proto__'])(
  'doesn’t recognize “%s” as a common password',
  async (password) => {
    const isCommonPassword = await commonPasswords()
    expect(isCommonPassword(password)).toBe(false)
  },
)

test('lists more than 10,000 passwords that meet the minimum length, all in lowercase', () => {
  const settable = dictionary['passwords-common'].filter((password) => [...password].length >= 8)
  expect(new Set(settable).size).toBeGreaterThan(10_000)
  expect(settable.filter((password) => password !== password.toLowerCase())).toEqual([])
})
