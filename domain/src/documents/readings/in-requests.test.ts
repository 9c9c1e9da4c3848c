import { expect, test } from 'vitest'
import type { ReadingReply } from './fields.ts'
import {
  compareWithDocuments,
  isElsewhere,
  pickedAt,
  type ReadDocument,
  textsOf,
  titleOf,
  warningsOf,
} from './in-requests.ts'
import type { ReadingField } from './understand.ts'

const today = '2026-11-02'

function documentOf(
  values: Partial<Record<ReadingField, string>>,
  rest: Partial<Pick<ReadDocument, 'kind' | 'flags'>> = {},
  fills = true,
): ReadDocument {
  const fields = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      [{ value, text: value, page: 2, polygon: [], score: 90, certainty: 100, agreed: true, fills }],
    ]),
  )
  return { pages: [1, 2], kind: 'invoice', flags: [], ...rest, fields }
}

const reading = (...documents: ReadDocument[]): ReadingReply => ({
  attachment_id: 81,
  state: 'read',
  kind: 'invoice',
  reader: 'text',
  flags: [],
  fields: {},
  documents,
})

test('takes the values of a request’s fields from a document, the VIN’s last six characters, and the remit-to address', () => {
  const document = documentOf({
    payee_name: 'Midwest Auto Parts',
    amount: '1174.50',
    vin: '1GCUYDED7MZ118805',
    payee_address: '1 Main St\nMadison, WI 53703',
    remit_to_address: 'PO Box 7\nChicago, IL 60601',
    due_date: '2026-12-01',
  })
  expect(textsOf(document, today)).toEqual([
    { field: 'payee_name_1', value: 'Midwest Auto Parts', page: 2, polygon: [], fills: true },
    { field: 'amount', value: '1174.50', page: 2, polygon: [], fills: true },
    { field: 'due_date', value: '2026-12-01', page: 2, polygon: [], fills: true },
    { field: 'vin_last_digits', value: '118805', page: 2, polygon: [], fills: true },
    { field: 'mailing_address', value: 'PO Box 7\nChicago, IL 60601', page: 2, polygon: [], fills: true },
  ])
})

test.each([
  ['another currency', documentOf({ amount: '1265.60', currency: 'CAD' })],
  ['a quote', documentOf({ amount: '8250.00' }, { kind: 'quote', flags: ['do_not_pay', 'not_an_invoice'] })],
  ['a credit', documentOf({ amount: '65.00' }, { kind: 'credit', flags: ['credit'] })],
  ['nothing owed', documentOf({ amount: '0.00' })],
  ['a past due date', documentOf({ due_date: '2026-11-01' })],
])('fills and offers nothing for %s', (_, document) => {
  expect(textsOf(document, today)).toEqual([])
})

test('warns about documents that people shouldn’t pay as they are', () => {
  const quote = documentOf({}, { kind: 'quote', flags: ['not_an_invoice', 'do_not_pay'] })
  expect(warningsOf(quote)).toEqual(['This is a quote, not an invoice.'])
  expect(warningsOf(documentOf({ currency: 'CAD' }, { flags: ['paid', 'copy'] }))).toEqual([
    'This document is marked as paid.',
    'This document is marked as a copy. Check that the original wasn’t paid.',
    'The amounts are in CAD. Enter dollars.',
  ])
  expect(warningsOf(documentOf({ payee_name: 'Redline Transport', remit_to_name: 'Keystone Factors LLC' }))).toEqual([
    'It asks to pay Keystone Factors LLC instead of Redline Transport. Call Redline Transport at a known number to confirm.',
  ])
  expect(warningsOf(documentOf({ payee_name: 'Redline Transport', remit_to_name: 'REDLINE TRANSPORT' }))).toEqual([])
})

test.each([
  ['1 Main St\nMadison, WI 53703', '1 Main Street, Madison WI 53703-1121', false],
  ['PO Box 30516\nLansing, MI 48909', '30516 Main St\nLansing, MI 48910', true],
  ['PO Box 30516\nLansing', '1 Main St\nMadison, WI 53703', false],
])('compares the addresses “%s” and “%s” by ZIP code', (one, other, expected) => {
  expect(isElsewhere(one, other)).toBe(expected)
})

test('names each document of a file', () => {
  const values = { invoice_number: '4410', amount: '334.00', invoice_date: '2026-10-12' }
  expect(titleOf(documentOf(values), 0)).toBe('4410 · $334.00 · Oct 12, 2026')
  expect(titleOf(documentOf({}), 1)).toBe('Document 2')
})

test('compares a request’s amount and payee with what its documents surely say', () => {
  const request = { cents: 117_450, payees: ['Midwest Auto Parts, Inc.'] }
  const invoice = documentOf({ amount: '1174.50', payee_name: 'MIDWEST AUTO PARTS' })
  const forged = documentOf({ amount: '174.50', payee_name: 'Midwest Auto Parts' })
  expect(compareWithDocuments(request, [reading(invoice)])).toMatchObject({
    agrees: true,
    text: 'Matches the invoice',
    shown: { attachment_id: 81, page: 2, polygon: [] },
  })
  expect(compareWithDocuments(request, [reading(forged)])).toMatchObject({
    agrees: false,
    text: 'The invoice says $174.50, Midwest Auto Parts',
  })
  expect(compareWithDocuments({ ...request, payees: ['Midvest Auto Parts'] }, [reading(invoice)])?.agrees).toBe(false)
  // Another document of the request explains the amount.
  expect(compareWithDocuments(request, [reading(forged), reading(invoice)])?.agrees).toBe(true)
  // What isn't certain says nothing.
  expect(compareWithDocuments(request, [reading(documentOf({ amount: '174.50' }, {}, false))])).toBeUndefined()
  expect(compareWithDocuments(request, [])).toBeUndefined()
})

test('takes from a clicked word what the field can have', () => {
  const row = (y: number, ...texts: readonly (readonly [left: number, right: number, text: string])[]) =>
    texts.map(([left, right, text]) => ({
      page: 1,
      text,
      polygon: [left, y, right, y, right, y + 0.012, left, y + 0.012],
    }))
  const words = [
    ...row(
      0.1,
      [0.1, 0.16, 'Great'],
      [0.165, 0.2, 'Bend'],
      [0.205, 0.24, 'Tire'],
      [0.7, 0.78, 'INVOICE:'],
      [0.785, 0.88, '#GB-20884,'],
    ),
    ...row(
      0.2,
      [0.1, 0.15, 'October'],
      [0.155, 0.17, '14,'],
      [0.175, 0.21, '2026'],
      [0.7, 0.71, '$'],
      [0.712, 0.77, '1,174.50'],
    ),
    ...row(0.3, [0.1, 0.3, '5TFLA5DB6PX118805']),
  ]
  const pick = (field: string, text: string) => {
    const word = words.find((one) => one.text === text)
    return word && pickedAt(field, words, word)?.value
  }
  expect(pick('payee_name_1', 'Bend')).toBe('Great Bend Tire')
  expect(pick('invoice_number', '#GB-20884,')).toBe('GB-20884')
  expect(pick('due_date', '14,')).toBe('2026-10-14')
  expect(pick('amount', '1,174.50')).toBe('1174.50')
  expect(pick('amount', '$')).toBe('1174.50')
  expect(pick('amount', 'Great')).toBeUndefined()
  expect(pick('vin_last_digits', '5TFLA5DB6PX118805')).toBe('118805')
  expect(pick('vin_last_digits', 'Tire')).toBeUndefined()
})
