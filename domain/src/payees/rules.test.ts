import { describe, expect, test } from 'vitest'
import { statuses } from '../check-requests/lifecycle.ts'
import { actInto, differs, isChanged, type Payee, refusalOfJoined, refusalToPay, refusalToVerify } from './rules.ts'

const payee: Payee = { name: 'Harbor Paint', address: '1200 Dock St', state: 'verified', blockedReason: null }
const paidTo = { name: 'Harbor Paint', address: null }

// Handwritten: the refusals for each requirement. `other`: a request whose address differs from the payee's address.
const table = `
payee     needed           approve  print
none      no               -        -
none      before_approval  refused  refused
none      before_printing  -        refused
new       no               -        -
new       before_approval  refused  refused
new       before_printing  -        refused
verified  no               -        -
verified  before_approval  -        -
verified  before_printing  -        -
other     no               -        -
other     before_approval  refused  refused
other     before_printing  -        refused
blocked   no               refused  refused
blocked   before_approval  refused  refused
blocked   before_printing  refused  refused
`

const cases = {
  none: { payee: undefined, paidTo },
  new: { payee: { ...payee, state: 'new' }, paidTo },
  verified: { payee, paidTo },
  other: { payee, paidTo: { ...paidTo, address: '9 Elsewhere Rd' } },
  blocked: { payee: { ...payee, state: 'blocked', blockedReason: 'Fraud.' }, paidTo },
} as const

describe('payment refusals', () => {
  test.each(
    table
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/\s+/)),
  )(
    'refuses or allows payment to a payee (%s, verification needed: %s, to approve: %s, to print: %s)',
    (name = '', need = '', approve, print) => {
      const asked = { ...cases[name as keyof typeof cases], needed: need.replace('_', ' ') as 'no' }
      const found = (['approve', 'print'] as const).map((act) => (refusalToPay(act, asked) ? 'refused' : '-'))
      expect(found).toEqual([approve, print])
    },
  )

  test('says what to do in every sentence', () => {
    const needed = 'before approval'
    expect(refusalToPay('approve', { ...cases.none, needed })).toBe(
      'Harbor Paint isn’t on the payee list. An admin of the dealer group has to add the payee, and another admin has to verify it, before this request can be approved.',
    )
    expect(refusalToPay('approve', { ...cases.new, needed })).toBe(
      'Harbor Paint isn’t verified. An admin of the dealer group has to verify the payee before this request can be approved.',
    )
    expect(refusalToPay('print', { ...cases.other, needed })).toBe(
      'The name or address on this request differs from the verified name or address of Harbor Paint. Send the request back to be corrected, or have the payee changed and verified, before it can be printed.',
    )
    expect(refusalToPay('print', { ...cases.blocked, needed })).toBe(
      'Harbor Paint is blocked: Fraud. Until an admin of the dealer group unblocks the payee, this request can’t be printed.',
    )
  })
})

test('refuses a field that names a blocked payee together with another person and explains what to do', () => {
  const blocked = { ...payee, state: 'blocked', blockedReason: 'Fraud' } as const
  expect(refusalOfJoined('print', 'Harbor Paint and Bay Bank', blocked)).toBe(
    '“Harbor Paint and Bay Bank” names Harbor Paint, who is blocked: Fraud. Until an admin of the dealer group unblocks that payee, or verifies “Harbor Paint and Bay Bank” as a different payee, this request can’t be printed.',
  )
  expect(refusalOfJoined('print', 'Harbor Paint and Bay Bank', payee)).toBeUndefined()
  expect(refusalOfJoined('approve', 'Harbor Paint', undefined)).toBeUndefined()
})

test('refuses acts after printing only for a blocked payee and names the refused act', () => {
  const acts = ['settle', 'sign', 'hand over'] as const
  for (const act of acts)
    for (const name of ['none', 'new', 'verified', 'other'] as const)
      expect(refusalToPay(act, { ...cases[name], needed: 'before approval' })).toBeUndefined()
  expect(acts.map((act) => refusalToPay(act, { ...cases.blocked, needed: 'no' }))).toEqual([
    expect.stringMatching(/^Harbor Paint is blocked: Fraud\. .*, its check can’t be confirmed as printed\.$/),
    expect.stringMatching(/, its check can’t be signed\.$/),
    expect.stringMatching(/, its check can’t be handed over or mailed\.$/),
  ])
})

test('covers every step toward payment that a payee can block', () => {
  const kept = statuses.flatMap(({ name }) => (actInto(name) ? [`${name}: ${actInto(name)}`] : []))
  expect(kept).toEqual(['approved: approve', 'printed: print', 'signed: sign', 'closed: hand over'])
})

test.each([
  ['Harbor Paint', null, false],
  ['HARBOR  PAINT.', '1200 dock st.', false],
  ['Harbor Paint', '1200 Dock\nSt', false],
  ['Harbor Paint', '12 00 Dock St', true],
  ['Harbor Paints', null, true],
])('recognizes a difference from the payee (request to %s at %s, expected: %s)', (name, address, expected) => {
  expect(differs(payee, { name, address })).toBe(expected)
})

test('treats an address as different from a payee without a verified address', () => {
  expect(differs({ ...payee, address: null }, { name: payee.name, address: '1200 Dock St' })).toBe(true)
})

test('resets a payee to new after a change of name or address but not of punctuation', () => {
  expect(isChanged(payee, { ...payee, name: 'Harbor paint' })).toBe(true)
  expect(isChanged(payee, { ...payee, address: null })).toBe(true)
  expect(isChanged(payee, { ...payee, address: '1200, Dock St.' })).toBe(false)
})

test('refuses verification by a user who added or changed the payee unless separation of duties is off', () => {
  const editors = [
    { id: 1, name: 'Ann' },
    { id: 2, name: 'Ben' },
  ]
  expect(refusalToVerify(2, editors, true)).toBe(
    'Ann and Ben added or changed this payee, so another admin has to verify it (separation of duties).',
  )
  expect(refusalToVerify(3, editors, true)).toBeUndefined()
  expect(refusalToVerify(2, editors, false)).toBeUndefined()
})
