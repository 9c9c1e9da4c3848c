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

test('takes the sum of fees for the amount', () => {
  const page = pageOf([
    [40, 300, 'TOTAL FEES'],
    [500, 300, '1,931.75'],
  ])
  expect(filled(page)).toMatchObject({ amount: '1931.75' })
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
  ['invoice_number', 'PFG-1188', 'PFG-1188,p', true],
  ['invoice_number', 'HH-330', 'HH-330_', false],
  ['payee_name', 'Acme Supply', 'Acme Supply c', true],
  ['payee_name', 'Janitorial Supply', 'Ozark Janitorial Supply', false],
  ['payee_name', 'Gerald Amundson', 'ble to Gerald Amundson.', true],
  ['payee_name', 'Summit Ridge Bank, N.A.', 'Summit Ridge Bank, N..', true],
  ['payee_name', 'Summit Ridge Bank', 'Summit Rigge Bank', false],
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

test('takes a small name over its address, and not the label of an amount', () => {
  const page = pageOf([
    [40, 48, 'INVOICE', 20],
    [478, 44, 'Brightline Detailing', 10],
    [488, 55, '88 Canal St Unit 4', 10],
    [488, 66, 'Lowell, MA 01852', 10],
    [40, 200, 'Billed to', 12],
    [40, 214, 'Merrimack Toyota', 12],
    [40, 228, '500 Daniel Webster Hwy', 12],
    [40, 242, 'Nashua, NH 03060', 12],
  ])
  expect(filled(page)).toMatchObject({
    payee_name: 'Brightline Detailing',
    payee_address: '88 Canal St Unit 4\nLowell, MA 01852',
  })
})

test('takes a name with its legal form from under the logo, and suites and full state names as addresses', () => {
  const page = pageOf([
    [40, 44, 'Leadwheel', 18],
    [40, 74, 'Invoice number LW-0017'],
    [40, 86, 'Date due November 15, 2026'],
    [40, 110, 'Leadwheel Technologies, Inc.'],
    [40, 122, '2261 Market Street #4100'],
    [40, 134, 'San Francisco, California 94114'],
    [40, 300, 'Total'],
    [500, 300, '$899.00'],
  ])
  expect(filled(page)).toMatchObject({
    payee_name: 'Leadwheel Technologies, Inc.',
    payee_address: '2261 Market Street #4100\nSan Francisco, California 94114',
    due_date: '2026-11-15',
  })
})

test('leaves mottos out of addresses, and takes a letter’s only date', () => {
  const page = pageOf([
    [60, 40, 'BREWER, STANTON & POOLE PLLC', 16],
    [140, 62, 'Attorneys at Law', 11],
    [100, 76, '300 W Franklin Street, Suite 900', 11],
    [110, 90, 'Raleigh, North Carolina 27601', 11],
    [40, 119, 'October 31, 2026', 11],
    [40, 300, 'Total balance now due', 11],
    [500, 300, '$1,125.00', 11],
  ])
  expect(filled(page)).toMatchObject({
    payee_address: '300 W Franklin Street, Suite 900\nRaleigh, North Carolina 27601',
    invoice_date: '2026-10-31',
  })
})

test('reads the day first in documents from abroad, and offers names that a picture might spell otherwise', () => {
  const lines: Line[] = [
    [40, 40, 'Autohaus Teile GmbH', 16],
    [40, 60, 'Industriestrasse 14'],
    [40, 72, '70565 Stuttgart'],
    [40, 84, 'Germany'],
    [40, 110, 'Invoice date 05.10.2026'],
    [40, 300, 'Total'],
    [500, 300, '1.544,50 €'],
  ]
  expect(filled(pageOf(lines))).toMatchObject({ payee_name: 'Autohaus Teile GmbH', invoice_date: '2026-10-05' })
  const seen = Object.assign(pageOf(lines), { from: 'picture' as const })
  expect(filled(seen)).not.toHaveProperty('payee_name')
})

test('takes the legal name under a brand, and leaves its telephone and what labels a street out of the address', () => {
  const page = pageOf([
    [40, 40, 'KLQV 98.7', 16],
    [40, 60, 'Larkmoor Broadcasting of Spokane, LLC'],
    [40, 71, '(509) 555-0187'],
    [40, 82, 'Home office 601 W Boone Ave'],
    [40, 93, 'Spokane, WA 99201'],
    [40, 300, 'Net due'],
    [500, 300, '$459.00'],
    [40, 340, 'Remit to: Larkmoor Broadcasting of Spokane, LLC, PO Box 94417, Seattle, WA 98124'],
  ])
  expect(filled(page)).toMatchObject({
    payee_name: 'Larkmoor Broadcasting of Spokane, LLC',
    payee_address: '601 W Boone Ave\nSpokane, WA 99201',
    remit_to_name: 'Larkmoor Broadcasting of Spokane, LLC',
    remit_to_address: 'PO Box 94417\nSeattle, WA 98124',
  })
})

test('takes a coupon’s only post office box for the address to pay, and its name for the payee', () => {
  const page = pageOf([
    [40, 40, 'Account number: 7719-004-118'],
    [40, 300, 'Total due'],
    [500, 300, '$506.94'],
    [40, 400, 'Sandhills Volkswagen'],
    [40, 411, '9660 US Hwy 15'],
    [40, 422, 'Pinehurst, NC 28374'],
    [300, 460, 'LONGLEAF TELEPHONE COMPANY'],
    [300, 471, 'P.O. BOX 580071'],
    [300, 482, 'CHARLOTTE, NC 28258-0071'],
  ])
  expect(filled(page)).toMatchObject({
    payee_name: 'LONGLEAF TELEPHONE COMPANY',
    remit_to_address: 'P.O. BOX 580071\nCHARLOTTE, NC 28258-0071',
    account_number: '7719-004-118',
  })
})

test('takes the sender from the line over a letter’s window', () => {
  const page = pageOf([
    [380, 40, 'WERKSTATTKRAFT', 16],
    [40, 70, 'Werkstattkraft GmbH & Co. KG · Hafenstr. 27 · 28217 Bremen'],
    [40, 82, 'Chesapeake Porsche Inc.'],
    [40, 93, '1600 Ritchie Hwy'],
    [40, 104, 'Annapolis, MD 21401'],
    [40, 300, 'Gesamtbetrag / Total EUR'],
    [500, 300, '2.287,40 €'],
  ])
  expect(filled(page)).toMatchObject({
    payee_name: 'Werkstattkraft GmbH & Co. KG',
    payee_address: 'Hafenstr. 27\n28217 Bremen',
    amount: '2287.40',
  })
})

test('reads a payoff in prose', () => {
  const page = pageOf([
    [300, 40, 'First Harbor National Bank', 14],
    [300, 58, 'PO Box 2207'],
    [300, 70, 'Bangor, ME 04402'],
    [40, 100, 'October 13, 2026'],
    [40, 130, 'Re: Loan 40-2288174-09, Renee L. Thibodeau'],
    [40, 160, 'The sum needed to satisfy the loan in full, including interest and fees, is'],
    [40, 171, '$19,377.08 if received on or before October 23, 2026. Interest accrues at $3.42 per day thereafter.'],
  ])
  expect(filled(page)).toMatchObject({
    lender: 'First Harbor National Bank',
    amount: '19377.08',
    good_through: '2026-10-23',
    per_diem: '3.42',
    account_number: '40-2288174-09',
  })
})

test.each([
  [
    'the only number in the upper part',
    [
      [40, 60, 'No.'],
      [80, 60, 'A-40772'],
    ],
    'A-40772',
  ],
  [
    'no tax number',
    [
      [40, 60, 'No.'],
      [80, 60, '38-5550127'],
    ],
    undefined,
  ],
  [
    'no number at the bottom',
    [
      [40, 600, 'No.'],
      [80, 600, 'A-40772'],
    ],
    undefined,
  ],
  [
    'no time of day',
    [
      [40, 60, 'Invoice'],
      [80, 60, '2:17'],
    ],
    undefined,
  ],
  [
    'no invoice that a credit is for',
    [
      [40, 60, 'Applies to inv.'],
      [140, 60, '0090418'],
    ],
    undefined,
  ],
] as [string, Line[], string | undefined][])('takes %s for the invoice number', (_, lines, number) => {
  expect(filled(pageOf(lines)).invoice_number).toBe(number)
})

test('takes no due date from terms that count from the end of the month', () => {
  const page = (terms: string) =>
    pageOf([
      [40, 60, 'Invoice date'],
      [140, 60, '10/09/2026'],
      [40, 80, terms],
    ])
  expect(filled(page('Terms: Net 10')).due_date).toBe('2026-10-19')
  expect(filled(page('Terms: Net 10 EOM'))).not.toHaveProperty('due_date')
})

test('gives each of several labeled values on a line its own label', () => {
  const page = pageOf([
    [40, 100, 'Invoice #: CF-11208 Invoice date: 07/15/2026 Due: 08/14/2026'],
    [300, 140, 'Invoice No.'],
    [300, 152, 'HT-77410'],
    [300, 164, 'Your PO'],
    [300, 176, 'SVC-2291'],
  ])
  expect(filled(page)).toMatchObject({ invoice_date: '2026-07-15', due_date: '2026-08-14', po_number: 'SVC-2291' })
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
