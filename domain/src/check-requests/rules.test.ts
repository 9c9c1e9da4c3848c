import { expect, test } from 'vitest'
import { refusalsToPayOtherwise } from './rules.ts'

test('refuses to change only payee and amount after a check was voided or stopped', () => {
  const reason =
    'Check 1001 of this request was voided or stopped, and its replacement must have the same payee and amount. Raise a new request for anything else.'
  const fields = ['amount', 'payee_name_1', 'payee_name_2', 'payee_join', 'memo_line', 'mailing_address', 'due_date']
  expect(refusalsToPayOtherwise(1001, fields)).toEqual({
    amount: reason,
    payee_name_1: reason,
    payee_name_2: reason,
    payee_join: reason,
  })
  expect(refusalsToPayOtherwise(1001, ['memo_line'])).toEqual({})
  expect(refusalsToPayOtherwise(undefined, fields)).toEqual({})
})
