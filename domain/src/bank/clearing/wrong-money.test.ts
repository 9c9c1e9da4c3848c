import { describe, expect, test } from 'vitest'
import { back, bai2Of, own, registered, said } from '../../testing/bank-files.ts'
import { datesIn } from '../../values/calendar-date.ts'
import { payeeIn } from './payment-words.ts'
import { clearingProfile } from './profile.ts'
import { lookAtLines, readBytes, stillLeftOut } from './read-file.ts'
import { readClearingDate, readOfxDate } from './values.ts'

const refused = (words: string) => expect.stringContaining(words)
const columns = 'Date,Check Number,Amount'

describe('files of several accounts', () => {
  test.each([
    'Account Nbr',
    'Acct. No.',
    'Account Number:',
    'Account Number (last 4)',
    'Account Last 4',
    'Account Ending In',
    'Masked Account Number',
    'From Account',
    'Customer Account',
    'Company Account Number',
    'DDA',
    'DDA Number',
    'Account Name',
    'Account Nickname',
    'Account Title',
    // No bank's name for it, but the numbers say what it is.
    'Relationship',
  ])('leaves out lines of other accounts by the column %s', (name) => {
    const rows = [`${own},11/26/2026,1001,1000.00`, '55500014471,11/26/2026,1002,300.00']
    expect(said([`${name},${columns}`, ...rows])).toEqual(['1001', 'of others: 1'])
    const masked = ['Operating x4655,11/26/2026,1001,1000.00', 'Parts x4471,11/26/2026,1002,300.00']
    if (name !== 'Relationship') expect(said([`${name},${columns}`, ...masked])).toEqual(['1001', 'of others: 1'])
  })

  test.each(['LAKESIDE FORD 2024 LLC', 'Store #1204 Operating'])('takes the one name %s for this account', (name) => {
    const rows = [`${name},11/26/2026,1001,1000.00`, `${name},11/26/2026,1002,300.00`]
    expect(said([`Account Name,${columns}`, ...rows])).toEqual(['1001', '1002'])
  })

  test('refuses another name if the bank’s name for this account is known', () => {
    const rows = ['Store #1204 Parts,11/26/2026,1001,1000.00']
    expect(said([`Account Name,${columns}`, ...rows], { bankNames: ['Store #1204 Operating'] })).toContainEqual(
      refused('This file has no account ending in 4655.'),
    )
  })

  test('refuses a file that has only another account of the group by name', () => {
    const others = [{ id: 2, accountNumber: '11114471' }]
    expect(said([`Account Name,${columns}`, 'Parts 4471,11/26/2026,1001,1000.00'], { others })).toContainEqual(
      refused('This file has no account ending in 4655.'),
    )
  })

  test('applies to saved columns without an account too', () => {
    const csv = {
      has_names: true,
      number: 'Check Number',
      amount: 'Amount',
      date: 'Date',
      date_form: 'MM/DD/YYYY',
      account: null,
    } as const
    const profile = clearingProfile.parse({ csv })
    const rows = [`${own},11/26/2026,1001,1000.00`, '55500014471,11/26/2026,1002,300.00']
    expect(said([`Account Nbr,${columns}`, ...rows], { profile })).toEqual(['1001', 'of others: 1'])
  })

  test('tells numbers apart that a spreadsheet rounded', () => {
    const rows = ['8.392E+10,11/26/2026,1001,1000.00', '8.391E+10,11/26/2026,1002,300.00']
    expect(said([`Account Number,${columns}`, ...rows])).toEqual(['1001', 'of others: 1'])
  })

  test.each([
    ['8.392E+10', '83919999999'],
    ['x4655', '11114655'],
  ])('refuses %s, which can mean two accounts of the group', (name, accountNumber) => {
    const rows = [`${name},11/26/2026,1001,1000.00`, `${name},11/26/2026,1002,300.00`]
    const others = [{ id: 2, accountNumber }]
    expect(said([`Account Number,${columns}`, ...rows], { others })).toContainEqual(
      refused('The file shows only a part of the account number that another of your accounts has too.'),
    )
    expect(said([`Account Number,${columns}`, ...rows], { others, bankNames: [name] })).toEqual(['1001', '1002'])
  })
})

