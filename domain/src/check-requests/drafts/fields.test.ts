import { expect, test } from 'vitest'
import { createBody } from '../fields.ts'
import { draftValues, storedDraftValues, updateDraftBody } from './fields.ts'

test('accepts any form content in a draft, however incomplete', () => {
  const values = { amount: 'about 12', due_date: '31/31', vin_last_digits: '', payee_type: null, purpose_id: null }
  expect(draftValues.parse(values)).toEqual(values)
  expect(draftValues.parse({})).toEqual({})
})

test.each([
  ['an unknown field', { status_id: 3 }],
  ['the request number, which is assigned by the server', { request_number: 'NWG-1' }],
  ['a number in a text field', { amount: 12 }],
  ['an overlong text', { notes: 'x'.repeat(5001) }],
  ['a list', { payee_name_1: ['a'] }],
])('refuses %s in a draft', (_, values) => {
  expect(draftValues.safeParse(values).success).toBe(false)
})

test('ignores fields of an older draft that no longer exist', () => {
  expect(storedDraftValues.parse({ amount: '1', gone: 'x' })).toEqual({ amount: '1' })
})

test('accepts a save without a version so that the server can report the current version', () => {
  expect(updateDraftBody.safeParse({ values: {} }).success).toBe(true)
  expect(updateDraftBody.safeParse({ values: {}, version: '1' }).success).toBe(false)
})

test('lets a request name the draft it was written from, or none', () => {
  const idOf = (draft_id: unknown) => createBody.shape.draft_id.safeParse(draft_id).success
  expect([idOf(undefined), idOf(7), idOf('7'), idOf(0), idOf(null)]).toEqual([true, true, false, false, false])
})
