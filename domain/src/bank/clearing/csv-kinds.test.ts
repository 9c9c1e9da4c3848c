import { describe, expect, test } from 'vitest'
import { back, own, said } from '../../testing/bank-files.ts'

const chase = 'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #'

describe('CSV and fixed-width files', () => {
  test.each([
    [
      'deposit slips and card payments',
      [
        chase,
        'CHECK,11/26/2026,"CHECK 1001",-1000.00,CHECK_PAID,1.00,1001,',
        'CREDIT,11/26/2026,"REMOTE ONLINE DEPOSIT # 1",12.00,CHECK_DEPOSIT,1.00,1002,',
        'DEBIT,11/26/2026,"CHECKCARD 1002 SHELL",-12.00,DEBIT_CARD,1.00,,',
      ],
      ['1001', 'left out: 2'],
    ],
    [
      'traces of electronic payments',
      [
        chase,
        'CHECK,11/26/2026,"CHECK 1002",-300.00,CHECK_PAID,1.00,1002',
        'DEBIT,11/26/2026,"ONLINE ACH PAYMENT",-12.00,ACH_PAYMENT,1.00,1001',
        'DEBIT,11/26/2026,ACME,-42.50,MISC,1.00,9938271',
      ],
      ['1002', 'not ours: 1', 'left out: 1'],
    ],
    [
      'a check that was never used',
      [chase, 'CHECK,11/26/2026,"CHECK 9001",-10.00,CHECK_PAID,1.00,9001'],
      ['9001 out of sequence'],
    ],
    [
      'the status of all checks of the account',
      [
        'Account Number,Check Number,Amount,Date,Description,Status',
        `${own},1001,1000.00,11/26/2026,CHECK,Paid`,
        `${own},1002,300.00,11/26/2026,CHECK,Void`,
        `${own},1003,77.25,11/26/2026,CHECK,Stop Payment`,
        `${own},1004,480.00,11/26/2026,CHECK,Outstanding`,
      ],
      ['1001', 'left out: 3'],
    ],
    [
      'no header (Wells Fargo)',
      [
        '"11/26/2026","-1000.00","*","1001","CHECK # 1001"',
        '"11/25/2026","-42.50","*","","BILL PAY ACME"',
        '"11/26/2026","-300.00","*","1002","CHECK # 1002"',
      ],
      ['1001', '1002', 'left out: 1'],
    ],
    [
      'numbers in the name (US Bank)',
      [
        '"Date","Transaction","Name","Memo","Amount"',
        '"2026-11-26","DEBIT","CHECK 1001","Download","-1000.00"',
        '"2026-11-25","DEBIT","DEBIT PURCHASE -VISA","..","-25.00"',
      ],
      ['1001', 'left out: 1'],
    ],
    [
      'withdrawals and deposits (PNC)',
      [
        'Date,Description,Withdrawals,Deposits,Category,Balance',
        '11/26/2026,CHECK 1001 0987,"$1,000.00",,Checks,"$9,000.00"',
        '11/26/2026,CHECK 1002 RETURNED UNPAID,,$300.00,Other,$1.00',
        '11/26/2026,DEPOSIT 55,,"$9,000.00",Deposits,$1.00',
      ],
      ['1001', `1002 ${back}`, 'left out: 1'],
    ],
    [
      'zeros beside the amount',
      [
        'Date,Check Number,Description,Debit,Credit',
        '11/26/2026,1001,CHECK,1000.00,0.00',
        '11/26/2026,1002,CHECK,0.00,300.00',
        '11/26/2026,,SERVICE CHARGE,15.00,0.00',
      ],
      ['1001', `1002 ${back}`, 'left out: 1'],
    ],
    [
      'types and parentheses (Truist)',
      [
        'Posted Date,Transaction Date,Transaction Type,Check/Serial #,Full description,Amount',
        '11/26/2026,11/26/2026,Check,1001,CHECK 1001,"($1,000.00)"',
        '11/26/2026,11/26/2026,Deposit,1002,DEPOSIT,"$5,000.00"',
      ],
      ['1001', 'left out: 1'],
    ],
    [
      'check numbers beside payees (QuickBooks)',
      ['Date,Num,Name,Memo,Amount', '11/26/2026,1001,Harbor Glass,,"-1,000.00"', '11/26/2026,ACH,Acme,,-20.00'],
      ['1001', 'left out: 1'],
    ],
    [
      'sides in a type column',
      ['Date,Type,Number,Amount', '11/26/2026,Debit,1001,1000.00', '11/26/2026,Credit,1002,300.00'],
      ['1001', `1002 ${back}`],
    ],
    [
      'months in words',
      [
        'Check Number,Amount,Paid Date',
        '1001,1000.00,Nov 26 2026',
        '1002,300.00,"November 26, 2026"',
        '1003,77.25,26NOV2026',
      ],
      ['1001', '1002', '1003'],
    ],
    [
      'dates that begin with the year',
      ['Check Number,Amount,Paid Date', '1001,1000.00,261126', '1002,300.00,261126'],
      ['1001', '1002'],
    ],
    [
      'times',
      ['Check Number,Amount,Paid Date', '1001,1000.00,2026-11-27T02:15:00Z', '1002,300.00,11/26/2026 11:59 PM'],
      ['1001', '1002'],
    ],
    [
      'days in the future and before the check’s date',
      ['Check Number,Amount,Paid Date', '1001,1000.00,11/29/2026', '1002,300.00,11/25/2026', '1003,77.25,11/28/2026'],
      ['1003', '1001 paid on a future day', '1002 paid before it was issued'],
    ],
    [
      'a spreadsheet’s habits',
      [
        'Account,Check Number,Amount,Paid Date',
        '="083920174655",="0001001","(1,000.00)",46352',
        '="083920174655",1002.0,"\u2009(300.00)",46352',
        "8.39202E+10,'1003,(77.25),46352",
        'Total,3,"(1,377.25)",',
      ],
      ['1001', '1002', '1003', 'left out: 1'],
    ],
    [
      'totals and counts at the end',
      [
        'Report,Paid checks',
        `Account:,${own}`,
        '',
        'Check No,Payee,Paid On,Amount',
        '1001,Harbor Glass,11/26/2026,"1,000.00"',
        '1002,CHECK PAID,11/26/2026,300.00',
        'Total,,,"1,300.00"',
        '2,,,1300.00',
      ],
      ['1001', '1002', 'left out: 2'],
    ],
    [
      'last digits of several accounts',
      [
        'Account Number,Check #,Amount,Date Cleared',
        '4655,1001,1000.00,11/26/2026',
        'x2345,1002,300.00,11/26/2026',
        '...4655,1003,77.25,11/26/2026',
      ],
      ['1001', '1003', 'of others: 1'],
    ],
    [
      'names before the digits of accounts',
      [
        'Account Name,Account,Serial,Amount,Date',
        'Ops,Operating *4655,1001,1000.00,11/26/2026',
        'Parts,Parts *4471,1002,300.00,11/26/2026',
      ],
      ['1001', 'of others: 1'],
    ],
    [
      'another account above its header',
      ['Account Number: 55500012345', 'Date,Check,Amount', '11/26/2026,1001,1000.00'],
      [expect.stringMatching(/^refused: .*…2345/)],
    ],
    [
      'columns of fixed width between blanks',
      [
        '  83920174655 0000001001 20261126     1000.00 HARBOR GLASS',
        '  83920174655 0000001002 20261126      300.00 COAST TOWING',
      ],
      ['1001', '1002'],
    ],
    [
      'columns of fixed width with a trailer',
      [
        'D83920174655000000100100000010000020261126',
        'D83920174655000000100200000003000020261126',
        'T83920174655000000000200000013000020261126',
      ],
      ['1001', '1002', 'left out: 1'],
    ],
    [
      'columns of fixed width of two accounts',
      [
        'H00083920174655PAIDS',
        '00839201746550000001001112620260000000100000',
        '00839201746550000001002112620260000000030000',
        '00555000123450000001003112620260000000007725',
      ],
      ['1001', '1002', 'of others: 1'],
    ],
  ] as const)('reads a file with %s', (_, lines, expected) => {
    expect(said(`${lines.join('\r\n')}\r\n`)).toEqual(expected)
  })

  test('keeps reading a bank’s file after its header has moved', () => {
    const csv = { has_names: true, number: 'Check', amount: 'Amount', date: 'Date', date_form: 'MM/DD/YYYY' }
    const rows = ['Date,Check,Amount', '11/26/2026,1001,1000.00']
    for (const above of [[], ['Report', ''], ['A,B', 'C', 'D,E,F']])
      expect(said([...above, ...rows].join('\n'), { profile: { csv } })).toEqual(['1001'])
  })
})

