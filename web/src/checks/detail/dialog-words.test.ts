import { checkExamples } from '@check-requests/domain/checks/examples.ts'
import type { HandOverException } from '@check-requests/domain/checks/fields.ts'
import { expect, test } from 'vitest'
import { feeField } from '#checks/detail/bank-fields.tsx'
import { entryInWords, exceptionInWords, exceptionItems, requestChoices } from '#checks/detail/dialog-words.ts'

const check = checkExamples.one.reply
const exception: HandOverException = {
  by: { id: 5, name: 'Carl Brand' },
  at: '2026-11-23T18:00:00.000Z',
  reason: 'He is driving to the auction',
  receiver: { id: 3, name: 'Anton Berg' },
  unknown_to_bank: false,
  allowed: null,
  refused: null,
}

test.each([
  [null, true, 'To be handed over before the bank has accepted the check.'],
  [
    exception.receiver,
    false,
    'To be given to Anton Berg, who was involved in the check’s request, printing, or signing.',
  ],
  [
    exception.receiver,
    true,
    'To be given to Anton Berg, who was involved in the check’s request, printing, or signing, before the bank has accepted the check.',
  ],
])('describes an exception (receiver: %j, unknown to the bank: %j) as “%s”', (receiver, unknown_to_bank, sentence) => {
  expect(exceptionInWords({ receiver, unknown_to_bank })).toBe(sentence)
})

const valuesOf = (items: readonly { label: string; value: unknown }[]) =>
  Object.fromEntries(items.map(({ label, value }) => [label, value]))

test('shows who requested an exception, and why', () => {
  expect(valuesOf(exceptionItems({ ...check, exception }))).toEqual({
    Check: '$1,250.50 to Harbor Paint Supply',
    'Requested By': 'Carl Brand',
    Exception: 'To be given to Anton Berg, who was involved in the check’s request, printing, or signing.',
    Reason: 'He is driving to the auction',
  })
})

test('offers to reissue the check or to reject its request', () => {
  expect(requestChoices.map(({ value }) => value)).toEqual(['approved', 'rejected'])
})

const { events: _events, hand_over: _handOver, paper: _paper, ...listed } = check
const entered = { ...listed, entered_by: { id: 5, name: 'Carl Brand' } }

test('shows the details of an entry for comparison with the paper', () => {
  expect(valuesOf(entryInWords(entered))).toEqual({
    Check: '$1,250.50 to Harbor Paint Supply',
    'Date on the Check': 'Nov 20, 2026',
    Request: 'LAG-FOR-SVC-000009',
    'Entered By': 'Carl Brand',
  })
})

test('shows the reason for a closed month, and no request, for a check from before setup', () => {
  const values = valuesOf(entryInWords({ ...entered, request_number: null, reason: 'Found\u200b late' }))
  expect(values['Reason for Posting to a Closed Month']).toBe('Found⟦U+200B⟧ late')
  expect(values).not.toHaveProperty('Request')
})

test.each([
  ['', null],
  ['35', 35],
  ['35.5', 35.5],
  ['0', 0],
])('reads the typed fee "%s" as the amount %j', (typed, fee) => {
  expect(feeField.parse(typed)).toBe(fee)
})

test.each(['-1', '1001', 'free'])('refuses the typed fee "%s"', (typed) => {
  expect(feeField.safeParse(typed).success).toBe(false)
})
