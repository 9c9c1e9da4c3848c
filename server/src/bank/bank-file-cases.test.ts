import { readFileSync } from 'node:fs'
import { matchClearedLines } from '@check-requests/domain/bank/clearing/match.ts'
import { clearingProfile } from '@check-requests/domain/bank/clearing/profile.ts'
import { decodeClearingFile, readClearingFile } from '@check-requests/domain/bank/clearing/read-file.ts'
import { whyNotOnPaper } from '@check-requests/domain/bank/fields.ts'
import { own, registered } from '@check-requests/domain/testing/bank-files.ts'
import { expect, test } from 'vitest'

interface Right {
  readonly format: string
  readonly matched: readonly number[]
  readonly exceptions?: readonly string[]
  readonly leftOut?: number
  readonly others?: readonly string[]
}

/** What each file says, from the list of cases that came with the files. */
const cases: Readonly<Record<string, Right>> = {
  '01-bai2-trailing-comma-slash.bai': { format: 'BAI2', matched: [1001] },
  '02-bai2-seventeen-digit-total.bai': { format: 'BAI2', matched: [1001] },
  '03-bai2-blank-total-of-another-account.bai': { format: 'BAI2', matched: [1001], others: ['1212'] },
  '05-bai2-customer-reference-is-no-serial.bai': { format: 'BAI2', matched: [1001] },
  '07-bai2-transmission-header.bai': { format: 'BAI2', matched: [1001] },
  '09-bai2-reversal.bai': {
    format: 'BAI2',
    matched: [],
    exceptions: ['1001 taken back by the bank'],
  },
  '20-ofx-payment-with-checknum.ofx': { format: 'OFX', matched: [1001] },
  '21-ofx-returned-check-fee.ofx': { format: 'OFX', matched: [1001], leftOut: 1 },
  '22-ofx-letters-in-checknum-of-a-debit.ofx': { format: 'OFX', matched: [1001], leftOut: 1 },
  '23-ofx-number-in-name.ofx': { format: 'OFX', matched: [1001] },
  '25-ofx-second-account-in-cad.ofx': { format: 'OFX', matched: [1001], others: ['777'] },
  '29-ofx-name-is-check-and-number.ofx': { format: 'OFX', matched: [1001, 1002, 1003, 1004] },
  '30-ofx2-space-in-root-tag.ofx': { format: 'OFX', matched: [1004] },
  '32-ofx-account-with-suffix.ofx': { format: 'OFX', matched: [1004] },
  '40-csv-chase-checking.csv': { format: 'CSV', matched: [1001], leftOut: 2 },
  '42-csv-bank-of-america.csv': { format: 'CSV', matched: [1001], leftOut: 3 },
  '43-csv-debit-and-credit-columns.csv': {
    format: 'CSV',
    matched: [1001],
    exceptions: ['1002 taken back by the bank'],
    leftOut: 1,
  },
  '44-csv-day-month-name.csv': { format: 'CSV', matched: [1001] },
  '47-csv-two-accounts.csv': { format: 'CSV', matched: [1001], others: ['2345'] },
  '49-fixed-width-paid-file.txt': { format: 'fixed width', matched: [1001, 1002] },
}

test.each(Object.entries(cases))('reads the bank file %s right, with and without payees', (name, right) => {
  const bytes = readFileSync(new URL(`../testing/fixtures/bank-files/${name}`, import.meta.url))
  const text = decodeClearingFile(bytes)
  const bankNames = name.startsWith('32') ? [`${own}~7`] : []
  for (const has_payees of [false, true]) {
    const profile = clearingProfile.parse({ ofx: { has_payees } })
    const file = readClearingFile(text, { accountNumber: own, bankNames, profile, timeZone: 'America/Chicago' })
    const register = { checks: registered, firstNumber: 1001, seen: new Set<string>(), today: '2026-11-27' }
    const { matched, exceptions, notOurs } = matchClearedLines(file.lines, register)
    expect(file.problems).toEqual([])
    expect({
      format: file.format,
      matched: matched.map(({ check }) => check.number),
      exceptions: exceptions.map(({ line, kind }) => `${line.number} ${kind}`),
      leftOut: file.skipped + notOurs.length,
      others: file.others.map(({ last4 }) => last4),
    }).toEqual({ exceptions: [], leftOut: 0, others: [], ...right })
  }
})

test('refuses the account with a suffix until the bank’s name for it is set', () => {
  const bytes = readFileSync(new URL('../testing/fixtures/bank-files/32-ofx-account-with-suffix.ofx', import.meta.url))
  const file = readClearingFile(decodeClearingFile(bytes), { accountNumber: own })
  expect(file.problems[0]?.message).toMatch(/no account ending in 4655.*Names at the Bank/)
  expect(file.lines).toEqual([])
})

test('refuses the offset that moves the MICR line off the sheet', () => {
  const text = readFileSync(
    new URL('../testing/fixtures/bank-files/70-offset-off-the-sheet.json', import.meta.url),
    'utf8',
  )
  const { sheet, fields } = whyNotOnPaper({ field_offsets: {}, ...JSON.parse(text) })
  expect(sheet).toEqual({ offset_y: 'The MICR line would leave the sheet by 8.0 mm. Enter 18 or less.' })
  expect(fields).toEqual({})
})
