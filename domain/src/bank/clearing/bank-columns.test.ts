import { describe, expect, test } from 'vitest'
import { back, own, said } from '../../testing/bank-files.ts'

describe('columns as banks and their software write them', () => {
  test.each([
    ['whole cents of one check', ['Account,Serial,Posted,Amount', `${own},1001,20261126,100000`], ['1001']],
    ['whole cents', ['Serial;Posted;Amount', '1001;11/26/2026;100000', '1003;11/26/2026;7725'], ['1001', '1003']],
    [
      'whole cents without a header',
      [`${own},0000001001,20261126,100000`, `${own},0000001002,20261126,30000`],
      ['1001', '1002'],
    ],
    [
      'one amount that may have been raised by two zeros',
      ['Serial,Posted,Amount', '1001,11/26/2026,100000'],
      ['1001 amount differs'],
    ],
    [
      'whole dollars of a spreadsheet',
      ['Date,Check,Amount', '11/26/2026,1001,1000', '11/26/2026,1002,300', '11/26/2026,1004,480'],
      ['1001', '1002', '1004'],
    ],
    [
      'a type beside debits and credits (Citizens)',
      [
        'Transaction Type,Date,Account Type,Description,Amount,Reference No.,Credits,Debits',
        'CHECK,11/26/26,CHECKING,CHECK,-1000.00,1001,,1000.00',
        'DEBIT,11/26/26,CHECKING,PAYROLL,-55.00,,,55.00',
      ],
      ['1001', 'left out: 1'],
    ],
    [
      'the bank and the account above (KeyBank)',
      [
        'KeyBank Business Online',
        'Account: XXXXXXX4655',
        '',
        'Date,Description,Check Number,Amount',
        '11/26/2026,CHECK,1001,"($1,000.00)"',
        '11/26/2026,CHECK REVERSAL,1002,$300.00',
      ],
      ['1001', `1002 ${back}`],
    ],
    [
      'tabs and totals of two columns (Regions)',
      [
        'Date\tType\tCheck #\tDebit\tCredit\tBalance',
        '11/26/2026\tCheck Paid\t1001\t1,000.00\t\t9.00',
        '11/26/2026\tCheck Paid\t1002\t300.00\t\t9.00',
        'Totals\t\t\t1,300.00\t0.00\t',
      ],
      ['1001', '1002', 'left out: 1'],
    ],
    [
      'a routing number and two accounts (TD)',
      [
        'Date,Bank RTN,Account Number,Transaction Type,Description,Debit,Credit,Check Number,Account Running Balance',
        `2026-11-26,021200025,${own},DEBIT,CHECK,1000.00,,1001,5.00`,
        `2026-11-26,021200025,${own},CREDIT,DEPOSIT,,500.00,1002,5.00`,
        '2026-11-26,021200025,55500012345,DEBIT,CHECK,300.00,,1002,5.00',
      ],
      ['1001', 'left out: 1', 'of others: 1'],
    ],
    [
      'an end of its report (Fifth Third)',
      ['Posted Date,Description,Check Number,Amount', "11/26/2026,CHECK,'1001,-1000.00", '', 'End of report,,,', ''],
      ['1001', 'left out: 1'],
    ],
    [
      'last digits and some whole amounts (Capital One)',
      [
        'Account Number,Transaction Description,Transaction Date,Transaction Type,Transaction Amount,Balance',
        '4655,Check 1001,11/26/26,Debit,1000,5.00',
        '4655,Check 1003,11/26/26,Debit,77.25,5.00',
      ],
      ['1001', '1003'],
    ],
    [
      'the reason for an exception of positive pay',
      ['Check,Amount,Paid Date,Reason', '1001,1000.00,11/26/2026,', '9050,55.00,11/26/2026,Paid No Issue'],
      ['1001', '9050 out of sequence'],
    ],
    [
      'statuses in capitals',
      ['Serial,Status,Amount,Paid', '1001,CLEARED,1000.00,11/26/2026', '1002,STOPPED,300.00,11/26/2026'],
      ['1001', 'left out: 1'],
    ],
    [
      'the account behind the payment',
      [`1001|1000.00|11/26/2026|${own}|HARBOR GLASS`, `1002|300.00|11/26/2026|${own}|COAST TOWING`],
      ['1001', '1002'],
    ],
    [
      'signs behind the amounts',
      ['Date,Check No,Amount', '11/26/2026,1001,"1,000.00-"', '11/26/2026,1002,300.00-', '11/26/2026,1003,77.25'],
      ['1001', '1002', `1003 ${back}`],
    ],
    [
      'a line of units below its header',
      ['Check Number,Paid Date,Amount', '(serial),(mm/dd/yyyy),(USD)', '1001,11/26/2026,1000.00'],
      ['1001', 'left out: 1'],
    ],
    [
      'a deposit ticket with the number of a check',
      ['Date,Description,Amount,Check #', '11/26/2026,DEPOSIT TICKET,5000.00,1002', '11/26/2026,CHECK,-1000.00,1001'],
      ['1001', 'left out: 1'],
    ],
    [
      'checks that payees converted',
      [
        'Date,Description,Check #,Amount',
        '11/26/2026,ARC CHECK CONVERSION ACME,1001,-1000.00',
        '11/26/2026,SUBSTITUTE CHECK,1002,-300.00',
        '11/26/2026,ACH CHECK CONV POP,1003,-77.25',
      ],
      ['1001', '1002', '1003'],
    ],
    [
      'dashes in the account number',
      ['Account,Check,Amount,Date', '8392-0174-655,1001,1000.00,11/26/2026', '5550-0012-345,1002,300.00,11/26/2026'],
      ['1001', 'of others: 1'],
    ],
    ['days with a fraction', ['Check,Amount,Paid', '1001,1000.00,46352.354'], ['1001']],
    [
      'currencies in the amounts',
      ['Check,Amount,Paid', '1001,1000.00 USD,11/26/2026', '1002,$ 300.00,11/26/2026', '1003,US$77.25,11/26/2026'],
      ['1001', '1002', '1003'],
    ],
    [
      'issued and paid amounts',
      [
        'Serial Number,Issue Date,Issue Amount,Paid Date,Paid Amount,Status',
        '1001,11/26/2026,1000.00,11/26/2026,1000.00,P',
        '1002,11/26/2026,300.00,,,O',
        '1003,11/26/2026,77.25,11/26/2026,87.25,P',
      ],
      ['1001', '1003 amount differs', 'left out: 1'],
    ],
    [
      'codes of outstanding and voided checks as types',
      [
        'Serial,Amount,Date,Type',
        '1001,1000.00,11/26/2026,PD',
        '1002,300.00,11/26/2026,OS',
        '1003,77.25,11/26/2026,VD',
      ],
      ['1001', 'left out: 2'],
    ],
    [
      'amounts with a currency column',
      [
        'Date,Currency,Check Number,Amount,Credit/Debit',
        '11/26/2026,USD,1001,1000.00,D',
        '11/26/2026,USD,1002,300.00,C',
      ],
      ['1001', `1002 ${back}`],
    ],
    [
      'a column of fees beside payments',
      ['Check No,Check Amount,Fee Amount,Paid Date', '1001,1000.00,0.15,11/26/2026', '1002,300.00,0.15,11/26/2026'],
      ['1001', '1002'],
    ],
    [
      'stale and voided rows of a reconciliation',
      [
        'Check Number,Check Date,Check Amount,Cleared Date,Cleared Amount,Type',
        '1001,11/26/2026,1000.00,11/26/2026,1000.00,Reconciled',
        '1002,11/26/2026,300.00,,0.00,Outstanding',
        '1003,11/26/2026,77.25,,0.00,Void',
      ],
      ['1001', 'left out: 2'],
    ],
    [
      'returned items with the number of the check',
      [
        'Date,Check,Description,Amount',
        '11/26/2026,1001,RETURNED ITEM REDEPOSIT,1000.00',
        '11/26/2026,1002,CHECK,-300.00',
      ],
      ['1002', `1001 ${back}`],
    ],
  ] as const)('reads columns with %s', (_, lines, expected) => {
    expect(said(`${lines.join('\r\n')}\r\n`)).toEqual(expected)
  })

  test.each([
    [
      'a type code before the account number',
      ['47583920174655 0000001001 261126 0000100000', '47583920174655 0000001002 261126 0000030000'],
      ['1001', '1002'],
    ],
    [
      'a routing number before the account number',
      ['02120002583920174655000000100111262026000000100000', '02120002583920174655000000100211262026000000030000'],
      ['1001', '1002'],
    ],
    [
      'codes of checks and of other payments',
      ['475 83920174655 1001 20261126 0000100000', '165 83920174655 1002 20261126 0000030000'],
      ['1001', 'left out: 1'],
    ],
    [
      'codes of checks and of other payments before the account number',
      ['47583920174655 0001001 20261126 0000100000', '69883920174655 0001002 20261126 0000003500'],
      ['1001', 'left out: 1'],
    ],
    [
      'two letters before the account number',
      ['PD83920174655 0000001001 0000100000 112626', 'PD83920174655 0000001002 0000030000 112626'],
      ['1001', '1002'],
    ],
    [
      'six digits of a date without gaps',
      ['00008392017465500000010010000100000112626PD', '00008392017465500000010020000030000112626PD'],
      ['1001', '1002'],
    ],
    [
      'a sign and a payee behind the amount',
      [`R${own}00000010012611260000100000-HARBOR GLASS`, `R${own}00000010022611260000030000-COAST TOWING`],
      ['1001', '1002'],
    ],
    [
      'pages',
      [
        '\fPAID CHECKS             PAGE 1',
        'CHECK      DATE PAID       AMOUNT',
        '     1001  11/26/2026     1,000.00',
        '\fPAID CHECKS             PAGE 2',
        'CHECK      DATE PAID       AMOUNT',
        '     1002  11/26/2026       300.00',
      ],
      ['1001', '1002', 'left out: 4'],
    ],
    [
      'other accounts of another length',
      ['475000083920174655 0000001001 20261126 0000100000', '475001555000123456 0000001002 20261126 0000030000'],
      ['1001', 'of others: 1'],
    ],
  ] as const)('reads a fixed-width file with %s', (_, lines, expected) => {
    expect(said(`${lines.join('\r\n')}\r\n`)).toEqual(expected)
  })
})
