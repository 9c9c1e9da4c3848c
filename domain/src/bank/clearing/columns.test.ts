import { describe, expect, test } from 'vitest'
import { back, said } from '../../testing/bank-files.ts'
import { columnsChosenBefore, columnsOfFile, guessColumns, mappingOfColumns } from './columns.ts'
import { readClearingCsv } from './csv.ts'
import { clearingCsvMapping, clearingProfile } from './profile.ts'

const own = { accountNumber: '83920174655' }

/** Reads a file with the guessed columns. */
function readAsGuessed(lines: readonly string[]) {
  const text = lines.join('\r\n')
  const mapping = clearingCsvMapping.parse(mappingOfColumns(guessColumns(text), text))
  return readClearingCsv(text, mapping, own).lines.map(({ number, amountCents, date, payee, reference }) => ({
    number,
    amountCents,
    date,
    payee,
    reference,
  }))
}

const paid = { number: 1001, amountCents: 123_450, date: '2026-11-20', payee: null, reference: null }

describe('guessed columns', () => {
  test.each([
    ['from header names', ['Check,Amount,Date', '1001,1234.50,2026-11-20']],
    [
      'below report lines',
      ['Account activity,,,', 'Posted Date,Serial Number,Kind,Amount', '11/20/2026,1001,x,1234.50'],
    ],
    ['separated by semicolons', ['Datum;Check No.;Paid Amount', '11/20/26;0001001;$1,234.50']],
    [
      'separated by tabs, with dates without leading zeros',
      ['Check Number\tAmount\tPaid Date', '1001\t1234.5\t11/20/2026'],
    ],
    ['without header names', ['20261120,1001,1234.50', '20261120,1002,10.00']],
    ['with negative amounts', ['Transaction Date,Check #,Debit Amount', '2026-11-20,1001,(1234.50)']],
  ])('guesses the columns of a file %s', (_, lines) => {
    expect(readAsGuessed(lines)[0]).toEqual(paid)
  })

  test('guesses the payee and reference columns', () => {
    const lines = [
      'As of Date,Bank Reference,Check Number,Transaction Type,Debit Amount,Payee Name',
      '11/20/2026,REF 9,1001,CHECK PAID,1234.50,ACME PARTS',
    ]
    expect(readAsGuessed(lines)).toEqual([{ ...paid, payee: 'ACME PARTS', reference: 'REF 9' }])
  })

  test.each([[''], ['only one word'], ['a,b\n"never closed'], ['\n\n\n,,,']])(
    'doesn’t fail on a file without recognizable columns (text: %j)',
    (text) => {
      expect(guessColumns(text)).toMatchObject({ checks: 'with a number', paidSign: 'any' })
    },
  )
})

const chosen = guessColumns('Check,Amount,Date\n1001,1234.50,2026-11-20')

test('finds saved columns by name after the bank has moved them', () => {
  const mapping = clearingCsvMapping.parse(mappingOfColumns(chosen, 'Check,Amount,Date\n1001,1234.50,2026-11-20'))
  expect(mapping).toMatchObject({ number: 'Check', amount: 'Amount', date: 'Date', payee: null })
  const moved = 'Date,Branch,check,AMOUNT\n2026-11-20,7,1001,1234.50'
  expect(columnsChosenBefore(mapping, moved).places).toMatchObject({ number: 3, amount: 4, date: 1, payee: 0 })
  expect(columnsChosenBefore(mapping, 'Nr,Amount,Date\n1,1.00,2026-11-20').places.number).toBe(0)
})

test('saves the positions of columns with duplicate or empty names', () => {
  const text = 'Amount,Amount,Date,\n1.00,1234.50,2026-11-20,1001'
  const places = { ...chosen.places, number: 4, amount: 2, date: 3 }
  const mapping = mappingOfColumns({ ...chosen, places }, text)
  expect(mapping).toMatchObject({ number: 4, amount: 2, date: 'Date' })
  expect(readClearingCsv(text, clearingCsvMapping.parse(mapping), own).problems).toEqual([])
  expect(columnsChosenBefore(clearingCsvMapping.parse(mapping), text).places).toEqual(places)
})

test('shows sample values of a column, excluding the skipped lines at the top', () => {
  const text = 'Title\nCheck,Amount\n1001,5.00\n,6.00'
  const shape = { separator: ',', linesBefore: 1, hasNames: true } as const
  expect(columnsOfFile(text, shape)).toEqual([
    { name: 'Check', values: ['1001'] },
    { name: 'Amount', values: ['5.00', '6.00'] },
  ])
})

