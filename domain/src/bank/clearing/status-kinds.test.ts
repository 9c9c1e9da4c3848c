import { describe, expect, test } from 'vitest'
import { back, own, said } from '../../testing/bank-files.ts'

const columns = 'Date,Check Number,Amount'
const paid = '11/26/2026,1001,1000.00'
const second = '11/26/2026,1002,300.00'

const neverPaid = [
  ...['Return', 'RTN', 'Reversed', 'Reversal', 'NSF', 'Rejected', 'Refer to Maker', 'Refused', 'Check Returned'],
  ...['Exception', 'Dishonored', 'Positive Pay Return', 'Uncashed', 'In Process', 'Hold', 'Pending Review'],
  ...['Not Cleared', 'Uncleared', 'Stop Placed', 'Void Issue', 'Issued Not Paid', 'Deleted', 'Void - Not Paid'],
  ...['Return - NSF', 'Returned - Stop Payment', 'Return Item', 'Never Presented', 'Canceled', 'Frozen'],
]
const paidWords = [
  ...['Paid', 'PAID CHECK', 'Cleared', 'Posted', 'Presented Paid', 'Settled', 'Cashed', 'Reconciled', 'Completed'],
  ...['C', 'P', 'Y', 'PD', 'Paid - No Issue', 'Paid Not Issued', 'Stop Payment - Paid', 'Processed', 'Paid in Full'],
]
const ofStatuses = [
  'Status',
  'Item Status',
  'Decision',
  'Result',
  'Action',
  'Disposition',
  'Pay Status',
  'Check Status Code',
]

describe('what a bank says about a check', () => {
  const texts = ['Type', 'Description', 'Transaction Type', 'Reason', 'Remarks']
  const isLong = (word: string) => word !== 'Frozen'
  test.each([
    ...ofStatuses.flatMap((name) => neverPaid.map((word) => [name, word])),
    ...texts.flatMap((name) => neverPaid.filter(isLong).map((word) => [name, word])),
  ])('keeps a check open whose %s is %s', (name, word) => {
    expect(said([`${columns},${name}`, `${paid},Paid`, `${second},${word}`])).toEqual(['1001', 'left out: 1'])
    expect(said([`${name},${columns}`, `${word},${second}`])).toEqual(['left out: 1'])
  })

  test.each(ofStatuses.flatMap((name) => paidWords.map((word) => [name, word])))(
    'clears a check whose %s is %s',
    (name, word) => {
      expect(said([`${columns},${name}`, `${paid},Paid`, `${second},${word}`])).toEqual(['1001', '1002'])
    },
  )

  test.each([
    ['Cleared', 'Y', 'N'],
    ['Cleared?', 'Yes', 'No'],
    ['Paid', 'true', 'false'],
    ['Clr', 'R', ''],
    ['Reconciled', 'x', ''],
    ['Void', 'N', 'Y'],
    ['Voided?', '', 'X'],
    ['Stop Payment', 'No', 'Yes'],
    ['Return Reason', '', 'Altered'],
  ])('reads the flag %s, %j of which means paid', (name, yes, no) => {
    expect(said([`${columns},${name}`, `${paid},${yes}`, `${second},${no}`])).toEqual(['1001', 'left out: 1'])
  })

  test.each([
    ['a link', [`${columns},Action`, `${paid},View Image`, `${second},View Image`]],
    ['a state of the payee', [`${columns},State`, `${paid},WI`, `${second},IL`]],
    ['the status of the account', [`${columns},Account Status`, `${paid},Open`, `${second},Open`]],
    ['no status', [`${columns},Status`, `${paid},`, `${second},`]],
    ['the day it was paid', ['Check,Amount,Cleared,Status', '1001,1000.00,11/26/2026,OK', '1002,300.00,11/26/2026,']],
  ])('isn’t misled by %s', (_, lines) => {
    expect(said(lines)[0]).toBe('1001')
    if (!lines[0]?.includes('Cleared')) expect(said(lines)).toEqual(['1001', '1002'])
  })

  test.each(['RETURN', 'REVERSE', 'RTN CK', 'NSF RETURN 1001', 'REFER TO MAKER'])(
    'knows %s on the credit side as taken back',
    (word) => {
      const lines = [
        `Date,Description,Check,Debit,Credit`,
        '11/26/2026,Check,1001,1000.00,',
        `11/27/2026,${word},1001,,1000.00`,
      ]
      expect(said(lines)).toEqual([`1001 ${back}`])
    },
  )
})

