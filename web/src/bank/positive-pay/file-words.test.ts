import type { PositivePayReply } from '@check-requests/domain/bank/files/fields.ts'
import { expect, test } from 'vitest'
import { stateOfFile, storyOf, waitingInWords } from '#bank/positive-pay/waiting-card.tsx'

const none = { count: 0, total: 0 }

test.each([
  [{ count: 1, total: 10.5 }, none, 'Not reported to the bank yet: 1 signed check totaling $10.50.'],
  [none, { count: 2, total: 1250 }, 'Not reported to the bank yet: 2 voids totaling $1,250.00.'],
  [
    { count: 3, total: 1 },
    { count: 1, total: 2 },
    'Not reported to the bank yet: 3 signed checks totaling $1.00 and 1 void totaling $2.00.',
  ],
])('summarizes the unsent issues %j and voids %j in a sentence', (issues, voids, sentence) => {
  expect(waitingInWords({ issues, voids, void_rule: 'in the file', items: [] })).toBe(sentence)
})

// Midnight in the time zone of the machine that runs the test.
const onDay = (day: number) => new Date(2026, 10, day).toISOString()

const made: PositivePayReply = {
  id: 7,
  version: 1,
  bank_account_id: 3,
  number: 2,
  kind: 'all',
  other_account_ids: [],
  count: 12,
  total: 480,
  fetched_at: null,
  answer: null,
  made_by: { id: 4, name: 'Priya Nair' },
  made_at: onDay(20),
  answered_by: null,
  answered_at: null,
  reason: null,
  transmission: null,
  transmission_problem: null,
  transmission_at: null,
  acknowledgment: null,
}
const fetched: PositivePayReply = { ...made, fetched_at: onDay(20) }
const refused: PositivePayReply = {
  ...fetched,
  answer: 'refused',
  answered_by: { id: 5, name: 'Manuel Ortiz' },
  answered_at: onDay(21),
  reason: 'Wrong date',
}

test('mentions files waiting for the bank if no checks are waiting for a file', () => {
  const sentence = (...items: PositivePayReply[]) =>
    waitingInWords({ issues: none, voids: none, void_rule: 'in the file', items })
  expect(sentence()).toBe('There are no signed checks to report to the bank yet.')
  expect(sentence(refused)).toBe('All signed checks and voids are in a file, and the bank has answered every file.')
  expect(sentence(made, refused)).toMatch(/are in a file\. One file is waiting for the bank’s response\.$/)
  expect(sentence(made, fetched)).toMatch(/2 files are waiting for the bank’s response\.$/)
})

test('shows a file’s status and history', () => {
  expect(
    [made, fetched, { ...refused, answer: 'accepted' as const }, refused].map((one) => stateOfFile(one).word),
  ).toEqual(['To download', 'Waiting for the bank', 'Accepted', 'Refused'])
  expect(storyOf(made)).toEqual([
    expect.stringMatching(/^Created Nov 20, 2026, .* by Priya Nair$/),
    'Not downloaded yet',
  ])
  expect(storyOf(refused)).toEqual([
    expect.stringMatching(/^Created /),
    expect.stringMatching(/^First downloaded Nov 20, 2026, /),
    expect.stringMatching(/^Refused, recorded Nov 21, 2026, .* by Manuel Ortiz: Wrong date$/),
  ])
})

test('shows what the bank’s own answer says until a user records the response', () => {
  const sent: PositivePayReply = { ...made, transmission: 'sent', transmission_at: onDay(20) }
  const answered = (says: 'accepted' | 'refused' | 'unclear', text: string): PositivePayReply => {
    return { ...sent, acknowledgment: { says, text, read_at: onDay(21) } }
  }
  expect(storyOf(sent, true).at(-1)).toBe('No answer from the bank yet')
  expect(storyOf(sent).at(-1)).toMatch(/^Sent to the bank/)
  expect(storyOf(answered('refused', 'Bad total'), true).at(-1)).toMatch(
    /^The bank’s answer of Nov 21, 2026, .* refuses the file: Bad total$/,
  )
  expect(storyOf(answered('accepted', ''), true).at(-1)).toMatch(/accepts the file$/)
  expect(storyOf(answered('unclear', 'Received'), true).at(-1)).toMatch(/doesn’t say whether .*: Received$/)
  const words = (['accepted', 'refused', 'unclear'] as const).map((says) => stateOfFile(answered(says, '')).word)
  expect(words).toEqual(['Answer to record', 'Refusal to record', 'Waiting for the bank'])
})
