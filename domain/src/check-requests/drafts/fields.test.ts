import { expect, test } from 'vitest'
import { createBody } from '../fields.ts'
import { draftValues, storedDraftValues, updateDraftBody } from './fields.ts'

test('a draft holds whatever was typed, however far from a finished request', () => {
  const values = { amount: 'about 12', due_date: '31/31', vin_last_digits: '', payee_type: null, purpose_id: null }
  expect(draftValues.parse(values)).toEqual(values)
  expect(draftValues.parse({})).toEqual({})
})

test.each([
  ['a field that the form does not have', { status_id: 3 }],
  ['the number, which nobody types', { request_number: 'NWG-1' }],
  ['a number where something is typed', { amount: 12 }],
  ['a text without end', { notes: 'x'.repeat(5001) }],
  ['a list', { payee_name_1: ['a'] }],
])('a draft refuses %s', (_, values) => {
  expect(draftValues.safeParse(values).success).toBe(false)
})

test('an older draft is read without the fields that have gone since', () => {
  expect(storedDraftValues.parse({ amount: '1', gone: 'x' })).toEqual({ amount: '1' })
})

test('a save can leave the version out, so that the server can say which one stands', () => {
  expect(updateDraftBody.safeParse({ values: {} }).success).toBe(true)
  expect(updateDraftBody.safeParse({ values: {}, version: '1' }).success).toBe(false)
})

test('a request names the draft that it was, or none', () => {
  const idOf = (draft_id: unknown) => createBody.shape.draft_id.safeParse(draft_id).success
  expect([idOf(undefined), idOf(7), idOf('7'), idOf(0), idOf(null)]).toEqual([true, true, false, false, false])
})
