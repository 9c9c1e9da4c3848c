import { expect, test } from 'vitest'
import { refusalByCheck, stepAskedFor } from './refusals.ts'

const drawn = { draws: true, exists: true, isInRun: false }

test.each(['run', 'signing', 'hand-over'] as const)('recognizes the sentence that asks for %s', (step) => {
  const sentence = refusalByCheck(step, drawn)
  expect(sentence).toMatch(/drawn on a bank account|draws on a bank account/)
  expect(stepAskedFor(sentence ?? '')).toBe(step)
})

test('recognizes a reserved number’s print run in its refusal sentence and no step in any other sentence', () => {
  expect(stepAskedFor(refusalByCheck('signing', { ...drawn, isInRun: true }) ?? '')).toBe('run')
  expect(stepAskedFor('Only the requester of this check request can do this.')).toBeUndefined()
})
