import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { runs } from '../../testing/random.ts'
import { accountErrors, createUserBody, deleteUserBody, updateUserBody } from './fields.ts'

const group = { dealer_group_id: 'Dealer Group is required for this access level' }
const dealership = { dealership_ids: 'Dealership is required for this access level' }
const department = { department_ids: 'Department is required for this access level' }
const primary = { primary_role: 'Primary role is required when multiple roles are selected' }

const everyMessage = {
  email: 'Email is required',
  username: 'Username is required',
  first_name: 'First Name is required',
  last_name: 'Last Name is required',
  password: 'Password is required',
  role_ids: 'At least one role is required',
  access_level: 'Access level is required',
}

const filled = {
  email: 'Ada@Lakeside.example',
  username: 'Ada@Lakeside.example',
  first_name: 'Ada',
  last_name: 'Byron',
  password: 'lug nut, eight bolts',
  role_ids: [2],
  access_level: 1,
  dealer_group_id: 1,
}

/** The first message for each field, as returned by the server. */
function messages(schema: z.ZodType, value: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of schema.safeParse(value).error?.issues ?? []) found[issue.path.join('.')] ??= issue.message
  return found
}

describe('createUserBody', () => {
  test('reports every missing field of a blank form', () => {
    expect(messages(createUserBody, {})).toEqual(everyMessage)
  })

  test('reports every missing field of a form with empty inputs', () => {
    const empty = { email: '', username: ' ', first_name: '', last_name: '', password: '', role_ids: [] }
    expect(messages(createUserBody, { ...empty, access_level: 3 })).toEqual({
      ...everyMessage,
      access_level: undefined,
      ...group,
      ...dealership,
      ...department,
    })
  })

  test.each(Object.entries(everyMessage))('reports the missing field %s as “%s”', (field, text) => {
    expect(messages(createUserBody, { ...filled, [field]: undefined })).toEqual({ [field]: text })
  })

  test.each(Object.entries(everyMessage))('reports null in the field %s as “%s”', (field, text) => {
    expect(messages(createUserBody, { ...filled, [field]: null })).toEqual({ [field]: text })
  })

  test('accepts ids as numbers or numeric texts, under either field name', () => {
    const typed = { role_ids: ['2', 3, '3'], primary_role: '3', access_level: '2', dealer_group_id: '1' }
    expect(createUserBody.parse({ ...filled, ...typed, dealership_ids: ['4', 4, 5] })).toMatchObject({
      role_ids: [2, 3],
      primary_role: 3,
      access_level: 2,
      dealer_group_id: 1,
      dealership_ids: [4, 5],
      department_ids: [],
    })
  })

  test('lowercases the email address', () => {
    expect(createUserBody.parse(filled).email).toBe('ada@lakeside.example')
    expect(messages(createUserBody, { ...filled, email: 'ada' })).toEqual({ email: 'Enter an email address.' })
  })

  test('requires a primary role if there are several roles', () => {
    expect(messages(createUserBody, { ...filled, role_ids: [2, 3] })).toEqual(primary)
    expect(messages(createUserBody, { ...filled, role_ids: [2, 3], primary_role: 3 })).toEqual({})
    expect(Object.keys(messages(createUserBody, { ...filled, role_ids: [2, 3], primary_role: 4 }))).toEqual([
      'primary_role',
    ])
  })

  test.each([4, -1, '1.5', 'group'])('refuses %j as an access level', (access_level) => {
    expect(messages(createUserBody, { ...filled, access_level })).toHaveProperty('access_level')
  })

  test('accepts a missing title and primary role, and refuses unknown fields', () => {
    expect(createUserBody.parse(filled)).toMatchObject({ title: null, active: true })
    expect(createUserBody.safeParse({ ...filled, password_hash: 'x' }).success).toBe(false)
  })

  test('never throws for any input', () => {
    const parts = { role_ids: fc.anything(), dealership_ids: fc.anything(), access_level: fc.anything() }
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record(parts, { requiredKeys: [] })), (value) => {
        expect(createUserBody.safeParse(value).success).toBe(false)
      }),
      runs({ gate: 300, nightly: 10_000 }),
    )
  })
})

describe('missing account parts', () => {
  test.each([
    ['super admin', { access_level: 0 }, {}],
    ['group level without a group', { access_level: 1 }, group],
    ['group level with a group', { access_level: 1, dealer_group_id: 1 }, {}],
    ['dealership level without a group or dealership', { access_level: 2 }, { ...group, ...dealership }],
    ['dealership level with only a group', { access_level: 2, dealer_group_id: 1, dealership_ids: [] }, dealership],
    ['dealership level with all fields', { access_level: 2, dealer_group_id: 1, dealership_ids: [4] }, {}],
    ['department level with nothing chosen', { access_level: 3 }, { ...group, ...dealership, ...department }],
    ['department level without departments', { access_level: 3, dealer_group_id: 1, dealership_ids: [4] }, department],
    ['one role', { role_ids: [2] }, {}],
    ['two roles', { role_ids: [2, 3] }, primary],
    ['two roles with a primary one', { role_ids: [2, 3], primary_role: 2 }, {}],
  ])('reports the missing parts of an account at %s', (_name, account, errors) => {
    expect(accountErrors(account)).toEqual(errors)
  })
})

describe('updateUserBody', () => {
  test('identifies the user by id or email address', () => {
    expect(updateUserBody.parse({ id: 5, active: false })).toEqual({ id: 5, active: false })
    expect(updateUserBody.parse({ email: 'Ada@Lakeside.example', title: 'Clerk' })).toEqual({
      email: 'ada@lakeside.example',
      title: 'Clerk',
    })
    expect(messages(updateUserBody, { title: 'Clerk' })).toEqual({ email: 'Email is required' })
  })

  test('keeps the password if none is sent and refuses a blank one', () => {
    expect(updateUserBody.parse({ id: 5 })).not.toHaveProperty('password')
    expect(messages(updateUserBody, { id: 5, password: '' })).toEqual({ password: 'Password is required' })
  })

  test('changes only the fields that were sent', () => {
    expect(updateUserBody.parse({ id: 5, first_name: 'Ada' })).toEqual({ id: 5, first_name: 'Ada' })
  })
})

test('identifies the user by email address or id in deleteUserBody', () => {
  expect(deleteUserBody.parse({ email: ' Ada@Lakeside.example ' })).toEqual({ email: 'ada@lakeside.example' })
  expect(deleteUserBody.parse({ id: 5 })).toEqual({ id: 5 })
  for (const body of [{}, { email: '' }]) expect(messages(deleteUserBody, body)).toEqual({ email: 'Email is required' })
})
