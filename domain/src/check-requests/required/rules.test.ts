import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentKinds } from '../../documents/attachments/fields.ts'
import { referenceFields } from '../text-fields.ts'
import {
  checkRequirements,
  levels,
  missing,
  missingInWords,
  type RequiredItem,
  type Requirement,
  requirableItems,
  takenAway,
} from './rules.ts'

const nothing = { documents: [] }

test.each<[RequiredItem, object, boolean]>([
  ['vin', { vin_last_digits: '4F00A1' }, true],
  ['vin', { po_purchase_no: 'PO-1' }, false],
  ['stock-number', { stock_number: 'S1' }, true],
  ['deal-number', { deal_number: 'D1' }, true],
  ['deal-number', { repair_order: 'R1' }, false],
  ['repair-order', { repair_order: 'R1' }, true],
  ['deal-or-repair-order', { deal_number: 'D1' }, true],
  ['deal-or-repair-order', { repair_order: 'R1' }, true],
  ['deal-or-repair-order', { stock_number: 'S1' }, false],
  ['po-number', { po_purchase_no: 'PO-1' }, true],
  ['invoice-number', { invoice_number: 'INV-1' }, true],
  ['invoice-number', { invoice_number: ' N/A ' }, false],
  ['invoice-number', { invoice_number: '0000' }, false],
  ['invoice-number', { invoice_number: null }, false],
  ['cleared-payment', { cleared_payment: 'Trace 88120, Nov 3' }, true],
  ['cleared-payment', { cleared_payment: 'pending' }, false],
  ['document-payoff-letter', { documents: [null, 'payoff-letter'] }, true],
  ['document-payoff-letter', { documents: [null, 'invoice'] }, false],
  ['document-repair-order', { repair_order: 'R1' }, false],
  ['document-tax-form', { documents: ['invoice'], hasTaxFormOfPayee: false }, false],
  ['document-invoice', { hasTaxFormOfPayee: true }, false],
  ['accounting', {}, false],
  ['accounting', { accounting: { lines: [], amount: 100 } }, false],
  ['accounting', { accounting: { lines: [{ cents: 60 }], amount: 100 } }, false],
  ['accounting', { accounting: { lines: [{ cents: 60 }, { cents: 40 }], amount: 100 } }, true],
])('reports whether the requirement %s is met by %j (expected: %j)', (item, supplied, isMet) => {
  const demands = [{ item, level: 'must' }] as const
  expect(checkRequirements(demands, { ...nothing, ...supplied })).toEqual([{ item, level: 'must', isMet }])
  expect(missing(demands, { ...nothing, ...supplied })).toEqual(isMet ? [] : demands)
})

test('accepts a payee’s W-9 as the tax form of a request without one', () => {
  const demands: Requirement[] = [{ item: 'document-tax-form', level: 'must' }]
  const met = { item: 'document-tax-form', level: 'must', isMet: true }
  expect(checkRequirements(demands, { ...nothing, hasTaxFormOfPayee: true })).toEqual([{ ...met, isByPayee: true }])
  expect(checkRequirements(demands, { documents: ['tax-form'], hasTaxFormOfPayee: true })).toEqual([met])
  expect(missing(demands, { ...nothing, hasTaxFormOfPayee: true })).toEqual([])
  expect(takenAway(demands, { ...nothing, hasTaxFormOfPayee: true }, ['tax-form'])).toEqual([])
})

test('can require every reference and every kind of document except "other"', () => {
  const kinds = documentKinds.map(({ name }) => name).filter((name) => name !== 'other')
  expect(requirableItems.flatMap(({ kind }) => kind ?? [])).toEqual(kinds)
  expect(new Set(requirableItems.flatMap(({ fields }) => fields))).toEqual(new Set(referenceFields))
})

test('reports a document as removed only if it is required, missing, and was once attached', () => {
  const demands: Requirement[] = [
    { item: 'document-invoice', level: 'must' },
    { item: 'document-title', level: 'warn' },
    { item: 'document-contract', level: 'must' },
    { item: 'document-receipt', level: 'must' },
    { item: 'vin', level: 'must' },
  ]
  const removed = ['invoice', 'title', 'receipt', null] as const
  expect(takenAway(demands, { documents: ['receipt'] }, removed).map(({ item }) => item)).toEqual(['document-invoice'])
})

test.each<[RequiredItem, string]>([
  ['vin', 'Payoff needs VIN Last Digits. Fill in the field.'],
  ['deal-or-repair-order', 'Payoff needs Deal Number or Repair Order. Fill in one of them.'],
  ['document-payoff-letter', 'Payoff needs a document of the kind “Payoff letter”. Add one.'],
  ['accounting', 'Payoff needs accounting lines that add up to the amount. Enter the accounts to charge.'],
])('reports the missing item %s as “%s”', (item, sentence) => {
  expect(missingInWords('Payoff', item)).toBe(sentence)
})

const text = fc.option(fc.constantFrom('4711', 'N/A', ' ', ''))
const supplies = fc.record({
  ...Object.fromEntries(referenceFields.map((field) => [field, text])),
  documents: fc.array(fc.constantFrom(null, ...documentKinds.map(({ name }) => name)), { maxLength: 5 }),
}) as fc.Arbitrary<{ documents: [] }>
const requirementLists = fc.uniqueArray(
  fc.record({
    item: fc.constantFrom(...requirableItems.map(({ item }) => item)),
    level: fc.constantFrom(...levels),
  }),
  { selector: ({ item }) => item },
)

test('reports fewer or the same missing items with more data, and no items without requirements', () => {
  fc.assert(
    fc.property(requirementLists, supplies, fc.constantFrom(...documentKinds), (demands, supplied, { name }) => {
      const before = missing(demands, supplied)
      expect(missing([], supplied)).toEqual([])
      expect(demands).toEqual(expect.arrayContaining(before))
      const more = { ...supplied, documents: [...supplied.documents, name], vin_last_digits: '123456' }
      const after = missing(demands, more).map(({ item }) => item)
      expect(before.map(({ item }) => item)).toEqual(expect.arrayContaining(after))
    }),
  )
})
