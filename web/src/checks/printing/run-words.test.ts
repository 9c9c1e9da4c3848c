import { printRunExamples } from '@check-requests/domain/checks/examples.ts'
import { expect, test } from 'vitest'
import {
  checksInWords,
  firstNumberInWords,
  madeInWords,
  numbersOf,
  openingsInWords,
} from '#checks/printing/run-words.ts'

test('shows the numbers of a run from first to last', () => {
  expect(numbersOf({ first_number: 1001, count: 1 })).toBe('number 1001')
  expect(numbersOf({ first_number: 1001, count: 3 })).toBe('numbers 1001 to 1003')
})

test.each([
  ['', { error: 'Enter the number on the first sheet in the tray.' }],
  ['0', { error: 'Enter the number on the first sheet in the tray.' }],
  ['10a', { error: 'Enter the number on the first sheet in the tray.' }],
  ['1000', { error: 'Number 1000 is lower than the account’s next number, 1001.' }],
  ['1001', { hint: 'This matches the account’s next number, 1001.' }],
  ['1002', { hint: 'The account’s next number is 1001, so number 1001 is skipped and kept as spoiled.' }],
  ['1004', { hint: 'The account’s next number is 1001, so numbers 1001 to 1003 are skipped and kept as spoiled.' }],
])('explains the first number in the tray %j if the next number is 1001', (typed, said) => {
  expect(firstNumberInWords(typed, 1001)).toEqual(said)
})

test('uses the singular and the plural for the number of checks', () => {
  expect([1, 2, 0].map(checksInWords)).toEqual(['1 check', '2 checks', '0 checks'])
})

test('shows who created a run, and when', () => {
  expect(madeInWords(printRunExamples.one.reply)).toMatch(/^prepared by Priya Nair on Nov 20, 2026, /)
})

test('lists all users who opened the file of a run', () => {
  const opened = [
    { name: 'Pat Perry', at: '2026-11-21T16:20:00.000Z' },
    { name: 'Priya Nair', at: '2026-11-20T16:20:00.000Z' },
  ]
  expect(openingsInWords({ opened })).toMatch(
    /^Opened by Pat Perry on Nov 21, 2026, .* and Priya Nair on Nov 20, 2026, .*\.$/,
  )
  expect(openingsInWords({ opened: [] })).toBe('')
})
