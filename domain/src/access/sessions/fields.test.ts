import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { changePasswordBody, loginBody, sessionUser, switchRoleBody } from './fields.ts'

function messages(schema: z.ZodType, value: unknown): Record<string, string> {
  const issues = schema.safeParse(value).error?.issues ?? []
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]))
}

describe('loginBody', () => {
  test('reports both fields of a blank form as missing', () => {
    const both = { email: 'Email is required', password: 'Password is required' }
    expect(messages(loginBody, {})).toEqual(both)
    expect(messages(loginBody, { email: '  ', password: '' })).toEqual(both)
    expect(messages(loginBody, { email: null, password: null })).toEqual(both)
  })

  test.each(['lakeside', 'a@', '@b.example', 'a b@c.example', 'a@b'])('refuses the email address %j', (email) => {
    expect(messages(loginBody, { email, password: 'x' })).toEqual({ email: 'Enter an email address.' })
  })

  test('keeps the password unchanged and trims the email address', () => {
    expect(loginBody.parse({ email: ' a@b.example ', password: ' x ' })).toEqual({
      email: 'a@b.example',
      password: ' x ',
    })
  })

  test('accepts the starting role only as a number', () => {
    const credentials = { email: 'a@b.example', password: 'x' }
    expect(loginBody.parse({ ...credentials, role_id: 3 }).role_id).toBe(3)
    expect(loginBody.safeParse({ ...credentials, role_id: 1.5 }).success).toBe(false)
    expect(loginBody.safeParse({ ...credentials, role_id: true }).success).toBe(false)
  })

  test('limits the length of email address and password, and refuses unknown fields', () => {
    expect(loginBody.safeParse({ email: 'a@b.example', password: 'x'.repeat(1025) }).success).toBe(false)
    expect(loginBody.safeParse({ email: `${'a'.repeat(250)}@b.example`, password: 'x' }).success).toBe(false)
    expect(loginBody.safeParse({ email: 'a@b.example', password: 'x', admin: true }).success).toBe(false)
  })
})

describe('changePasswordBody', () => {
  test('reports both fields of a blank form as missing', () => {
    const both = { oldPass: 'Old Password is required', newPass: 'New Password is required' }
    expect(messages(changePasswordBody, {})).toEqual(both)
    expect(messages(changePasswordBody, { oldPass: '', newPass: '' })).toEqual(both)
  })

  test('accepts only the email address, the old password, and the new password', () => {
    const body = { oldPass: 'old one', newPass: 'new one', email: 'a@b.example' }
    expect(changePasswordBody.parse(body)).toEqual(body)
    expect(changePasswordBody.safeParse({ ...body, confirm: 'new one' }).success).toBe(false)
  })
})

test('requires a role in a switchRoleBody', () => {
  expect(switchRoleBody.parse({ role_id: 2 })).toEqual({ role_id: 2 })
  expect(messages(switchRoleBody, {})).toEqual({ role_id: 'Choose a role.' })
})

describe('sessionUser', () => {
  const user = {
    token: 't1.x',
    role: 2,
    id: 5,
    email: 'a@b.example',
    firstname: 'Ada',
    lastname: 'Byron',
    all_roles: [2, 3],
    all_role_names: ['requester', 'approver'],
    access_level: 2,
    dealer_group_id: 1,
    dealership_id: [1],
    department_id: [],
    password_reminder: false,
    password_change_required: false,
  }

  test('contains the fields in the specification', () => {
    expect(sessionUser.parse(user)).toEqual(user)
    expect(sessionUser.parse({ ...user, access_level: 0, dealer_group_id: null }).dealer_group_id).toBeNull()
  })

  test.each([0, 5, null])('refuses %j as the role', (role) => {
    expect(sessionUser.safeParse({ ...user, role }).success).toBe(false)
  })
})
