import type { PDFDocument } from '@cantoo/pdf-lib'
import { Sheet } from './sheet.ts'

interface Other {
  readonly kind: string
  readonly fields: Readonly<Record<string, string | readonly string[] | null>>
  readonly accept: Readonly<Record<string, readonly (string | readonly string[] | null)[]>>
}

const own = ['Lakeshore Honda', '2200 Harbor Blvd', 'Muskegon, MI 49441']

async function sheetOf(pdf: PDFDocument, family: 'sans' | 'serif' | 'mono' = 'sans'): Promise<Sheet> {
  return new Sheet(pdf.addPage([612, 792]), await Sheet.fonts(pdf, family))
}

/** Documents that are no plain invoices. */
export const others: readonly ((pdf: PDFDocument) => Promise<Other>)[] = [
  payoffTable,
  payoffProse,
  payoffForm,
  statementOfAccount,
  creditNote,
  estimate,
  registrationFees,
  refundForm,
  taxForm,
  euros,
  pounds,
  utility,
  factored,
  plainLetter,
]

async function payoffTable(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf)
  sheet
    .text(45, 50, 'Great Plains Credit Union', { size: 16, bold: true })
    .text(45, 64, '500 Main Street, Lincoln, NE 68508')
  sheet
    .text(45, 100, 'PAYOFF STATEMENT', { size: 13, bold: true })
    .text(45, 120, 'Date prepared: 10/12/2026')
    .lines(45, 140, own)
  const rows = [
    ['Loan number', '88120044-01'],
    ['Borrower', 'Maria Quist'],
    ['VIN', '2T3W1RFVXSC214587'],
    ['Principal balance', '$21,300.10'],
    ['Accrued interest', '$88.42'],
    ['Total payoff amount', '$21,388.52'],
    ['Per diem', '$3.21'],
    ['Good through', '10/26/2026'],
  ]
  for (const [at, [label = '', value = '']] of rows.entries())
    sheet.text(45, 200 + at * 16, label).text(300, 200 + at * 16, value, { align: 'right' })
  sheet.lines(45, 360, [
    'Mail payoff to:',
    'Great Plains Credit Union',
    'Attn: Loan Payoffs',
    'PO Box 80077',
    'Lincoln, NE 68501',
  ])
  const address = ['Attn: Loan Payoffs', 'PO Box 80077', 'Lincoln, NE 68501']
  return {
    kind: 'payoff',
    fields: {
      payee_name: 'Great Plains Credit Union',
      lender: 'Great Plains Credit Union',
      payee_address: address,
      amount: '21388.52',
      currency: 'USD',
      vin: '2T3W1RFVXSC214587',
      good_through: '2026-10-26',
      per_diem: '3.21',
      account_number: '88120044-01',
    },
    accept: {
      invoice_date: [null, '2026-10-12'],
      payee_address: [address.slice(1)],
      remit_to_name: [null, 'Great Plains Credit Union'],
      remit_to_address: [null, address, address.slice(1)],
      due_date: [null, '2026-10-26'],
    },
  }
}

async function payoffProse(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf, 'serif')
  sheet
    .text(306, 50, 'CASCADE MOTOR FINANCE', { size: 15, bold: true, align: 'center' })
    .text(306, 64, 'Customer Service 800-555-0177', { align: 'center' })
  sheet.text(45, 100, 'September 28, 2026', { size: 10.5 }).lines(45, 120, own, { size: 10.5 })
  sheet.text(45, 180, 'RE: Payoff request, account 7720-4418 / 2023 Honda Civic, VIN 2HGFE2F59PH501177', { size: 10.5 })
  sheet.lines(
    45,
    210,
    [
      'As you requested, the payoff on the account above is $9,204.77. This quote is good through 10/09/2026.',
      'Interest accrues at $1.94 per day after that date. Please send certified funds payable to',
      'Cascade Motor Finance, PO Box 94014, Seattle, WA 98124. Overnight packages: 1201 Third Ave,',
      'Seattle, WA 98101. A lien release follows within ten days.',
    ],
    { size: 10.5, leading: 15 },
  )
  sheet.text(45, 300, 'Payoff Services', { size: 10.5 })
  return {
    kind: 'payoff',
    fields: {
      payee_name: 'Cascade Motor Finance',
      lender: 'Cascade Motor Finance',
      payee_address: ['PO Box 94014', 'Seattle, WA 98124'],
      amount: '9204.77',
      currency: 'USD',
      vin: '2HGFE2F59PH501177',
      good_through: '2026-10-09',
      per_diem: '1.94',
      account_number: '7720-4418',
    },
    accept: {
      invoice_date: [null, '2026-09-28'],
      remit_to_name: [null, 'Cascade Motor Finance'],
      remit_to_address: [null, ['PO Box 94014', 'Seattle, WA 98124']],
      due_date: [null, '2026-10-09'],
    },
  }
}

