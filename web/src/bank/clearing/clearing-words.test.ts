import { exceptionKinds } from '@check-requests/domain/bank/clearing/findings.ts'
import { bankFileExamples } from '@check-requests/domain/bank/files/examples.ts'
import { expect, test } from 'vitest'
import {
  counted,
  effectInWords,
  isGrave,
  isUnknown,
  kindInWords,
  paymentInWords,
  sinceInWords,
  writtenInWords,
} from '#bank/clearing/clearing-words.tsx'

const clearing = bankFileExamples.clearing.reply
const preview = bankFileExamples.previewClearing.reply

test.each([
  [0, '0 checks'],
  [1, '1 check'],
  [1200, '1,200 checks'],
])('shows a count of %i checks as "%s"', (count, text) => {
  expect(counted(count, 'check')).toBe(text)
})

test('uses a given plural', () => {
  expect(counted(1, 'exception is', 'exceptions are')).toBe('1 exception is')
  expect(counted(2, 'exception is', 'exceptions are')).toBe('2 exceptions are')
})

test.each([
  [null, 'No checks have been drawn on this account yet, so there is nothing to clear.'],
  [0, 'Last cleared today.'],
  [1, 'Last cleared 1 day ago.'],
  [31, 'Last cleared 31 days ago.'],
])('says when an account was last cleared (days ago: %j) as “%s”', (days_without, sentence) => {
  expect(sinceInWords({ ...clearing, days_without })).toBe(sentence)
})

test.each([
  [0, 'today'],
  [1, '1 day ago'],
  [12, '12 days ago'],
])('says when the first check on an account without files was issued (days ago: %i) as “%s”', (days_without, since) => {
  expect(sinceInWords({ ...clearing, files: [], days_without })).toBe(
    `No bank file has been confirmed yet. The first check on this account was issued ${since}.`,
  )
})

test('names every kind of exception differently', () => {
  const names = exceptionKinds.map((kind) => kindInWords(kind).words)
  expect(new Set(names).size).toBe(exceptionKinds.length)
})

test.each([
  ['out of sequence', true],
  ['cleared twice', true],
  ['voided or stopped but paid', true],
  ['unknown number', false],
  ['paid before it was issued', false],
  ['amount differs', false],
  ['payee differs', false],
] as const)('treats "%s" as money to recover (expected: %j)', (kind, grave) => {
  expect(isGrave(kind)).toBe(grave)
})

const check = { id: 9, number: 10_041, payee_name: 'Harbor Paint Supply', amount: 1250.5 }

test('names the bank’s amount if it differs from the check’s amount', () => {
  expect(paymentInWords({ amount: 1350.5, check })).toBe('The bank’s amount of $1,350.50')
  expect(paymentInWords({ amount: 1250.5, check })).toBe('The payment')
  expect(paymentInWords({ amount: 1350.5, check: null })).toBe('The payment')
})

test('treats payments without a check as unknown', () => {
  expect([isUnknown({ check: null }), isUnknown({ check })]).toEqual([true, false])
})

const sum = (count: number) => ({ count, total: count * 10 })

test.each([
  ['only matches', 2, 0, 0, 'Confirming this file clears 2 checks.'],
  ['one match', 1, 0, 0, 'Confirming this file clears 1 check.'],
  ['only exceptions', 0, 1, 0, 'Confirming this file opens 1 exception.'],
  ['doubtful and unknown lines', 0, 1, 2, 'Confirming this file opens 3 exceptions.'],
  ['matches and exceptions', 12, 1, 0, 'Confirming this file clears 12 checks and opens 1 exception.'],
])('describes the effect of a file with %s', (_, matched, doubtful, unknown, sentence) => {
  const counts = { matched: sum(matched), doubtful: sum(doubtful), unknown: sum(unknown) }
  expect(effectInWords({ ...preview, ...counts })).toBe(sentence)
})

test('says that a file changes no checks if all its lines were already confirmed', () => {
  const counts = { matched: sum(0), doubtful: sum(0), unknown: sum(0) }
  expect(effectInWords({ ...preview, ...counts, repeated: 3 })).toMatch(
    /^Every line of this file was confirmed before\./,
  )
  expect(effectInWords({ ...preview, ...counts, repeated: 0 })).toBe('This file contains nothing to confirm.')
})

test.each([
  [{ cleared: 1, exceptions: 0, repeated: 0 }, '1 check cleared.'],
  [{ cleared: 0, exceptions: 2, repeated: 0 }, '0 checks cleared and 2 exceptions opened.'],
  [{ cleared: 5, exceptions: 1, repeated: 1 }, '5 checks cleared, 1 exception opened, and 1 line known before.'],
])('describes the result %j as "%s"', (cleared, sentence) => {
  expect(writtenInWords(cleared)).toBe(sentence)
})