test.each([
  ['a letter', 'D', [1, 2, 14, 25, 34]],
  ['zeros', '00', [1, 15, 26, 35]],
  ['a type code', '475', [1, 11, 16, 27, 36]],
])('cuts an account number behind %s by its last digits', (_, before, widths) => {
  const lines = ['1001 20261126 0000100000', '1002 20261126 0000030000'].map(
    (rest) => `${before}83920174655 000000${rest}`,
  )
  const guess = guessColumns(lines.join('\n'), '4655')
  expect([guess.widths, guess.amountForm]).toEqual([widths, 'cents'])
})

const raised = '1002 amount differs'

describe('amounts and payees that the bank paid', () => {
  test.each([
    ['Issued Amount', 'Posted Amount'],
    ['Original Amount', 'Posted Amount'],
    ['Issued Amount', 'Presented Amount'],
    ['Issue Amount', 'Bank Amount'],
    ['Expected Amount', 'Actual Amount'],
    ['Issue Amt', 'Paid Amt'],
    ['Issue Amount', 'Check Amount'],
    ['Check Amount', 'Cleared Amount'],
    ['Amount Issued', 'Amount Paid'],
    ['Register Amount', 'Amount'],
    ['Expected', 'Actual'],
    ['Book Amount', 'Debit Amount'],
    ['Balance', 'Amount'],
    ['Orig Amount', 'Post Amount'],
  ])('are compared, not those of the column %s', (issued, posted) => {
    const rows = ['1001,1000.00,1000.00,11/26/2026', '1002,300.00,3000.00,11/26/2026']
    expect(said([`Check Number,${issued},${posted},Posted Date`, ...rows])).toEqual(['1001', raised])
    const turned = ['1001,1000.00,1000.00,11/26/2026', '1002,3000.00,300.00,11/26/2026']
    expect(said([`Check Number,${posted},${issued},Posted Date`, ...turned])).toEqual(['1001', raised])
  })

  test.each(['Issued Amount', 'Original Amount', 'Expected Amount'])(
    'aren’t looked for in the column %s alone',
    (name) => {
      expect(said([`Check Number,${name},Paid Date`, '1001,1000.00,11/26/2026', '1002,300.00,11/26/2026'])).toEqual([
        expect.stringMatching(/^refused: /),
      ])
    },
  )

  test.each([
    ['Issued Payee', 'Paid Payee'],
    ['Issue Payee Name', 'Payee'],
    ['Expected Payee', 'Payee on Check'],
  ])('are compared, not the %s', (issued, read) => {
    const lines = [
      '1001,1000.00,11/26/2026,HARBOR GLASS,HARBOR GLASS',
      '1002,300.00,11/26/2026,COAST TOWING,JOHN FORGER',
    ]
    expect(said([`Check Number,Amount,Paid Date,${issued},${read}`, ...lines])).toEqual(['1001', '1002 payee differs'])
  })

  test.each([
    'N/A',
    'UNKNOWN',
    'NOT AVAILABLE',
    'null',
    'NONE',
    '---',
    'Not Provided',
    'n.a.',
    'PAYEE UNREADABLE',
    'Payee Name Not Available',
    'XXXXX',
  ])('aren’t told by the payee %s', (payee) => {
    expect(said(['Check Number,Amount,Paid Date,Payee', `1001,1000.00,11/26/2026,${payee}`])).toEqual(['1001'])
  })
})