async function payoffForm(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf)
  sheet.bar(0, 0, 612, 50, 0.25).text(45, 33, 'Union Harbor Bank', { size: 18, bold: true, color: 1 })
  sheet.text(45, 75, 'Payoff Quote', { size: 14, bold: true })
  const cells = [
    ['ACCOUNT NO.', '4410023'],
    ['QUOTE DATE', '11/02/2026'],
    ['VALID THROUGH', '11/16/2026'],
    ['DAILY INTEREST', '$5.07'],
    ['NET PAYOFF', '$31,009.12'],
  ]
  for (const [at, [label = '', value = '']] of cells.entries())
    sheet.text(45 + at * 106, 105, label, { size: 7 }).text(45 + at * 106, 118, value, { size: 10 })
  sheet.text(45, 150, 'Vehicle: 2022 Honda Odyssey   VIN: 5FNRL6H73NB033912').text(45, 165, 'Dealer: Lakeshore Honda')
  sheet.lines(45, 200, [
    'Make check payable and mail to:',
    'Union Harbor Bank',
    'Payoff Department 44',
    '9 Quay Street',
    'Norfolk, VA 23510',
  ])
  sheet.text(
    45,
    280,
    'Wire: ABA 051000017, account 99120044. Payoffs received after the valid-through date are short by the daily interest.',
    { size: 8 },
  )
  const address = ['Payoff Department 44', '9 Quay Street', 'Norfolk, VA 23510']
  return {
    kind: 'payoff',
    fields: {
      payee_name: 'Union Harbor Bank',
      lender: 'Union Harbor Bank',
      payee_address: address,
      amount: '31009.12',
      currency: 'USD',
      vin: '5FNRL6H73NB033912',
      good_through: '2026-11-16',
      per_diem: '5.07',
      account_number: '4410023',
    },
    accept: {
      invoice_date: [null, '2026-11-02'],
      payee_address: [address.slice(1)],
      remit_to_name: [null, 'Union Harbor Bank'],
      remit_to_address: [null, address, address.slice(1)],
      due_date: [null, '2026-11-16'],
    },
  }
}

