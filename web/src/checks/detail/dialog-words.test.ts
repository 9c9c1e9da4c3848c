import { checkExamples } from '@check-requests/domain/checks/examples.ts'
import type { HandOverException } from '@check-requests/domain/checks/fields.ts'
import { expect, test } from 'vitest'
import { feeField } from '#checks/detail/bank-fields.tsx'
import { entryInWords, exceptionInWords, exceptionItems, requestChoices } from '#checks/detail/dialog-words.ts'

const check = checkExamples.one.reply
const exception: HandOverException = {
  by: { id: 5, name: 'Carl Brand' },
  at: '2026-11-23T18:00:00.000Z',
  reason: 'He drives to the auction',
  receiver: { id: 3, name: 'Anton Berg' },
  unknown_to_bank: false,
  allowed: null,
  refused: null,
}

test.each([
  [null, true, 'It is to leave although the bank has not accepted it yet.'],
  [exception.receiver, false, 'Anton Berg is to take it, but had a part in its request, printing or signing.'],
  [
    exception.receiver,
    true,
    'Anton Berg is to take it, but had a part in its request, printing or signing, and the bank has not accepted it yet.',
  ],
])('says what an exception is for: receiver %j, unknown to the bank %j', (receiver, unknown_to_bank, sentence) => {
  expect(exceptionInWords({ receiver, unknown_to_bank })).toBe(sentence)
})

const valuesOf = (items: readonly { label: string; value: unknown }[]) =>
  Object.fromEntries(items.map(({ label, value }) => [label, value]))

test('shows who asks for an exception, and why', () => {
  expect(valuesOf(exceptionItems({ ...check, exception }))).toEqual({
    Check: '$1,250.50 to Harbor Paint Supply',
    'Asked by': 'Carl Brand',
    'What for': 'Anton Berg is to take it, but had a part in its request, printing or signing.',
    Reason: 'He drives to the auction',
  })
})

test('offers to reissue the check or to reject its request', () => {
  expect(requestChoices.map(({ value }) => value)).toEqual(['approved', 'rejected'])
})

const { events: _events, hand_over: _handOver, paper: _paper, ...listed } = check
const entered = { ...listed, entered_by: { id: 5, name: 'Carl Brand' } }

test('shows an entry as it is compared with the paper', () => {
  expect(valuesOf(entryInWords(entered))).toEqual({
    Check: '$1,250.50 to Harbor Paint Supply',
    'Date on the check': 'Nov 20, 2026',
    Request: 'LAG-FOR-SVC-000009',
    'Entered by': 'Carl Brand',
  })
})

test('shows no request for a check from before, and why it is in a closed month', () => {
  const values = valuesOf(entryInWords({ ...entered, request_number: null, reason: 'Found\u200b late' }))
  expect(values['Why in a closed month']).toBe('Found⟦U+200B⟧ late')
  expect(values).not.toHaveProperty('Request')
})

test.each([
  ['', null],
  ['35', 35],
  ['35.5', 35.5],
  ['0', 0],
])('reads the typed fee "%s" as %j', (typed, fee) => {
  expect(feeField.parse(typed)).toBe(fee)
})

test.each(['-1', '1001', 'free'])('refuses the typed fee "%s"', (typed) => {
  expect(feeField.safeParse(typed).success).toBe(false)
})
