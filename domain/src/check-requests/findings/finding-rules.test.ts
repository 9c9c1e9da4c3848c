import { expect, test } from 'vitest'
import { type Facts, findingsOf } from './finding-rules.ts'
import { against, againstInWords, findingRows, severities } from './findings.ts'

const facts: Facts = {
  purpose: 'parts',
  amountCents: 50_000,
  isPending: true,
  payee: undefined,
  refusal: undefined,
  isBlocked: false,
  similar: [],
  duplicates: { requests: [], more: 0, hidden: 0, is_lower_bound: false },
  documents: 1,
  compared: undefined,
  removed: undefined,
  demands: [],
  lacksAddress: false,
  isOverLimit: false,
  payments: {
    recent: 4,
    earlier: 0,
    usual_cents: 50_000,
    last_paid_at: '2026-11-03T12:00:00.000Z',
    under_way: 0,
    is_lower_bound: false,
    level: 1,
  },
}
const payee = { id: 7, name: 'Harbor Glass', state: 'new' as const, is_changed: false }
const saying = (changes: Partial<Facts>) =>
  findingsOf({ ...facts, ...changes }).map(({ kind, text }) => `${kind}: ${text}`)
const paid = (changes: Partial<Facts['payments']>) => saying({ payments: { ...facts.payments, ...changes } })[0]
const never = { recent: 0, usual_cents: null, last_paid_at: null } as const

test('lists the worst findings first', () => {
  const order = findingRows.map(({ severity }) => severities.indexOf(severity))
  expect(order).toEqual(order.toSorted((one, other) => one - other))
})

test('finds nothing against an ordinary request to a known payee', () => {
  expect(saying({})).toEqual(['payments: 4 paid in 90 days, usually $500.', 'documents: 1 document is attached.'])
  expect(against(findingsOf(facts))).toEqual([])
})

test.each<[Partial<Facts>, string]>([
  [
    { payee, refusal: 'Harbor Glass is blocked: fraud.', isBlocked: true },
    'payee-blocked: Harbor Glass is blocked: fraud.',
  ],
  [{ payee, refusal: 'Harbor Glass isn’t verified.' }, 'payee-unverified: Harbor Glass isn’t verified.'],
  [
    { removed: 'Parts needs documents that were removed.' },
    'document-removed: Parts needs documents that were removed.',
  ],
  [
    { demands: [{ item: 'document-invoice', level: 'must', isMet: false }] },
    'requirement-missing: Parts needs Invoice.',
  ],
  [{ documents: 0 }, 'no-document: No document is attached.'],
  [
    {
      compared: {
        agrees: false,
        text: 'The invoice says $174.50, Midwest Auto Parts',
        shown: { attachment_id: 81, page: 2, polygon: [] },
      },
    },
    'document-differs: The invoice says $174.50, Midwest Auto Parts.',
  ],
  [
    { payee: { ...payee, state: 'verified', is_changed: true } },
    'payee-changed: The name or address on this request differs from the verified payee.',
  ],
  [{ amountCents: 100_000 }, 'amount-unusual: $1,000 is 2 times the usual $500.'],
  [{ amountCents: 235_050 }, 'amount-unusual: $2,350.50 is 4.7 times the usual $500.'],
  [{ lacksAddress: true }, 'no-address: The check will be mailed, but there is no mailing address.'],
  [
    { demands: [{ item: 'document-invoice', level: 'warn', isMet: false }] },
    'requirement-optional: Parts usually has Invoice.',
  ],
])('finds first what %j says', (changes, finding) => {
  expect(saying(changes)[0]).toBe(finding)
})

test('doesn’t call an amount below twice the usual amount unusual', () => {
  expect(saying({ amountCents: 99_999 })[0]).toMatch(/^payments: /)
})

test.each<[Partial<Facts['payments']>, string]>([
  [{ usual_cents: 210_050 }, 'payments: 4 paid in 90 days, usually $2,100.50.'],
  [{ recent: 90, usual_cents: null, is_lower_bound: true }, 'payments: At least 90 paid in 90 days.'],
  [{ usual_cents: null, under_way: 2 }, 'payments: 4 paid in 90 days; 2 others in progress.'],
  [{ recent: 0, earlier: 7, usual_cents: null }, 'payments-earlier: No payments in the last 90 days (7 before).'],
  [
    { ...never, is_lower_bound: true, under_way: 900 },
    'payments-earlier: No payments in the newest requests for this payee; 900 others in progress.',
  ],
  [{ ...never, under_way: 1 }, 'first-payment: First payment to this payee; 1 other in progress.'],
  [{ ...never, level: 2 }, 'first-payment: First payment to this payee at your dealerships.'],
  [{ ...never, level: 3 }, 'first-payment: First payment to this payee in your departments.'],
])('summarizes the payments %j', (changes, finding) => {
  expect(paid(changes)).toBe(finding)
})

test('names only what still matters once a request is approved', () => {
  expect(saying({ isPending: false, documents: 0, amountCents: 900_000, isOverLimit: true })).toEqual([
    'over-limit: The amount is above the limit for one check of this dealership’s bank account.',
  ])
})

test('repeats in a few words what speaks against a request', () => {
  const found = findingsOf({ ...facts, documents: 0, lacksAddress: true, payments: { ...facts.payments, ...never } })
  expect(againstInWords(found)).toBe('no document, first payment, and no mailing address')
})