describe('the forms of values', () => {
  const list = (one: string, two: string) => ['Date,Check,Amount', one, two]
  test.each([
    ['amounts with DB', list('11/26/2026,1001,"1,000.00DB"', '11/26/2026,1002,300.00DB')],
    ['amounts with a plus behind', list('11/26/2026,1001,1000.00+', '11/26/2026,1002,300.00+')],
    ['amounts with a bare point', list('11/26/2026,1001,1000.', '11/26/2026,1002,300.')],
    ['amounts in angle brackets', list('11/26/2026,1001,"<1,000.00>"', '11/26/2026,1002,<300.00>')],
    ['weekdays', list('Thu 11/26/2026,1001,1000.00', '"Thursday, 11/26/2026",1002,300.00')],
    ['weekdays behind', list('11/26/2026 (Thu),1001,1000.00', '11/26/2026 Thu,1002,300.00')],
    ['numbers with an exponent', list('11/26/2026,1.001E+03,1000.00', '11/26/2026,1.002E+3,300.00')],
    ['asterisks', list('11/26/2026,*1001,1000.00', '11/26/2026,1002 *,300.00')],
    [
      'a sequence number of its own',
      ['Check Seq No,Check Serial,Date,Amount', '55,1001,11/26/2026,1000.00', '56,1002,11/26/2026,300.00'],
    ],
    [
      'an image number of its own',
      ['Check Image No,Check,Date,Amount', '55,1001,11/26/2026,1000.00', '56,1002,11/26/2026,300.00'],
    ],
    [
      'checks side by side',
      ['Number,Date,Amount,Number,Date,Amount', '1001,11/26/2026,1000.00,1002,11/26/2026,300.00'],
    ],
    [
      'checks side by side with gaps',
      ['Check #,Date,Amount,,Check #,Date,Amount,', '1001,11/26/2026,1000.00,,1002,11/26/2026,300.00,'],
    ],
    [
      'checks side by side with a blank place',
      [
        'Check No.,Date,Amount,Check No.,Date,Amount,Check No.,Date,Amount',
        '1001,11/26/2026,1000.00,1002,11/26/2026,300.00,,,',
      ],
    ],
    [
      'a number behind a note (U.S. Bank)',
      [
        '"Date","Transaction","Name","Memo","Amount"',
        '"2026-11-26","DEBIT","CHECK","Download from usbank.com. 1001","-1000.00"',
        '"2026-11-26","DEBIT","CHECK","Download from usbank.com. 1002","-300.00"',
      ],
    ],
  ] as const)('can be %s', (_, lines) => {
    expect(said(lines)).toEqual(['1001', '1002'])
  })

  test('can be a printed report with a title and the account', () => {
    const title = `PAID ITEM REPORT   ACCT ${own}   11/27/2026`
    const rows = ['0001001       1,000.00      11/26/2026', '0001002         300.00      11/26/2026']
    expect(said([title, '', 'SERIAL NO     AMOUNT        PAID DATE', ...rows, '', 'TOTAL ITEMS 2 1,300.00'])).toEqual([
      '1001',
      '1002',
      expect.stringMatching(/^left out/),
    ])
  })

  test('leave out a number that a spreadsheet has rounded', () => {
    expect(said(list('11/26/2026,1001,1000.00', '11/26/2026,1.00E+03,300.00'))).toEqual(['1001', 'left out: 1'])
  })

  test('refuse a second payment beside the columns of the header', () => {
    expect(said(list('11/26/2026,1001,1000.00,11/26/2026,1002,300.00', ''))).toContainEqual(
      expect.stringMatching(/^refused: This line has a second payment/),
    )
  })
})
