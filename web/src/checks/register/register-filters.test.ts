import { expect, test } from 'vitest'
import { endsBelow, queryOf, type RegisterFilter } from '#checks/register/api.ts'
import { refusedAmount } from '#checks/register/register-state.ts'

const everything: RegisterFilter = {
  account: 0,
  state: '',
  search: '',
  from: '',
  to: '',
  amountFrom: '',
  amountTo: '',
  asOf: '',
}

test('requests all checks when no filters are set', () => {
  expect(queryOf(everything)).toEqual({ search: '' })
})

test('sends each filter under its name in the API', () => {
  const filter: RegisterFilter = {
    account: 3,
    state: 'voided',
    search: 'harbor',
    from: '2026-11-01',
    to: '2026-11-30',
    amountFrom: '100',
    amountTo: '200.50',
    asOf: '2026-11-15',
  }
  expect(queryOf(filter)).toEqual({
    bank_account_id: 3,
    state: 'voided',
    search: 'harbor',
    from: '2026-11-01',
    to: '2026-11-30',
    amount_from: '100',
    amount_to: '200.50',
    as_of: '2026-11-15',
  })
})

test.each([
  ['200', '100', true],
  ['1000', '999.99', true],
  ['100', '100', false],
  ['9', '10', false],
  ['', '100', false],
  ['100', '', false],
])('recognizes amounts from "%s" to "%s" as an impossible range (expected: %j)', (amountFrom, amountTo, impossible) => {
  expect(endsBelow({ amountFrom, amountTo })).toBe(impossible)
})

test('ignores the maximum of an impossible range', () => {
  expect(queryOf({ ...everything, amountFrom: '200', amountTo: '100' })).toEqual({ search: '', amount_from: '200' })
})

test.each([
  ['', undefined],
  ['12', undefined],
  ['12.5', undefined],
  ['99999999.99', undefined],
  ['0', 'Amount must be at least 0.01.'],
  ['100000000', 'Amount must be at most 99,999,999.99.'],
  ['1,5', '“1,5” isn’t an amount in dollars. Enter 1.50.'],
])('validates the typed amount "%s" (error: %j)', (text, refusal) => {
  expect(refusedAmount(text)).toBe(refusal)
})
