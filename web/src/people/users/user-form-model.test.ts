import type { User } from '@check-requests/domain/people/users/fields.ts'
import { expect, test } from 'vitest'
import {
  blankUser,
  changedUserBody,
  newUserBody,
  type UserFormValues,
  userFormSchema,
  valuesOfUser,
} from '#people/users/user-form-model.ts'

const filled: UserFormValues = {
  ...blankUser(1),
  email: ' Nina@Lakeside.example',
  username: ' Nina@Lakeside.example',
  first_name: 'Nina',
  last_name: 'Newman',
  password: 'lug nut, eight bolts',
  role_ids: [2],
  access_level: 1,
}

const stored: User = {
  id: 7,
  version: 4,
  username: 'nina@lakeside.example',
  email: 'nina@lakeside.example',
  title: null,
  first_name: 'Nina',
  last_name: 'Newman',
  role_ids: [3, 4],
  role_names: ['Approver', 'Processor'],
  primary_role: 4,
  access_level: '2',
  dealer_group_id: 1,
  dealer_group_name: 'Lakeside Auto Group',
  dealership_ids: [2],
  dealership_name: ['Lakeside Honda'],
  department_ids: [],
  department_name: [],
  active: true,
  mail_refused: null,
  created_at: '2026-11-21T12:00:00.000Z',
}

function messages(values: UserFormValues): Record<string, string> {
  const issues = userFormSchema.safeParse(values).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

test('uses the only role as the primary role', () => {
  expect(newUserBody(userFormSchema.parse(filled))).toEqual({
    email: 'nina@lakeside.example',
    username: 'nina@lakeside.example',
    title: null,
    first_name: 'Nina',
    last_name: 'Newman',
    password: 'lug nut, eight bolts',
    role_ids: [2],
    primary_role: 2,
    access_level: 1,
    dealer_group_id: 1,
    dealership_ids: [],
    department_ids: [],
    active: true,
  })
})

test('sends the primary role, and requires it to be one of the chosen roles', () => {
  const several = { ...filled, role_ids: [2, 3] }
  expect(newUserBody(userFormSchema.parse({ ...several, primary_role: 3 })).primary_role).toBe(3)
  expect(messages(several)).toEqual({ primary_role: 'Primary role is required when multiple roles are selected' })
  expect(messages({ ...several, primary_role: 4 })).toEqual({
    primary_role: 'Choose the primary role from the selected roles.',
  })
})

test('sends only changed fields in an update so that it doesn’t overwrite other users’ changes', () => {
  const update = (values: Partial<UserFormValues>) =>
    changedUserBody(stored, userFormSchema.parse({ ...valuesOfUser(stored), ...values }))
  expect(update({})).toEqual({ id: 7, version: 4 })
  expect(update({ title: 'Cashier', active: false })).toEqual({ id: 7, version: 4, title: 'Cashier', active: false })
})

test('sends all access fields if one of them changes', () => {
  const values = userFormSchema.parse({ ...valuesOfUser(stored), role_ids: [2], primary_role: null })
  expect(changedUserBody(stored, values)).toEqual({
    id: 7,
    version: 4,
    role_ids: [2],
    primary_role: 2,
    access_level: 2,
    dealer_group_id: 1,
    dealership_ids: [2],
    department_ids: [],
  })
})

test('requires and sends a valid password in an update that replaces the password', () => {
  const other = { ...valuesOfUser(stored), keep_password: false }
  expect(messages(other)).toEqual({ password: 'Password is required' })
  expect(messages({ ...other, password: 'short' })).toEqual({ password: 'A password needs at least 8 characters.' })
  const body = changedUserBody(stored, userFormSchema.parse({ ...other, password: 'lug nut, eight bolts' }))
  expect(body).toEqual({ id: 7, version: 4, password: 'lug nut, eight bolts' })
})

test('always requires a dealer group except for super admins', () => {
  const nowhere = { ...filled, dealer_group_id: null }
  expect(messages({ ...nowhere, access_level: null })).toEqual({
    access_level: 'Access level is required',
    dealer_group_id: 'Dealer Group is required',
  })
  expect(messages({ ...nowhere, access_level: 1 })).toEqual({
    dealer_group_id: 'Dealer Group is required for this access level',
  })
  expect(messages({ ...nowhere, access_level: 0 })).toEqual({})
})
