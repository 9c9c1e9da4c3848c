import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { commonPasswords } from './passwords.ts'

test.each(['password1', 'trustno1', 'iloveyou1', '1qaz2wsx', 'liverpool', 'p@ssw0rd'])(
  '%s is common',
  async (password) => {
    const isCommonPassword = await commonPasswords()
    expect(isCommonPassword(password)).toBe(true)
  },
)

test.each(['lug nut, eight bolts', 'ab3$ef7!', '', 'constructor', '__proto__'])('%s is not', async (password) => {
  const isCommonPassword = await commonPasswords()
  expect(isCommonPassword(password)).toBe(false)
})

test('the list holds more than 10,000 passwords that are long enough to be set, all in lowercase', () => {
  const settable = dictionary['passwords-common'].filter((password) => [...password].length >= 8)
  expect(new Set(settable).size).toBeGreaterThan(10_000)
  expect(settable.filter((password) => password !== password.toLowerCase())).toEqual([])
})
