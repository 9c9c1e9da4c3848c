import { expect, test } from 'vitest'
import { actionInWords } from '#trail/action-words.ts'

test.each([
  ['check', 'un-clear', 'Undid the clearing'],
  ['check', 'ask-un-clear', 'Asked to undo the clearing'],
  ['check', 'refuse-un-clear', 'Refused to undo the clearing'],
  ['clearing-file', 'undo', 'Undid the file'],
  ['clearing-file', 'ask-undo', 'Asked to undo the file'],
  ['clearing-file', 'refuse-undo', 'Refused to undo the file'],
  ['positive-pay-file', 'acknowledge', 'Read the bank’s answer'],
])('names the action %s.%s in words (decisions 168, 183)', (entity, verb, words) => {
  expect(actionInWords(entity, `${entity}.${verb}`)).toBe(words)
})
