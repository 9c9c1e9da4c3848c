import { describe, expect, test } from 'vitest'
import { columnsChosenBefore, columnsOfFile, guessColumns, mappingOfColumns } from './columns.ts'
import { readClearingCsv } from './csv.ts'
import { clearingCsvMapping } from './profile.ts'

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
