import type { KnownPayee } from '@check-requests/domain/check-requests/payees.ts'
import { expect, test } from 'vitest'
import { payeeDetail } from '#check-requests/form/request-form-payee.tsx'

// Midnight in the time zone of the machine that runs the test.
const at = new Date(new Date().getFullYear(), 0, 3).toISOString()
const last_paid = { at, amount: 2210.87 }
const known = { last: { payee_sub_type: 'vendor' }, is_lower_bound: false, last_paid } as KnownPayee
const listed = { payee_sub_type: 'customer', address: '12 Pier Street\nMadison', has_tax_form_document: true }

test.each([
  [{ paid: 6 }, 'vendor · 6 paid, last Jan 3, $2,210.87'],
  [{ paid: 0, last_paid: null }, 'vendor · not paid yet'],
  [{ paid: 900, is_lower_bound: true }, 'vendor · 900+ paid, last Jan 3, $2,210.87'],
  [{ paid: 0, last_paid: null, listed }, 'customer · not paid yet · W-9 on file · 12 Pier Street, Madison'],
  [
    { paid: 1, listed: { ...listed, address: null, has_tax_form_document: false } },
    'customer · 1 paid, last Jan 3, $2,210.87 · no W-9 on file',
  ],
])('describes a payee with the history %j as “%s”', (changes, text) => {
  expect(payeeDetail({ ...known, ...changes } as KnownPayee)).toBe(text)
})