describe('credits', () => {
  const names = [
    'D/C',
    'Indicator',
    'Sign',
    'Db/Cr',
    'Debit/Credit',
    'DC',
    'Cr Dr Ind',
    'Debit Credit Code',
    'Transaction Type',
    'Amount Type',
  ]
  const more = [
    'DR CR',
    'D-C',
    'DB/CR Indicator',
    'C/D',
    'Entry Type',
    'Dr/Cr Flag',
    'Credit Debit Indicator',
    'Side',
    'Posting Type',
  ]
  const codes = [
    ['DR', 'CR'],
    ['D', 'C'],
    ['Debit', 'Credit'],
    ['-', '+'],
    ['DB', 'CR'],
  ]
  test.each([...names, ...more].flatMap((name) => codes.map(([debit, credit]) => [name, debit, credit])))(
    'are known by the column %s with %s and %s',
    (name, debit, credit) => {
      const lines = [
        `Date,Check No,Amount,${name}`,
        `11/26/2026,1001,1000.00,${debit}`,
        `11/26/2026,1002,300.00,${credit}`,
      ]
      expect(said(lines)).toEqual(['1001', `1002 ${back}`])
      const csv = { has_names: true, number: 'Check No', amount: 'Amount', date: 'Date', date_form: 'MM/DD/YYYY' }
      for (const sign of ['any', 'plus'] as const)
        expect(said(lines, { profile: clearingProfile.parse({ csv: { ...csv, paid_sign: sign } }) })).toEqual([
          '1001',
          `1002 ${back}`,
        ])
      if (debit !== '-') expect(said(lines.slice(1))).toEqual(['1001', `1002 ${back}`])
    },
  )

  test.each([
    ['1000.00', '300.00 CR'],
    ['1000.00', '300.00CR'],
    ['1,000.00DB', '300.00CR'],
    ['1000.00 D', '300.00 C'],
    ['1000.00 Dr.', '300.00 Cr.'],
    ['DR 1000.00', 'CR 300.00'],
    ['1000.00-', '300.00+'],
    ['1000.00 DR', '300.00'],
    ['-1000.00', '+300.00'],
    ['$1000.00', '$300.00 cr'],
  ])('are known by their amount where %s is a debit and %s a credit', (debit, credit) => {
    const lines = [
      'Type,Check,Amount,Date',
      `CHECK,1001,"${debit}",11/26/2026`,
      `CHECK,1002,"${credit}",11/26/2026`,
      `CHECK,1003,"${debit.replace(/1,?000.00/, '77.25')}",11/26/2026`,
    ]
    expect(said(lines)).toEqual(['1001', '1003', `1002 ${back}`])
  })
})

describe('numbers that the register lacks', () => {
  test.each([
    ...[
      'TRF',
      'SVC',
      'XFR',
      'WD',
      'DEB',
      'RDI',
      'ODF',
      'OFFICIAL CHECK',
      'CERTIFIED CHECK',
      'CASHIER CHECK 8890',
      'CHECK CHARGEBACK',
    ],
    ...[
      'COUNTER CHECK CHARGE',
      'CHECKS AND SUPPLIES',
      'E-CHECK PAYMENT AMEX',
      'ELECTRONIC CHECK VERIZON',
      'ACH CHECK CONV AMEX',
    ],
    ...[
      'CHECK POSITIVE PAY SVC',
      'TREASURERS CHECK',
      'Chargeback Check 8890',
      'CHECK COLLECTION FEE',
      'CHECKING TRANSFER 8890',
    ],
    ...[
      'ECHECK AMEX',
      'TELECHECK',
      'RETURNED CHECK CHARGE',
      'BUSINESS CHECKS & SUPPLIES',
      'TELLER CHECK',
      ...[
        'CHECK PRINTING CHARGE',
        'CHECK REORDER',
        'STARTER CHECKS',
        'CHECK BY PHONE',
        'REMOTE CHECK',
        'WEB CHECK PAYMENT',
      ],
    ],
  ])('accuse nobody if the bank says %s', (text) => {
    const rows = ['11/26/2026,CHECK,1001,1000.00,', `11/26/2026,${text},8890,55.00,`]
    expect(said(['Date,Description,Check Number,Debit,Credit', ...rows]).join()).toMatch(
      /^1001,(not ours|left out): 1$/,
    )
    const typed = ['11/26/2026,CHECK,CHECK,1001,1000.00,', `11/26/2026,DEBIT,${text},8890,55.00,`]
    expect(said(['Date,Type,Description,Check Number,Debit,Credit', ...typed]).join()).toMatch(
      /^1001,(not ours|left out): 1$/,
    )
  })

  test.each(['CHECK', 'CHECK 8890', 'CHECK PAID', 'INCLEARING CHECK', 'CK 8890', 'SUBSTITUTE CHECK', 'Share Draft'])(
    'are an exception if the bank says %s',
    (text) => {
      const rows = ['11/26/2026,CHECK,1001,1000.00,', `11/26/2026,${text},8890,55.00,`]
      expect(said(['Date,Description,Check Number,Debit,Credit', ...rows])).toEqual(['1001', '8890 out of sequence'])
    },
  )
})
