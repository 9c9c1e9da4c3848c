import { expect, test } from 'vitest'
import { approvalSentence } from '#screens/check-request-new.tsx'

test.each([
  [[], 'No one can approve your requests yet. Ask your admin to add an approver.'],
  [['Denise Carver'], 'Goes to Denise Carver for approval.'],
  [['Denise Carver', 'Victor Hale'], 'Goes to Denise Carver or Victor Hale for approval.'],
  [['A', 'B', 'C', 'D', 'E'], 'Goes to A, B, C, or 2 more for approval.'],
])('describes the future approvers %j as “%s”', (names, sentence) => {
  expect(approvalSentence(names)).toBe(sentence)
})