describe('payments that the bank took back', () => {
  const state = { state: 'cleared', clearedOn: '2026-11-26' } as const
  test.each([
    ['by their status', [`${columns},Status`, '11/27/2026,1001,1000.00,Returned', '11/27/2026,1002,300.00,Paid']],
    [
      'by their description',
      [`${columns},Description`, '11/27/2026,1001,1000.00,RETURNED CHECK', '11/27/2026,1002,300.00,CHECK'],
    ],
  ])('are found %s in a list without signs', (_, lines) => {
    expect(said(lines, { changes: { 1001: state } })).toEqual(['1002', `1001 ${back}`])
  })

  test('are found if they are the only line', () => {
    const lines = [`${columns},Description`, '11/27/2026,1001,1000.00,CHECK RETURNED']
    expect(said(lines, { changes: { 1001: state } })).toEqual([`1001 ${back}`])
  })

  test('aren’t those of a customer’s check with another amount', () => {
    const lines = [`${columns},Description`, '11/27/2026,1001,55.00,RETURNED CHECK', '11/27/2026,1002,300.00,CHECK']
    expect(said(lines)).toEqual(['1002', 'left out: 1'])
  })

  test.each(['Text', 'Remarks', 'Vendor'])('are found by the sign beside the column %s of saved columns', (name) => {
    const csv = { has_names: true, number: 'Check Number', amount: 'Amount', date: 'Date', paid_sign: 'plus' } as const
    const lines = [`${columns},${name}`, '11/27/2026,1001,-1000.00,RETURNED CHECK', '11/27/2026,1002,300.00,CHECK']
    const profile = clearingProfile.parse({ csv: { ...csv, date_form: 'MM/DD/YYYY' } })
    expect(said(lines, { profile, changes: { 1001: state } })).toEqual(['1002', `1001 ${back}`])
  })

  test('are compared with what the bank paid', () => {
    const lines = [`${columns},Type`, '11/27/2026,1001,910.00,Credit', '11/27/2026,1002,300.00,Debit']
    const changes = { 1001: { ...state, paidCents: 91_000 } }
    expect(said(lines, { changes })).toEqual(['1002', `1001 ${back}`])
    expect(said(lines, { changes: { 1001: state } })).toEqual(['1002', 'not ours: 1'])
  })

  test('doesn’t guess signs from as many positive as negative amounts', () => {
    expect(said([columns, '11/26/2026,1001,1000.00', '11/26/2026,1002,-300.00'])).toContainEqual(
      refused('Some amounts in this file are negative and some are positive.'),
    )
  })

  test('doesn’t guess signs from a line whose amount is in the column of check numbers', () => {
    const lines = ['11/26/2026,1005,CHECK,-1000.00', '11/26/2026,1001,CHECK,1000.00', '11/26/2026,-77.25,CHECK,1003']
    expect(said(['Date,Check Number,Description,Amount', ...lines])).toContainEqual(
      refused('Some amounts in this file are negative and some are positive.'),
    )
  })
})

describe('words that aren’t about the payment', () => {
  const csv = { has_names: true, number: 'Check', amount: 'Amount', date: 'Date', date_form: 'MM/DD/YYYY' } as const
  test.each([
    'WIRE WORKS INC',
    'LOAN STAR TITLE',
    'CASH REGISTER CO',
    'DEPOSIT INS CO',
    'TRANSFER TECH',
    'VISA AUTO GLASS',
    'PAYROLL SERVICES LLC',
    'PURCHASE POWER',
    'ITEM RETURN LOGISTICS',
  ])('clears a check to %s by number and amount', (vendor) => {
    const lines = [
      'Date,Check,Amount,Vendor',
      `11/26/2026,1001,1000.00,${vendor}`,
      '11/26/2026,1002,300.00,HARBOR GLASS',
    ]
    expect(said(lines, { profile: clearingProfile.parse({ csv }) })).toEqual(['1001', '1002'])
    expect(said(lines)).toEqual(['1001', '1002'])
  })

  test('accuses nobody if only the number is that of a check', () => {
    const lines = ['Date,Check,Amount,Description', '11/26/2026,1001,25.00,WIRE', '11/26/2026,1002,300.00,CHECK']
    expect(said(lines)).toEqual(['1002', 'left out: 1'])
  })
})

describe('days in another zone', () => {
  const dayOf = datesIn('America/New_York')
  test.each([
    ['2026-11-27 03:30 UTC', '2026-11-26'],
    ['11/27/2026 03:30 GMT', '2026-11-26'],
    ['11/26/2026 11:30 PM PST', '2026-11-27'],
    ['2026-11-27T03:30:00 +0000', '2026-11-26'],
    ['20261127T033000Z', '2026-11-26'],
    ['2026-11-27T03:30:00.000Z', '2026-11-26'],
    // A day without a time, written as midnight.
    ['2026-12-01T00:00:00Z', '2026-12-01'],
    ['11/26/2026 12:00 AM UTC', '2026-11-26'],
    ['11/26/2026 8:15 AM', '2026-11-26'],
  ])('reads %s as %s', (text, day) => {
    expect(readClearingDate(text, 'YYYYMMDD', dayOf)).toBe(day)
  })

  test.each([
    ['20261201000000.000[0:GMT]', '2026-12-01'],
    ['20261201', '2026-12-01'],
    ['20261127033000[0:GMT]', '2026-11-26'],
  ])('reads the OFX time %s as %s', (text, day) => {
    expect(readOfxDate(text, dayOf)).toBe(day)
  })
})

