import type { PDFDocument } from '@cantoo/pdf-lib'
import { type Other, own, sheetOf } from './sheet.ts'

export async function euros(pdf: PDFDocument): Promise<Other> {
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

export async function pounds(pdf: PDFDocument): Promise<Other> {
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

export async function utility(pdf: PDFDocument): Promise<Other> {
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

export async function factored(pdf: PDFDocument): Promise<Other> {
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
