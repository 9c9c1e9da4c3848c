import type { PositivePayReply } from '@check-requests/domain/bank/files/fields.ts'
import { expect, test } from 'vitest'
import { stateOfFile, storyOf, waitingInWords } from '#bank/positive-pay/waiting-card.tsx'

const none = { count: 0, total: 0 }

test.each([
  [{ count: 1, total: 10.5 }, none, 'The bank does not know 1 signed check of $10.50 yet.'],
  [none, { count: 2, total: 1250 }, 'The bank does not know 2 voids of $1,250.00 yet.'],
  [
    { count: 3, total: 1 },
    { count: 1, total: 2 },
    'The bank does not know 3 signed checks of $1.00 and 1 void of $2.00 yet.',
  ],
])('summarizes the unreported checks in a sentence: %#', (issues, voids, sentence) => {
  expect(waitingInWords({ issues, voids, items: [] })).toBe(sentence)
})

// In the test machine's time zone, whichever that is.
const onDay = (day: number) => new Date(2026, 10, day).toISOString()

const made: PositivePayReply = {
  id: 7,
  version: 1,
  bank_account_id: 3,
  number: 2,
  count: 12,
  total: 480,
  fetched_at: null,
  answer: null,
  made_by: { id: 4, name: 'Priya Nair' },
  made_at: onDay(20),
  answered_by: null,
  answered_at: null,
  reason: null,
}
const fetched: PositivePayReply = { ...made, fetched_at: onDay(20) }
const refused: PositivePayReply = {
  ...fetched,
  answer: 'refused',
  answered_by: { id: 5, name: 'Manuel Ortiz' },
  answered_at: onDay(21),
  reason: 'Wrong date',
}

test('mentions files waiting for the bank when no checks are waiting for a file', () => {
  const sentence = (...items: PositivePayReply[]) => waitingInWords({ issues: none, voids: none, items })
  expect(sentence()).toBe('There is no signed check yet to tell the bank about.')
  expect(sentence(refused)).toBe('Every signed check and every void is in a file, and the bank has answered each.')
  expect(sentence(made, refused)).toMatch(/is in a file\. One file waits for the bank’s answer\.$/)
  expect(sentence(made, fetched)).toMatch(/2 files wait for the bank’s answer\.$/)
})

test('shows a file’s status and its history', () => {
  expect(
    [made, fetched, { ...refused, answer: 'accepted' as const }, refused].map((one) => stateOfFile(one).word),
  ).toEqual(['To download', 'Waits for the bank', 'Accepted', 'Refused'])
  expect(storyOf(made)).toEqual([expect.stringMatching(/^Made Nov 20, 2026, .* by Priya Nair$/), 'Not downloaded yet'])
  expect(storyOf(refused)).toEqual([
    expect.stringMatching(/^Made /),
    expect.stringMatching(/^Downloaded first Nov 20, 2026, /),
    expect.stringMatching(/^Refused, recorded Nov 21, 2026, .* by Manuel Ortiz: Wrong date$/),
  ])
})
