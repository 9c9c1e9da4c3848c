import { describe, expect, test } from 'vitest'
import { journalFile, writtenAmount, writtenDay } from './file.ts'
import { amountForms, dateForms, type JournalLine, type JournalTemplate, usualTemplate } from './template.ts'

const line: JournalLine = {
  kind: 'issue',
  day: '2026-11-23',
  issued_on: '2026-11-23',
  check_number: '001042',
  cents: 123_450,
  facts: {
    request_number: 'NWG-0007',
    payee: 'Harbor Paint, Inc.',
    second_payee: null,
    memo: '=1+1',
    purpose: 'parts',
    dealership: 'Lakeside "Ford"',
    department: null,
    requester: 'Ana Ruiz',
    invoice_number: 'INV-1;2',
    purchase_order: null,
    vin: null,
    stock_number: null,
    deal_number: null,
    repair_order: 'RO\r\n5',
  },
}
const voided: JournalLine = { ...line, kind: 'void', day: '2026-12-02' }

describe('journal files', () => {
  test('writes the default template as in the handwritten file', () => {
    expect(journalFile(usualTemplate, [line, voided])).toBe(
      [
        'Date,Type,Check number,Amount,Payee,Request number,Dealership',
        '2026-11-23,Issue,001042,1234.50,"Harbor Paint, Inc.",NWG-0007,"Lakeside ""Ford"""',
        '2026-12-02,Void,001042,-1234.50,"Harbor Paint, Inc.",NWG-0007,"Lakeside ""Ford"""',
        '',
      ].join('\r\n'),
    )
  })
  test('writes other columns without a header as in the handwritten file', () => {
    const template: JournalTemplate = {
      columns: [
        { field: 'text', header: 'Account', text: '2300' },
        { field: 'invoice_number', header: 'Invoice' },
        { field: 'issued', header: 'Credit' },
        { field: 'voided', header: 'Debit' },
        { field: 'issued_on', header: 'Check date' },
        { field: 'memo', header: 'Memo' },
        { field: 'repair_order', header: 'RO' },
        { field: 'department', header: 'Department' },
      ],
      delimiter: 'semicolon',
      date_form: 'us',
      amount_form: 'cents',
      has_header: false,
    }
    expect(journalFile(template, [line, voided])).toBe(
      `2300;"INV-1;2";123450;;11/23/2026;'=1+1;RO 5;\r\n2300;"INV-1;2";;123450;11/23/2026;'=1+1;RO 5;\r\n`,
    )
  })
  test.each([
    ['tab', '\t'],
    ['pipe', '|'],
  ] as const)('separates columns by %s', (delimiter, sign) => {
    const columns = usualTemplate.columns.slice(0, 2)
    expect(journalFile({ ...usualTemplate, columns, delimiter }, [line])).toBe(
      `Date${sign}Type\r\n2026-11-23${sign}Issue\r\n`,
    )
  })
  test('writes only the header when there are no lines', () => {
    expect(journalFile({ ...usualTemplate, columns: [{ field: 'day', header: '-Date' }] }, [])).toBe("'-Date\r\n")
  })
})

test.each(dateForms)('writes dates in the format $form like its sample', ({ form, sample }) => {
  expect(writtenDay('2026-11-23', form)).toBe(sample)
})

test.each(amountForms)('writes amounts in the format $form like its sample', ({ form, sample }) => {
  expect(writtenAmount(-123_450, form)).toBe(sample)
})

test.each([
  [1, '0.01'],
  [10, '0.10'],
  [-5, '-0.05'],
  [9_999_999_999, '99999999.99'],
])('writes %i cents as the amount %s', (cents, written) => {
  expect(writtenAmount(cents, 'dollars')).toBe(written)
})
