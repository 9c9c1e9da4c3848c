import { expect, test } from 'vitest'
import { emailField } from './fields.ts'

test.each([
  'a&b@x.com',
  'a/b@x.com',
  "o'brien@x.com",
  'first.last+tag@mail.x-y.example',
  '{a}@xn--80ak6aa92e.xn--p1ai',
])('recognizes %s as an email address', (email) => {
  expect(emailField.parse(` ${email} `)).toBe(email)
})

test.each([
  'a',
  'a@b',
  '.a@x.com',
  'a..b@x.com',
  'a.@x.com',
  'a b@x.com',
  'a@-x.com',
  'a@x..com',
  'a@1.2.3.4',
  'a@x.com,b@x.com',
])('refuses %s as an email address', (email) => {
  expect(emailField.safeParse(email).error?.issues[0]?.message).toBe('Enter an email address.')
})

test('requires an email address and refuses a long one', () => {
  for (const missing of [undefined, '', ' ']) {
    expect(emailField.safeParse(missing).error?.issues[0]?.message).toBe('Email is required')
  }
  expect(emailField.safeParse(`${'a'.repeat(250)}@x.com`).success).toBe(false)
})
