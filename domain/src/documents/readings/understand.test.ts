import { expect, test } from 'vitest'
import { filled, type Line, pageOf, unknown } from '../../testing/read-pages.ts'
import { filledValues, isSameReading, placeToReadAgain, vinOfBoth } from './filling.ts'
import { understand } from './understand.ts'
import { amountIn, dateIn, isVin } from './values.ts'

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
  ['amount', '15374.50', '$15.374.50', true],
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

test('gives each of several amounts on a line its own label', () => {
  const page = pageOf([[40, 300, 'Subtotal $4,985.00 Total $4,985.00 Amount due $4,985.00']])
  expect(filled(page)).toMatchObject({ amount: '4985.00' })
})

test('reads the words of a typewriter, whose spaces are wide, as one text', () => {
  const lines: Line[] = [
    [40, 40, 'SABLE POINT MARKETING'],
    [40, 52, '512 LANTERN COURT'],
    [40, 64, 'GRAND HAVEN, MI 49417'],
    [40, 100, 'DOCUMENT DATED CUSTOMER DESCRIPTION PRICE AMOUNT BATTERY DELIVERY'],
  ]
  // Capital letters are low.
  const words = pageOf(lines).words.map((word) => Object.assign({ ...word }, { bottom: word.top + 3.4 }))
  const page = Object.assign({ ...pageOf([]) }, { from: 'picture', words } as const)
  expect(filled(page)).toMatchObject({ payee_address: '512 LANTERN COURT\nGRAND HAVEN, MI 49417' })
})

test('joins street and city around a bullet that the reader took for another sign', () => {
  const letterhead: Line[] = [
    [200, 40, 'Pacific Rim Tire Wholesale', 14],
    [200, 60, '2901 Harbor Way, Suite 12 « Tacoma, WA 98421'],
  ]
  const page = Object.assign({ ...pageOf(letterhead) }, { from: 'picture' } as const)
  expect(filled(page)).toMatchObject({ payee_address: '2901 Harbor Way, Suite 12\nTacoma, WA 98421' })
})

test.each([
  ['that lost the number of its floor', '500 Spring Street NW, Floor', 'Atlanta, GA 30308'],
  ['that is a customer’s number', '12 Billing Lines', 'Client ID 51689'],
])('fills no address %s', (_, street, city) => {
  const page = pageOf([
    [40, 40, 'Tessellate DMS Inc.', 14],
    [40, 60, street],
    [40, 72, city],
  ])
  expect(filled(page)).not.toHaveProperty('payee_address')
})

test('fills no remit-to name in a picture that is only the beginning of the payee’s name', () => {
  const lines: Line[] = [
    [40, 40, 'Halvorsen Glass Works Inc.', 16],
    [40, 60, '1208 Kalamazoo Ave SE'],
    [40, 72, 'Grand Rapids, MI 49507'],
    [40, 600, 'Remit to:'],
    [40, 612, 'Halvorsen'],
    [40, 624, 'PO Box 660311'],
    [40, 636, 'Dallas, TX 75266'],
  ]
  expect(filled(pageOf(lines))).toMatchObject({ remit_to_name: 'Halvorsen' })
  const page = Object.assign({ ...pageOf(lines) }, { from: 'picture' } as const)
  expect(filled(page)).not.toHaveProperty('remit_to_name')
})

test('accepts one different character in a long name that the first reader saw clearly', () => {
  const place = { page: 1, box: { left: 0, top: 0, right: 1, bottom: 1 }, score: 90 }
  const name = { ...place, value: 'Prairie Oil Recyclers', text: 'Prairie Oil Recyclers' }
  const same = (certainty: number, read: string) => isSameReading('payee_name', { ...name, certainty }, read)
  expect(same(96, 'Prairie Ooil Recyclers')).toBe(true)
  expect(same(90, 'Prairie Ooil Recyclers')).toBe(false)
  expect(same(96, 'Prairie Soil Recycler')).toBe(false)
})

test('looks for a character that the first reader lost before a number, but not in the word before it', () => {
  const box = { left: 100, top: 10, right: 140, bottom: 20 }
  const word = (right: number) => ({ left: 60, top: 10, right, bottom: 20, text: 'Number', certainty: 96 })
  expect(placeToReadAgain('invoice_number', box, [word(80)])).toMatchObject({ left: 93, right: 147 })
  expect(placeToReadAgain('invoice_number', box, [word(95)])).toMatchObject({ left: 98, right: 147 })
  expect(placeToReadAgain('payee_name', box, [word(95)])).toMatchObject({ left: 75, right: 165 })
  expect(placeToReadAgain('amount', box, [word(80)])).toEqual(box)
})
