import { expect, test } from 'vitest'
import { firstNumberInWords, numbersOf } from '#checks/printing/run-words.ts'

test('names the numbers of a run from the first to the last', () => {
  expect(numbersOf({ first_number: 1001, count: 1 })).toBe('number 1001')
  expect(numbersOf({ first_number: 1001, count: 3 })).toBe('numbers 1001 to 1003')
})

test.each([
  ['', { error: 'Enter the number on the first sheet in the tray.' }],
  ['0', { error: 'Enter the number on the first sheet in the tray.' }],
  ['10a', { error: 'Enter the number on the first sheet in the tray.' }],
  ['1000', { error: 'Number 1000 is behind the account, whose next number is 1001.' }],
  ['1001', { hint: 'The account’s next number is 1001 too.' }],
  ['1002', { hint: 'The account’s next number is 1001, so number 1001 is skipped and kept as spoiled.' }],
  ['1004', { hint: 'The account’s next number is 1001, so numbers 1001 to 1003 are skipped and kept as spoiled.' }],
])('explains the first number in the tray %j when the next number is 1001', (typed, said) => {
  expect(firstNumberInWords(typed, 1001)).toEqual(said)
})
