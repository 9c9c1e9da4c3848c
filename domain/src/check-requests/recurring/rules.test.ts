import { describe, expect, test } from 'vitest'
import { paymentIn, withAmount } from './content.ts'
import {
  type Automatic,
  differencesFrom,
  differencesInWords,
  isMissed,
  marksInWords,
  refusalToSubmitAlone,
} from './rules.ts'

const rent = {
  cents: 450_000,
  payee: 'Oak Street Properties, LLC',
  second: null,
  address: '12 Oak Street\nColumbus, OH 43215',
  delivery_method_id: 1,
  purpose_id: 17,
  dealership_id: 11,
  department_id: null,
}

describe('automatic submission of a recurring request', () => {
  const allowed: Automatic = {
    limit: 450_000,
    payment: rent,
    former: rent,
    isEdited: false,
    payee: { state: 'verified', isChanged: false, refusal: null },
    missing: [],
  }

  test('is allowed for an unchanged payment up to the limit to a verified payee', () => {
    expect(refusalToSubmitAlone(allowed)).toBeUndefined()
  })

  test.each<[string, Partial<Automatic>, string]>([
    ['without a limit', { limit: null }, 'doesn’t submit recurring requests automatically'],
    ['above the limit', { limit: 449_999 }, 'above $4,499.99'],
    ['of a draft changed by hand', { isEdited: true }, 'changed by hand'],
    ['before any was approved', { former: undefined }, 'No request of this series has been approved yet.'],
    ['of another amount', { former: { ...rent, cents: 400_000 } }, 'Changed: amount (was $4,000.00).'],
    ['to another payee', { former: { ...rent, payee: 'Elm Street' } }, 'Changed: payee (was Elm Street).'],
    ['to another address', { former: { ...rent, address: null } }, 'Changed: address (was none).'],
    ['to two payees', { payment: { ...rent, second: 'or Ada' }, former: { ...rent, second: 'or Ada' } }, 'two payees'],
    ['to a new second payee', { payment: { ...rent, second: 'or Ada' } }, 'Changed: second payee (was none).'],
    ['without a payee list', { payee: undefined }, 'isn’t verified'],
    ['to a new payee', { payee: { state: 'new', isChanged: false, refusal: null } }, 'isn’t verified'],
    [
      'to a blocked payee',
      { payee: { state: 'blocked', isChanged: false, refusal: 'It is blocked.' } },
      'It is blocked.',
    ],
    ['to a payee that has moved', { payee: { state: 'verified', isChanged: true, refusal: null } }, 'has changed'],
    ['with something missing', { missing: ['Invoice', 'PO Number'] }, 'Missing: Invoice and PO Number.'],
  ])('is refused %s', (_, changes, sentence) => {
    expect(refusalToSubmitAlone({ ...allowed, ...changes })).toContain(sentence)
  })
})

test('compares payees by their key, and addresses without case and spaces (F9)', () => {
  const same = { ...rent, payee: 'OAK STREET PROPERTIES', address: '12 oak street  Columbus, OH 43215' }
  expect(differencesFrom(rent, same)).toEqual([])
  const other = { ...rent, cents: 1, payee: 'Elm', address: null }
  const former = { amount: 4500, payee: 'Oak Street', second: null, address: '12 Oak Street' }
  expect(differencesInWords(differencesFrom(rent, other), former)).toBe(
    'Changed: amount (was $4,500.00), payee (was Oak Street), and address (was 12 Oak Street).',
  )
})

test.each([
  ['second payee', { second: 'or Bay Bank' }],
  ['delivery', { delivery_method_id: 2 }],
  ['purpose', { purpose_id: 3 }],
  ['location', { dealership_id: 12 }],
  ['location', { department_id: 5 }],
] as const)('notices another %s', (difference, changes) => {
  expect(differencesFrom(rent, { ...rent, ...changes })).toEqual([difference])
})

test.each([
  ['2026-12-01', '2026-12-01', '2026-12-04', false],
  ['2026-12-01', '2026-12-01', '2026-12-05', true],
  ['2026-12-01', '2026-12-20', '2026-12-23', false],
  ['2026-12-01', '2026-12-20', '2026-12-24', true],
])('marks a draft for %s that was raised on %s as missed on %s: %s', (dueOn, raisedOn, today, missed) => {
  expect(isMissed(dueOn, raisedOn, today)).toBe(missed)
})

describe('contents of a draft', () => {
  const line = { account: '7100', control_number: '', amount: '4500.00' }

  test('keep accounting lines only if they add up to the amount', () => {
    expect(withAmount({ accounting: [line] }, 450_000)).toEqual({ amount: '4500.00', accounting: [line] })
    expect(withAmount({ accounting: [line] }, 450_001)).toEqual({ amount: '4500.01', accounting: [] })
  })

  test.each([
    ['4,500.00', 450_000],
    ['about 4500', 0],
  ])('read the amount %s as %i cents', (amount, cents) => {
    const payment = paymentIn(JSON.stringify({ amount, payee_name_1: 'Oak', mailing_address: '' }))
    expect(payment).toMatchObject({ cents, payee: 'Oak', second: null, address: null, typed: amount })
  })
})

test('tells an approver where a request comes from, and what is unusual about it', () => {
  const mark = { every: 'month', due_on: '2026-12-01', was_automatic: false, is_late: false, missed_on: null } as const
  const former = { request_number: 'LAG-1', amount: 4500, payee: 'Oak Street', second: null, address: null }
  expect(marksInWords({ ...mark, differences: [], former })).toEqual({
    origin: 'Recurring request, monthly, for Dec 1, 2026.',
    warnings: [],
    same: 'The same payment as LAG-1.',
  })
  const unusual = {
    ...mark,
    was_automatic: true,
    is_late: true,
    missed_on: '2026-11-01',
    differences: ['amount'],
  } as const
  expect(marksInWords({ ...unusual, former })).toEqual({
    origin: 'Recurring request, monthly, for Dec 1, 2026, submitted automatically.',
    warnings: [
      'Changed: amount (was $4,500.00).',
      'Submitted more than 3 days late.',
      'The one for Nov 1, 2026 was never submitted.',
    ],
    same: null,
  })
  expect(marksInWords({ ...mark, differences: [], former: null }).same).toBe(
    'No request of this series has been approved yet.',
  )
})
