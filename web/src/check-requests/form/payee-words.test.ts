import type { KnownPayee } from '@check-requests/domain/check-requests/payees.ts'
import { expect, test } from 'vitest'
import { payeeDetail } from '#check-requests/form/request-form-payee.tsx'

const known = { amounts: [2210.87, 5], last: { payee_sub_type: 'vendor' }, is_lower_bound: false } as KnownPayee

test.each([
  [{ paid: 6 }, 'vendor · 6 paid, last $2,210.87'],
  [{ paid: 0 }, 'vendor · not paid yet, last $2,210.87'],
  [{ paid: 900, is_lower_bound: true }, 'vendor · 900+ paid, last $2,210.87'],
])('describes a payee with the history %j as “%s”', (changes, text) => {
  expect(payeeDetail({ ...known, ...changes })).toBe(text)
})
