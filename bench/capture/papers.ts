import type { PDFDocument } from '@cantoo/pdf-lib'
import { type Other, own, sheetOf } from './sheet.ts'

export async function statementOfAccount(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf)
  sheet
    .text(45, 50, 'Tidewater Lubricants', { size: 15, bold: true })
    .lines(45, 64, ['12 Pump House Rd', 'Mobile, AL 36602'])
  sheet
    .text(566, 50, 'STATEMENT', { size: 18, align: 'right' })
    .text(400, 80, 'Closing date 09/30/2026')
    .text(400, 93, 'Account 55-1180')
  sheet
    .lines(45, 120, own)
    .text(45, 190, 'Date', { bold: true })
    .text(120, 190, 'Invoice', { bold: true })
    .text(420, 190, 'Amount', { bold: true, align: 'right' })
    .text(560, 190, 'Balance', { bold: true, align: 'right' })
  const rows = [
    ['09/04/2026', '7711', '410.00', '410.00'],
    ['09/15/2026', '7790', '122.15', '532.15'],
    ['09/27/2026', '7821', '80.20', '612.35'],
  ]
  for (const [at, [date = '', number = '', amount = '', balance = '']] of rows.entries())
    sheet
      .text(45, 206 + at * 14, date)
      .text(120, 206 + at * 14, number)
      .text(420, 206 + at * 14, amount, { align: 'right' })
      .text(560, 206 + at * 14, balance, { align: 'right' })
  sheet.text(400, 270, 'Total balance due').text(560, 270, '$612.35', { align: 'right', bold: true })
  return {
    kind: 'statement',
    fields: {
      payee_name: 'Tidewater Lubricants',
      payee_address: ['12 Pump House Rd', 'Mobile, AL 36602'],
      amount: '612.35',
      currency: 'USD',
      account_number: '55-1180',
    },
    accept: { invoice_date: [null, '2026-09-30'] },
  }
}

export async function creditNote(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf)
  sheet
    .text(45, 50, 'Red Rock Parts Exchange', { size: 15, bold: true })
    .lines(45, 64, ['800 Canyon Rd', 'Sedona, AZ 86336'])
  sheet
    .text(566, 50, 'CREDIT NOTE', { size: 16, align: 'right' })
    .text(400, 80, 'Credit Memo No.')
    .text(500, 80, 'C-4471')
    .text(400, 94, 'Date')
    .text(500, 94, '08/19/2026')
    .lines(45, 120, ['Sold to', ...own])
  sheet
    .text(45, 220, 'Return of alternator, invoice 99120')
    .text(560, 220, '(189.00)', { align: 'right' })
    .text(400, 250, 'Total credit')
    .text(560, 250, '($189.00)', { align: 'right', bold: true })
  return {
    kind: 'credit',
    fields: {
      payee_name: 'Red Rock Parts Exchange',
      payee_address: ['800 Canyon Rd', 'Sedona, AZ 86336'],
      amount: '-189.00',
      currency: 'USD',
      invoice_number: 'C-4471',
      invoice_date: '2026-08-19',
    },
    accept: {},
  }
}

export async function estimate(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf)
  sheet.text(45, 50, 'Bayside Door Systems', { size: 15, bold: true }).lines(45, 64, ['4 Hangar Ln', 'Tampa, FL 33602'])
  sheet
    .text(566, 50, 'ESTIMATE', { size: 16, align: 'right' })
    .text(400, 80, 'Estimate #')
    .text(500, 80, 'E-2090')
    .text(400, 94, 'Date')
    .text(500, 94, '10/01/2026')
    .lines(45, 120, ['Prepared for', ...own])
  sheet
    .text(45, 220, 'Overhead door, 12 x 14')
    .text(560, 220, '4,120.00', { align: 'right' })
    .text(400, 250, 'Total')
    .text(560, 250, '$4,120.00', { align: 'right' })
  return {
    kind: 'quote',
    fields: {
      payee_name: 'Bayside Door Systems',
      payee_address: ['4 Hangar Ln', 'Tampa, FL 33602'],
      amount: '4120.00',
      currency: 'USD',
    },
    accept: {
      amount: [null, '4120.00'],
      currency: [null, 'USD'],
      invoice_number: [null],
      invoice_date: [null, '2026-10-01'],
    },
  }
}

export async function refundForm(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf)
  sheet
    .text(306, 50, 'Lakeshore Honda', { size: 13, bold: true, align: 'center' })
    .text(306, 66, 'REQUEST FOR REFUND', { size: 11, align: 'center' })
  const rows = [
    ['Payable to:', 'Gwen Ashdown'],
    ['Mailing address:', '88 Birch Ct, Muskegon, MI 49441'],
    ['RO #:', '301177'],
    ['Customer paid:', '$410.00'],
    ['Refund amount:', '$96.40'],
    ['Reason:', 'duplicate payment'],
    ['Approved by:', 'T. Rowe'],
  ]
  for (const [at, [label = '', value = '']] of rows.entries())
    sheet.text(60, 110 + at * 22, label).text(180, 110 + at * 22, value, { size: 10 })
  return {
    kind: 'refund',
    fields: {
      payee_name: 'Gwen Ashdown',
      payee_address: ['88 Birch Ct', 'Muskegon, MI 49441'],
      amount: '96.40',
      currency: 'USD',
      repair_order: '301177',
    },
    accept: {},
  }
}

export async function taxForm(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf)
  sheet
    .text(45, 50, 'Form W-9', { size: 16, bold: true })
    .text(306, 50, 'Request for Taxpayer Identification Number and Certification', { align: 'center' })
  sheet
    .text(45, 80, '1 Name of entity/individual', { size: 7 })
    .text(45, 92, 'Corbel Masonry LLC', { size: 10 })
    .text(45, 110, '5 Address (number, street, and apt. or suite no.)', { size: 7 })
    .text(45, 122, '19 Arch Street', { size: 10 })
  sheet
    .text(45, 140, '6 City, state, and ZIP code', { size: 7 })
    .text(45, 152, 'Dover, DE 19901', { size: 10 })
    .text(45, 180, 'Employer identification number', { size: 7 })
    .text(45, 192, '51-5550101', { size: 10 })
  return {
    kind: 'w9',
    fields: { payee_name: 'Corbel Masonry LLC', payee_address: ['19 Arch Street', 'Dover, DE 19901'] },
    accept: {},
  }
}

export async function plainLetter(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf, 'serif')
  sheet.lines(
    60,
    80,
    [
      'Dear customer,',
      'our offices are closed from December 24 to January 1.',
      'We thank you for your business and wish you happy holidays.',
      'The team of Blue Heron Signs',
    ],
    { size: 11, leading: 18 },
  )
  return { kind: 'not_a_document', fields: {}, accept: { payee_name: [null] } }
}