describe('codes without names', () => {
  test.each(['R', 'S', 'O', 'V', 'RETURNED', 'STOP', 'REFUSED'])('leave out a check with the code %s', (code) => {
    const of = code.length > 1 ? 'PAID' : 'P'
    expect(said([`${own},1001,1000.00,11/26/2026,${of}`, `${own},1002,300.00,11/26/2026,${code}`])).toEqual([
      '1001',
      'left out: 1',
    ])
    expect(
      said([
        `Account,Check,Amount,Date,Code`,
        `${own},1001,1000.00,11/26/2026,${of}`,
        `${own},1002,300.00,11/26/2026,${code}`,
      ]),
    ).toEqual(['1001', 'left out: 1'])
    expect(
      said([`${own} 0001001 0000100000 112626 ${of.padEnd(9)}`, `${own} 0001002 0000030000 112626 ${code.padEnd(9)}`]),
    ).toEqual(['1001', 'left out: 1'])
    if (code.length === 1)
      expect(said([`${own}00000010010000100000112626P`, `${own}00000010020000030000112626${code}`])).toEqual([
        '1001',
        'left out: 1',
      ])
  })
})

test.each([
  ['PAID', 'OUTSTAND'],
  ['C', 'R'],
  ['CL', 'V'],
])('tells %s from %s without names', (yes, no) => {
  const lines = [`${own},1001,${yes},1000.00,11/26/2026`, `${own},1002,${no},300.00,11/26/2026`]
  expect(said(lines)).toEqual(['1001', 'left out: 1'])
})

describe('the title above a list', () => {
  test.each([
    ...[
      'Stop Payment Report',
      'Voided Checks',
      'Outstanding',
      'Outstanding Checks Report',
      'Stale Dated',
      'Issued Checks',
    ],
    ...[
      'Returned Items Report',
      'Outstanding Issues as of 11/27/2026',
      'Issue File Confirmation',
      'Positive Pay Exceptions',
    ],
    ...['Report: Stop Payments - xxxx4655', 'Status: Outstanding', 'Uncleared Checks, November 2026'],
  ])('keeps the checks of %s open', (title) => {
    expect(
      said([`"${title}"`, 'Check Number,Date,Amount', '1001,11/26/2026,1000.00', '1002,11/26/2026,300.00']),
    ).toEqual(['left out: 2'])
    expect(
      said([
        title,
        'Check No    Date        Amount',
        '   1001  11/26/2026   1,000.00',
        '   1002  11/26/2026     300.00',
      ]),
    ).toEqual([expect.stringMatching(/^left out: /)])
    const both = [
      'Paid Checks',
      'Check Number,Date,Amount',
      '1001,11/26/2026,1000.00',
      title.replaceAll(',', ''),
      '1002,11/26/2026,300.00',
    ]
    expect(said(both)).toEqual(['1001', expect.stringMatching(/^left out: /)])
  })

  test.each([
    ...[
      'Paid Checks',
      'Cleared and Outstanding Checks',
      'Account Reconciliation: Issued, Paid, Void',
      'Include Voided: No',
    ],
    ...['Outstanding checks: 12', 'Report issued 11/27/2026', 'Transaction History', 'Excluding stop payments'],
  ])('says nothing against checks below %s', (title) => {
    expect(
      said([`"${title}"`, 'Check Number,Date,Amount', '1001,11/26/2026,1000.00', '1002,11/26/2026,300.00']),
    ).toEqual(['1001', '1002'])
  })

  test.each([
    ...[
      'Account: Payroll xxxx9999',
      'Payroll Checking - 9999',
      'Transactions for Checking (...9999)',
      'Account,xxxx9999',
    ],
    ...['Account ending in 9999 (Checking)', 'Payroll *9999', 'Account Number: 55500009999', 'Acct #: 5550-0009-999'],
    ...[
      'Checking Account Activity for 5550009999 from 11/01/2026 to 11/27/2026',
      'DDA 55500009999',
      '9999 - Payroll Checking',
      'Ending in 9999',
    ],
  ])('refuses the file of the other account in %s', (title) => {
    expect(said([title, columns, paid])).toEqual([
      expect.stringMatching(/^refused: This file has no account ending in 4655/),
    ])
    expect(
      said([
        title.replaceAll('55500009999', own).replaceAll('9999', '4655').replace('5550-0009-999', own),
        columns,
        paid,
      ]).join(),
    ).not.toMatch(/9999/)
  })

  test.each([
    ...[
      'Account: Operating xxxxxxx4655',
      'Operating Checking - 4655',
      'Account activity 11/01/2026 - 11/27/2026',
      'First Bank of 1889',
    ],
    ...[
      'Checking Account Activity for November 2026',
      'Account balance: $12,345.67',
      'Account Name: Store 1204 Operating',
    ],
    ...[
      'Checking transactions downloaded 2026-11-27 0930',
      'Routing number 021200025',
      'Questions? Call 800-555-1234 about your account',
    ],
    ...[
      'Account Name,LAKESIDE FORD 2024 LLC',
      'Checking 2026',
      'Accounts: 1 of 1',
      'Export from account Operating on 20261127',
    ],
  ])('reads the file below %s', (title) => {
    expect(said([title, columns, paid, second])).toEqual(['1001', '1002'])
  })
})
