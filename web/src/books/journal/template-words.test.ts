import { journalFile } from '@check-requests/domain/books/journal/file.ts'
import { type JournalTemplate, journalFields, usualTemplate } from '@check-requests/domain/books/journal/template.ts'
import { expect, test } from 'vitest'
import {
  amountFormOptions,
  dateFormOptions,
  delimiterOptions,
  fieldOptions,
  sampleLines,
  templateInWords,
  usualHeader,
} from '#books/journal/template-words.ts'

const plain: JournalTemplate = {
  columns: [
    { field: 'day', header: 'Date' },
    { field: 'amount', header: 'Amount' },
  ],
  delimiter: 'comma',
  date_form: 'us',
  amount_form: 'dollars',
  has_header: true,
}
const inWords = (changes: Partial<JournalTemplate>) => templateInWords({ ...plain, ...changes })

test('describes columns, separator, dates, amounts, and headers', () => {
  expect(inWords({})).toBe(
    'Columns: Date and Amount. Column separator: Comma. Dates as 11/23/2026. Amounts as -1234.50 for a void. Files start with a header row.',
  )
})

test.each([
  ['semicolon', 'Column separator: Semicolon.'],
  ['tab', 'Column separator: Tab.'],
  ['pipe', 'Column separator: Vertical bar.'],
] as const)('names the separator %s', (delimiter, sentence) => {
  expect(inWords({ delimiter })).toContain(sentence)
})

test.each([
  ['iso', 'Dates as 2026-11-23.'],
  ['us-short', 'Dates as 11/23/26.'],
  ['compact', 'Dates as 20261123.'],
] as const)('shows a sample of the date format %s', (date_form, sentence) => {
  expect(inWords({ date_form })).toContain(sentence)
})

test.each([
  ['cents', 'Amounts as -123450 for a void.'],
  ['parentheses', 'Amounts as (1234.50) for a void.'],
] as const)('shows a sample of the amount format %s', (amount_form, sentence) => {
  expect(inWords({ amount_form })).toContain(sentence)
})

test('says that files have no header row', () => {
  expect(inWords({ has_header: false })).toMatch(/Files have no header row\.$/)
})

test('names the account for checks and the account for unassigned amounts, if set', () => {
  expect(inWords({ checks_account: '1010', open_account: '2300' })).toMatch(
    /Checks are posted to account 1010\. Amounts without accounting lines go to 2300\.$/,
  )
  expect(inWords({ checks_account: null, open_account: null })).not.toContain('account')
})

test('makes an invisible character in a header visible', () => {
  expect(inWords({ columns: [{ field: 'day', header: 'Da\u200bte' }] })).toContain('Columns: Da⟦U+200B⟧te.')
})

test('joins three or more columns with commas', () => {
  const columns = [...plain.columns, { field: 'memo' as const, header: 'Memo' }]
  expect(inWords({ columns })).toContain('Columns: Date, Amount, and Memo.')
})

test('offers every field with its usual header', () => {
  expect(fieldOptions).toHaveLength(journalFields.length)
  for (const { value, label } of fieldOptions) expect(usualHeader(value)).toBe(label)
})

test('labels each option with a sample', () => {
  expect(delimiterOptions.map(({ label }) => label)).toEqual(['Comma', 'Semicolon', 'Tab', 'Vertical bar'])
  expect(dateFormOptions.map(({ label }) => label)).toEqual(['2026-11-23', '11/23/2026', '11/23/26', '20261123'])
  expect(amountFormOptions.map(({ label }) => label)).toEqual([
    '-1234.50 for a void',
    '-123450 for a void',
    '(1234.50) for a void',
  ])
})

test('contains a sample check that is issued and voided two weeks later', () => {
  expect(sampleLines.map(({ kind, day }) => [kind, day])).toEqual([
    ['issue', '2026-11-18'],
    ['void', '2026-12-02'],
  ])
})

test('has a sample whose accounting lines add up to the check', () => {
  for (const { cents, facts } of sampleLines) {
    const charged = (facts.accounting ?? []).map((line) => line.cents)
    expect(charged.reduce((sum, one) => sum + one, 0)).toBe(cents)
  }
})

test('shows both accounts of the sample check in a file with account columns', () => {
  const columns = [
    { field: 'account' as const, header: 'Account' },
    { field: 'amount' as const, header: 'Amount' },
  ]
  expect(
    journalFile({ ...usualTemplate, columns }, sampleLines)
      .trim()
      .split(/\r?\n/),
  ).toEqual(['Account,Amount', '6510,1200.00', '6800,50.50', '6510,-1200.00', '6800,-50.50'])
})
