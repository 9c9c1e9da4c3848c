import { expect, test } from 'vitest'
import { entryInWords } from '#check-requests/detail/activity-log.tsx'
import { approvedStep } from '#check-requests/status/transition-labels.ts'

const step = { field: 'approval_step', from: null, to: 'Controller' }

test.each([
  ['processing', [step], 'approved a step'],
  ['processing', [], 'started processing it'],
  ['approved', [step], 'approved it'],
  ['sendback', [step], 'sent it back'],
] as const)('describes a log entry at status %s with the changes %j as “%s”', (status_name, changes, words) => {
  expect(entryInWords({ action: 'status', status_name, changes: [...changes] })).toBe(words)
})

test('names the step only for an approval with steps remaining', () => {
  expect(approvedStep({ status_name: 'processing', changes: [step] })).toBe('Controller')
  expect(approvedStep({ status_name: 'approved', changes: [step] })).toBeUndefined()
})