describe('OFX files', () => {
  const statement = (account: string, ...payments: readonly string[]) =>
    `<STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${payments.join('')}</BANKTRANLIST></STMTRS></STMTTRNRS>`
  const file = (...statements: readonly string[]) =>
    `OFXHEADER:100\n<OFX><BANKMSGSRSV1>${statements.join('')}</BANKMSGSRSV1></OFX>`
  const paid = (more: string, type = 'CHECK', amount = '-1000.00') =>
    `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261126<TRNAMT>${amount}${more}</STMTTRN>`

  test('aren’t refused for a payment without end in another account’s statement', () => {
    const cut = '<STMTTRN><TRNTYPE>CHECK<DTPOSTED>20261126<TRNAMT>-5.00<FITID>9'
    expect(said(file(statement('99887766', cut), statement(own, paid('<FITID>1<CHECKNUM>1001'))))).toEqual([
      '1001',
      'of others: 1',
    ])
  })

  test.each([
    ['a trace number', '<FITID>1<CHECKNUM>021000021234567<NAME>CHECK 1001'],
    ['a longer number', '<FITID>1<CHECKNUM>99881234567<REFNUM>1001'],
  ])('read the check number beside %s', (_, more) => {
    expect(said(file(statement(own, paid(more))))).toEqual(['1001'])
  })

  test('keep the other payments left out if all are on one line', () => {
    const wire = paid('<FITID>1<CHECKNUM>1001<NAME>WIRE WORKS INC', 'OTHER')
    const others = [paid('<FITID>2<CHECKNUM>1002<NAME>WIRE OUT', 'OTHER'), paid('<FITID>3<NAME>ACH', 'OTHER')]
    const options = { accountNumber: own, timeZone: 'America/New_York' }
    const text = file(statement(own, ...others, wire)).replaceAll('\n', ' ')
    const { content, leftOut } = readBytes(new TextEncoder().encode(text), options)
    const checks = registered.map((check) => ({ ...check, id: check.number }))
    const { found } = lookAtLines(content, { checks, firstNumber: 1001, seen: new Set() })
    expect(stillLeftOut(leftOut, found).map(({ message }) => message)).toEqual([
      expect.stringContaining('WIRE OUT'),
      expect.stringContaining('ACH'),
    ])
  })

  test('don’t accuse anybody of a fee that the bank calls a check', () => {
    const fee = paid('<FITID>2<CHECKNUM>1001<NAME>RETURNED CHECK FEE', 'CHECK', '-25.00')
    expect(said(file(statement(own, fee, paid('<FITID>1<CHECKNUM>1002<NAME>CHECK', 'CHECK', '-300.00'))))).toEqual([
      '1002',
      'left out: 1',
    ])
  })
})

describe('BAI2 files', () => {
  const own1001 = [
    '02,ME,021200025,1,261126,,USD,2/',
    `03,${own},USD/`,
    '16,475,100000,Z,,1001/',
    '49,100000,3/',
    '98,100000,1,5/',
  ]
  const other = ['02,ME,021200025,1,261126,,USD,2/', '03,99887766,USD/', '16,475,500,Z,,7/', '49,500,3/']
  const file = (...records: readonly string[]) => ['01,021200025,ME,261126,0829,1,,,2/', ...records, '99,,2,12/']

  test.each([
    ['a group before ours without its end', file(...other, ...own1001)],
    ['a group after ours without its end', file(...own1001, ...other)],
    ['a record of the bank’s own in another group', file(...other, 'XX,FOO/', '98,500,1,5/', ...own1001)],
  ])('aren’t refused for %s', (_, lines) => {
    expect(said(lines)).toEqual(['1001', 'of others: 1'])
  })

  test('are refused for a record within our account that isn’t BAI2', () => {
    expect(said(bai2Of(100_000, '16,475,100000,Z,,1001/', 'XX,FOO/'))).toContainEqual(
      refused('“XX” isn’t a BAI2 record.'),
    )
  })

  test('read the number in the text where another field has a trace', () => {
    expect(said(bai2Of(100_000, '16,475,100000,Z,,9988123456789,CHECK 1001/'))).toEqual(['1001'])
    expect(said(bai2Of(130_000, '16,475,100000,Z,,261126,CHECK 1001/', '16,475,30000,Z,,261126,CHECK 1002/'))).toEqual([
      '1001',
      '1002',
    ])
  })

  test('read a negative payment as taken back', () => {
    const changes = { 1001: { state: 'cleared', clearedOn: '2026-11-25' } } as const
    expect(said(bai2Of(-70_000, '16,475,-100000,Z,,1001/', '16,475,30000,Z,,1002/'), { changes })).toEqual([
      '1002',
      `1001 ${back}`,
    ])
  })
})

test.each([
  'CHECK # 1001 CLEARED',
  'CHECK 1001 POSTED',
  'CHECK PROCESSED',
  'Regular Check',
  'CASHED CHECK',
  'COUNTER CHECK',
  'Electronic Check',
  'OTC CHECK',
  'DDA CHECK',
  'CHECK 1001 VIEW IMAGE',
  'CK 1001 TRACE 8837462',
  'INCLEARING CHECK 1001 REF 99812',
])('finds no payee in %s', (text) => {
  expect(payeeIn(text)).toBeNull()
})
