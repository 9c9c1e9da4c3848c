import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import { expect, test } from 'vitest'
import { changesWaiting, offsetsInWords, peopleInWords, signingGapsOf } from '#bank/accounts/account-words.ts'

const account = bankingExamples.one.reply

test('describes offsets in inches with their directions', () => {
  expect(offsetsInWords(0, 0)).toBe('Nothing is moved.')
  expect(offsetsInWords(12, -5)).toBe('Everything is printed 0.12 inch to the right and 0.05 inch up.')
  expect(offsetsInWords(-50, 0)).toBe('Everything is printed 0.50 inch to the left.')
  expect(offsetsInWords(0, 7)).toBe('Everything is printed 0.07 inch down.')
  expect(offsetsInWords(0, 0, { date: { x: 25, y: -10 } })).toBe(
    'Date is moved 0.25 inch to the right and 0.10 inch up.',
  )
  expect(offsetsInWords(0, 7, { memo: { x: -1, y: 0 } })).toBe(
    'Everything is printed 0.07 inch down. Memo is moved 0.01 inch to the left.',
  )
})

test('shows pending values next to current values', () => {
  expect(changesWaiting(account)).toEqual([])
  const waiting = { two_signers_above: null, account_last4: '1122', dealerships: [{ id: 3, name: 'Lakeside Kia' }] }
  expect(changesWaiting({ ...account, waiting: { ...waiting, closes: true } })).toEqual([
    { label: 'Account Number', from: 'ends in 9012', to: 'ends in 1122' },
    { label: 'Dealerships', from: 'Lakeside Ford', to: 'Lakeside Kia' },
    { label: 'Two Signers', from: 'Two signers above $25,000.00', to: 'One signer for every amount' },
    { label: 'State', from: 'Open', to: 'Closed' },
  ])
})

test('lists people with their rights and signing limits', () => {
  const people = [
    { user_id: 3, name: 'Ana Ruiz', rights: ['print', 'sign'] as const, most_to_sign: 5000 },
    { user_id: 4, name: 'Bo Lee', rights: ['reconcile'] as const, most_to_sign: null },
  ].map((person) => ({ ...person, rights: [...person.rights] }))
  expect(peopleInWords(people)).toBe('Ana Ruiz: print and sign up to $5,000.00\nBo Lee: reconcile')
  expect(peopleInWords([])).toMatch(/^No one is listed/)
})

test('warns in dollars about checks that too few signers can sign (J2)', () => {
  const signer = { user_id: 1, name: 'Priya Nair', rights: ['sign' as const], most_to_sign: null }
  const second = { ...signer, user_id: 2, most_to_sign: 25_206.1 }
  const limits = { two_signers_above: 25_000, limit_per_check: null }
  expect(signingGapsOf({ ...limits, people: [signer, second] })).toEqual([
    'Checks above $25,206.10 need two signers, but fewer than two people can sign them.',
  ])
  expect(signingGapsOf({ ...limits, limit_per_check: 25_206.1, people: [signer, second] })).toEqual([])
})
