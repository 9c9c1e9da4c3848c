import { expect, test } from 'vitest'
import { filledValues, isSameReading, vinOfBoth } from './filling.ts'
import type { ReadPage, Word } from './page-layout.ts'
import { understand } from './understand.ts'
import { amountIn, dateIn, isVin } from './values.ts'

const unknown = { payees: [], own: [] }

test.each([
  ['$1,174.50', '1174.50', 'USD'],
  ['1.174,50 €', '1174.50', 'EUR'],
  ['(250.00)', '-250.00', undefined],
  ['45.00-', '-45.00', undefined],
  ['CAD $2,005.00', '2005.00', 'CAD'],
  ['$500', '500.00', 'USD'],
])('reads the amount %s', (text, value, currency) => {
  expect(amountIn(text)).toMatchObject({ value, currency })
})

test.each(['500', '12-34', '(616', '3a', '10/14/2026'])('reads no amount in %s', (text) => {
  expect(amountIn(text)).toBeUndefined()
})

test.each([
  ['10/14/2026', false, '2026-10-14'],
  ['14.10.2026', false, '2026-10-14'],
  ['05.11.2026', true, '2026-11-05'],
  ['14-OCT-2026', false, '2026-10-14'],
  ['October 9, 2026', false, '2026-10-09'],
  ['10-08-26', false, '2026-10-08'],
])('reads the date %s', (text, isDayFirst, date) => {
  expect(dateIn(text, isDayFirst)).toBe(date)
})

test('accepts only VINs with a correct check digit', () => {
  expect(isVin('1HGCY1F33TA018442')).toBe(true)
  expect(isVin('1HGCY1F33TA018443')).toBe(false)
  expect(isVin('SHGCY1F33TA01844O')).toBe(false)
})

test.each([
  ['amount', '289.00', ':$289.00 within', true],
  ['amount', '289.00', '$239.00', false],
  ['amount', '289.00', 'within 15', null],
  ['invoice_date', '2026-10-09', ':October 9,2026', true],
  ['invoice_number', 'H2620', 'H26201', false],
  ['payee_name', 'Northshore', 'Northshore Fiber', false],
  ['payee_name', 'Acme Supply', 'Acme Supply c', true],
] as const)('compares the %s %s with the second reader’s text %s', (field, value, read, same) => {
  const place = { page: 1, box: { left: 0, top: 0, right: 1, bottom: 1 }, score: 90, certainty: 90 }
  expect(isSameReading(field, { ...place, value, text: value }, read)).toBe(same)
})

test('takes a VIN from both readers if they differ only in similar characters and its check digit is correct', () => {
  expect(vinOfBoth('1IGCUYDED7MZ118805', '1GCUYDED7MZ118805')).toBe('1GCUYDED7MZ118805')
  expect(vinOfBoth('IHGCYIF33TAO18442', '1HGCY1F33TA018442')).toBe('1HGCY1F33TA018442')
  expect(vinOfBoth('1HGCY1F33TA018442', '1HGCY1F33TA018443')).toBeUndefined()
  expect(vinOfBoth('9HGCY1F33TA018442', '1HGCY1F33TA018442')).toBeUndefined()
})

test('fills the amount that is due, not a part of it or the total before a deposit', () => {
  const page = pageOf([
    [40, 40, 'Keystone Driveline', 16],
    [40, 60, '90 Foundry Street'],
    [40, 72, 'Reading, PA 19601'],
    [400, 40, 'Invoice #'],
    [480, 40, 'KD-1007'],
    [400, 300, 'Subtotal'],
    [500, 300, '782.50'],
    [400, 315, 'Deposit received'],
    [500, 315, '-200.00'],
    [400, 330, 'Invoice Total'],
    [500, 330, '846.70'],
    [400, 345, 'AMOUNT DUE'],
    [500, 345, '$646.70'],
  ])
  expect(filled(page)).toMatchObject({
    amount: '646.70',
    invoice_number: 'KD-1007',
    payee_name: 'Keystone Driveline',
    payee_address: '90 Foundry Street\nReading, PA 19601',
  })
})

test('offers an amount without filling it where two amounts are due', () => {
  const page = pageOf([
    [400, 300, 'Amount due'],
    [500, 300, '$100.00'],
    [400, 315, 'Balance due'],
    [500, 315, '$120.00'],
  ])
  expect(filled(page)).not.toHaveProperty('amount')
  expect(understand([page], unknown)[0]?.fields.amount).toHaveLength(2)
})

test('separates invoices with numbers of their own in one file', () => {
  const invoice = (number: number, id: string) =>
    pageOf(
      [
        [40, 40, 'Invoice No:'],
        [120, 40, id],
      ],
      number,
    )
  expect(understand([invoice(1, 'HH-3301'), invoice(2, 'HH-3317')], unknown)).toHaveLength(2)
  expect(understand([invoice(1, 'HH-3301'), invoice(2, 'HH-3301')], unknown)).toHaveLength(1)
})

test('fills nothing that the second reader contradicts', () => {
  const amount = { value: '646.70', score: 96, certainty: 99 }
  expect(filledValues({ amount: [{ ...amount, agreed: true }] })).toEqual({ amount: '646.70' })
  expect(filledValues({ amount: [{ ...amount, agreed: false }] })).toEqual({})
})

function filled(page: ReadPage) {
  const [document] = understand([page], unknown)
  const unchecked = Object.entries(document?.fields ?? {}).map(([field, candidates]) => [
    field,
    candidates.map(({ value, score, certainty }) => ({ value, score, certainty, agreed: null })),
  ])
  return filledValues(Object.fromEntries(unchecked))
}

type Line = readonly [left: number, top: number, text: string, size?: number]

function pageOf(lines: readonly Line[], number = 1): ReadPage {
  return { number, width: 612, height: 792, from: 'text', words: lines.flatMap(wordsOf) }
}

function wordsOf([left, top, text, size = 9]: Line): Word[] {
  const perLetter = size / 2
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    left: left + index * perLetter,
    right: left + (index + word.length) * perLetter,
    top,
    bottom: top + size,
    certainty: 100,
  }))
}