async function statementOfAccount(pdf: PDFDocument): Promise<Other> {
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

async function creditNote(pdf: PDFDocument): Promise<Other> {
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

async function estimate(pdf: PDFDocument): Promise<Other> {
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

async function registrationFees(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf)
  sheet
    .text(306, 45, 'STATE OF MERIDIAN', { size: 9, align: 'center' })
    .text(306, 62, 'Bureau of Motor Vehicles', { size: 14, bold: true, align: 'center' })
    .text(306, 78, 'Title and Registration Fees', { align: 'center' })
  sheet
    .text(45, 110, 'Dealer: Lakeshore Honda')
    .text(45, 124, 'VIN: 1HGCY1F33TA018442')
    .text(45, 138, 'Stock No: H27710')
    .text(45, 152, 'Date: 09/09/2026')
  const rows = [
    ['Title', '25.00'],
    ['Registration 24 months', '180.00'],
    ['Sales tax on $28,000.00', '1,680.00'],
    ['Total due', '$1,885.00'],
  ]
  for (const [at, [label = '', value = '']] of rows.entries())
    sheet.text(45, 190 + at * 15, label).text(400, 190 + at * 15, value, { align: 'right' })
  sheet.lines(45, 280, [
    'Make checks payable to Bureau of Motor Vehicles and mail to:',
    'PO Box 100',
    'Capitol City, IN 46201',
  ])
  return {
    kind: 'title_fees',
    fields: {
      payee_name: 'Bureau of Motor Vehicles',
      payee_address: ['PO Box 100', 'Capitol City, IN 46201'],
      amount: '1885.00',
      currency: 'USD',
      vin: '1HGCY1F33TA018442',
      stock_number: 'H27710',
    },
    accept: {
      invoice_date: [null, '2026-09-09'],
      remit_to_name: [null, 'Bureau of Motor Vehicles'],
      remit_to_address: [null, ['PO Box 100', 'Capitol City, IN 46201']],
    },
  }
}

async function refundForm(pdf: PDFDocument): Promise<Other> {
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

async function taxForm(pdf: PDFDocument): Promise<Other> {
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

async function euros(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf)
  sheet
    .text(45, 50, 'Atelier Roche SARL', { size: 15, bold: true })
    .lines(45, 64, ['12 rue des Forges', '69003 Lyon', 'France'])
  sheet
    .text(566, 50, 'FACTURE / INVOICE', { size: 13, align: 'right' })
    .text(380, 80, 'Invoice No.')
    .text(490, 80, 'F-2026-088')
    .text(380, 94, 'Date')
    .text(490, 94, '14.09.2026')
    .lines(45, 130, ['Bill to', ...own])
  sheet
    .text(45, 230, 'Upholstery kit')
    .text(560, 230, '2.310,00', { align: 'right' })
    .text(400, 260, 'Total')
    .text(560, 260, '2.310,00 EUR', { align: 'right', bold: true })
  return {
    kind: 'invoice',
    fields: {
      payee_name: 'Atelier Roche SARL',
      payee_address: ['12 rue des Forges', '69003 Lyon', 'France'],
      amount: '2310.00',
      currency: 'EUR',
      invoice_number: 'F-2026-088',
      invoice_date: '2026-09-14',
    },
    accept: {},
  }
}

async function pounds(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf)
  sheet
    .text(45, 50, 'Halton Gauges Ltd', { size: 15, bold: true })
    .text(45, 64, '3 Wharfside, Leeds')
    .text(566, 50, 'INVOICE', { size: 14, align: 'right' })
    .text(380, 80, 'Invoice number')
    .text(490, 80, 'HG20114')
    .text(380, 94, 'Invoice date')
    .text(490, 94, '21 September 2026')
    .lines(45, 130, ['Bill to', ...own])
  sheet
    .text(45, 230, 'Calibration')
    .text(560, 230, '£310.00', { align: 'right' })
    .text(400, 260, 'Total due (GBP)')
    .text(560, 260, '£310.00', { align: 'right', bold: true })
  return {
    kind: 'invoice',
    fields: {
      payee_name: 'Halton Gauges Ltd',
      amount: '310.00',
      currency: 'GBP',
      invoice_number: 'HG20114',
      invoice_date: '2026-09-21',
    },
    accept: { payee_address: [null] },
  }
}

async function utility(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf)
  sheet
    .text(45, 50, 'Mesa County Gas', { size: 17, bold: true })
    .text(45, 64, 'www.mesagas.example   1-800-555-0142')
    .lines(45, 110, own)
  const rows = [
    ['Account number', '3301-77-2'],
    ['Bill date', '10/03/2026'],
    ['Due date', '10/24/2026'],
    ['Previous balance', '$640.10'],
    ['Payments received', '-$640.10'],
    ['Current charges', '$588.23'],
    ['Total amount due', '$588.23'],
    ['Amount due after 10/24/2026', '$597.05'],
  ]
  for (const [at, [label = '', value = '']] of rows.entries())
    sheet.text(350, 100 + at * 14, label).text(566, 100 + at * 14, value, { align: 'right' })
  sheet.lines(350, 660, ['Make check payable to:', 'Mesa County Gas', 'PO Box 5510', 'Grand Junction, CO 81502'])
  const remit = ['PO Box 5510', 'Grand Junction, CO 81502']
  return {
    kind: 'bill',
    fields: {
      payee_name: 'Mesa County Gas',
      remit_to_name: 'Mesa County Gas',
      remit_to_address: remit,
      amount: '588.23',
      currency: 'USD',
      invoice_date: '2026-10-03',
      due_date: '2026-10-24',
      account_number: '3301-77-2',
    },
    accept: { payee_address: [null, remit] },
  }
}

async function factored(pdf: PDFDocument): Promise<Other> {
  const sheet = await sheetOf(pdf)
  sheet.text(45, 50, 'Lone Star Shuttle LLC', { size: 15, bold: true }).lines(45, 64, ['77 Depot Rd', 'Waco, TX 76701'])
  sheet
    .text(566, 50, 'INVOICE', { size: 16, align: 'right' })
    .text(380, 80, 'Invoice #')
    .text(490, 80, 'LS-2201')
    .text(380, 94, 'Invoice Date')
    .text(490, 94, '10/05/2026')
    .lines(45, 120, ['Bill to', ...own])
  sheet
    .text(45, 220, 'Driver transfers')
    .text(560, 220, '1,440.00', { align: 'right' })
    .text(400, 250, 'Total Due')
    .text(560, 250, '$1,440.00', { align: 'right', bold: true })
  sheet.lines(45, 300, [
    'NOTICE OF ASSIGNMENT. This account has been assigned to and is payable only to',
    'Keystone Receivables Corp.',
    'PO Box 7100',
    'Dallas, TX 75209',
  ])
  return {
    kind: 'invoice',
    fields: {
      payee_name: 'Keystone Receivables Corp.',
      payee_address: ['77 Depot Rd', 'Waco, TX 76701'],
      remit_to_name: 'Keystone Receivables Corp.',
      remit_to_address: ['PO Box 7100', 'Dallas, TX 75209'],
      amount: '1440.00',
      currency: 'USD',
      invoice_number: 'LS-2201',
      invoice_date: '2026-10-05',
    },
    accept: {
      payee_address: [['PO Box 7100', 'Dallas, TX 75209']],
      remit_to_name: [null, 'Keystone Receivables Corp.'],
      remit_to_address: [null, ['PO Box 7100', 'Dallas, TX 75209']],
    },
  }
}

async function plainLetter(pdf: PDFDocument): Promise<Other> {
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
