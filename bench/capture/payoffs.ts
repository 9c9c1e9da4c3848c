import type { PDFDocument } from '@cantoo/pdf-lib'
import { type Other, own, sheetOf } from './sheet.ts'

export async function payoffTable(pdf: PDFDocument): Promise<Other> {
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

export async function payoffProse(pdf: PDFDocument): Promise<Other> {
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

export async function payoffForm(pdf: PDFDocument): Promise<Other> {
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

export async function registrationFees(pdf: PDFDocument): Promise<Other> {
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
