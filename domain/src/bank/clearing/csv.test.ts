import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClearingCsv } from './csv.ts'
import { clearingCsvMapping } from './profile.ts'
import { readDelimited } from './records.ts'

const mapping = clearingCsvMapping.parse({
  has_names: true,
  number: 'Check Number',
  amount: 'amount',
  date: 'Posted Date',
  date_form: 'MM/DD/YYYY',
  payee: 'Payee',
})
const plain = clearingCsvMapping.parse({
  has_names: false,
  number: 1,
  amount: 2,
  date: 3,
  date_form: 'YYYY-MM-DD',
  checks: 'all',
})
const own = { accountNumber: '83920174655' }
const read = (lines: readonly string[], more: Partial<typeof mapping> = {}) =>
  readClearingCsv(lines.join('\r\n'), { ...mapping, ...more }, own)
const head = 'Posted Date,Type,CHECK_NUMBER,Amount,Payee,Trace'

test('finds columns by name and skips lines without a check number', () => {
  const file = read([
    head,
    '11/20/2026,Check,0001234,"$1,234.56",ACME PARTS INC,T1',
    '11/20/2026,Deposit,,500.00,,T2',
    '',
    '1/2/2026,Check,#1235,89.5,"SMITH, ""JIM"""',
    '01/02/2026 08:00:00,Check,Check 1236,500.00 ,,',
    'Total,,,1824.06',
  ])
  expect(file).toMatchObject({ problems: [], notes: [], skipped: 2 })
  expect(file.lines.map(({ fingerprint, is, ...line }) => line)).toEqual([
    { number: 1234, amountCents: 123456, date: '2026-11-20', payee: 'ACME PARTS INC', reference: null, line: 2 },
    { number: 1235, amountCents: 8950, date: '2026-01-02', payee: 'SMITH, "JIM"', reference: null, line: 5 },
    { number: 1236, amountCents: 50000, date: '2026-01-02', payee: null, reference: null, line: 6 },
  ])
})

test('refuses an amount that it can’t read beside a check number, whatever the line says', () => {
  const lines = ['date;text;number;amount', '26.11.2026;Scheck 1234;1234;-745,15', '27.11.2026;Gehalt;;-12,00']
  const european = { separator: ';', number: 'number', amount: 'amount', date: 'date', payee: null } as const
  const file = read(lines, { ...european, type: 'text', checks: 'with a number' })
  expect(file.problems.map(({ line, message }) => [line, message])).toEqual([
    [2, '“-745,15” isn’t an amount in dollars. Choose another column or amount format.'],
  ])
})

test('refuses to take a payment for the column names', () => {
  const file = readClearingCsv('1234,500.00,2026-11-20\n1235,89.50,2026-11-20', { ...plain, has_names: true }, own)
  expect(file.problems).toEqual([
    { line: 1, message: 'This line is a payment, not column names. Clear “The first line contains column names”.' },
  ])
})

test('finds columns by position below the header lines', () => {
  const file = readClearingCsv(
    'Report of;today\n"two\nlines";\nlast line;\n20261120;1234;007;R\n20261120;1235;8950;',
    {
      ...plain,
      separator: ';',
      lines_before: 4,
      number: 2,
      amount: 3,
      date: 1,
      reference: 4,
      amount_form: 'cents',
      date_form: 'YYYYMMDD',
    },
    own,
  )
  expect(file.problems).toEqual([])
  expect(file.lines).toMatchObject([
    { number: 1234, amountCents: 7, reference: 'R', line: 5, fingerprint: '2026-11-20|1234|7|R|1' },
    { number: 1235, amountCents: 8950, reference: null, line: 6, fingerprint: '2026-11-20|1235|8950||1' },
  ])
})

test('selects checks by their line type', () => {
  const lines = [head, '11/20/2026,CHECK PAID,1,1.00', '11/20/2026,ACH,2,2.00', '11/20/2026,Counter,,3.00']
  const file = read(lines, { type: 'Type', checks: ['check paid', 'counter'] })
  expect(file.lines.map(({ number, amountCents }) => [number, amountCents])).toEqual([
    [1, 100],
    [null, 300],
  ])
  expect(file.skipped).toBe(1)
})

test('reads a line with the opposite sign as a credit, which can be a reversal or a deposit', () => {
  const lines = [head, '11/20/2026,,1,-1.00', '11/20/2026,,2,2.00', '11/20/2026,,3,4.00-']
  expect(read(lines, { paid_sign: 'minus' })).toMatchObject({
    lines: [
      { number: 1, is: 'check' },
      { number: 2, is: 'credit' },
      { number: 3, is: 'check' },
    ],
    skipped: 0,
  })
  expect(read(lines, { paid_sign: 'plus' }).lines).toMatchObject([
    { number: 1, is: 'credit' },
    { number: 2, is: 'check' },
    { number: 3, is: 'credit' },
  ])
})

test('refuses a file with both signs if the sign for payments is unknown', () => {
  const lines = [head, '11/20/2026,,1,1.00', '11/20/2026,,2,-2.00']
  expect(read(lines, { paid_sign: 'any' }).problems).toEqual([
    {
      line: 3,
      message: 'Some amounts in this file are negative and some are positive. Choose which ones are payments.',
    },
  ])
  const negative = [head, '11/20/2026,,1,-1.00', '11/20/2026,,2,(2.00)', '11/20/2026,,,5.00']
  expect(read(negative, { paid_sign: 'any' })).toMatchObject({ lines: [{ number: 1 }, { number: 2 }], problems: [] })
})

test('keeps two identical lines in one file apart, and recognizes both in the next file', () => {
  const line = '11/20/2026,,1,1.00'
  const prints = (...lines: string[]) => read([head, ...lines]).lines.map(({ fingerprint }) => fingerprint)
  expect(prints(line, line)).toEqual(['2026-11-20|1|100||1', '2026-11-20|1|100||2'])
  expect(prints('11/19/2026,,9,1.00', line, line).slice(1)).toEqual(prints(line, line))
})

describe('refused CSV files', () => {
  const date = ',,1,1.00,,'
  test.each([
    [
      'a missing column',
      ['Posted Date,Amount,Payee'],
      ['1: There is no column “Check Number”. Choose another column for Check Number.'],
    ],
    [
      'two columns with the same name',
      [`${head},amount`],
      ['1: There are several columns named “amount”. Choose the one for Amount by its number.'],
    ],
    [
      'a check number with letters',
      [head, '11/20/2026,,12A4,1.00'],
      ['2: “12A4” isn’t a check number. Correct it, or choose which lines are checks.'],
    ],
    [
      'a check number shortened by a spreadsheet',
      [head, '11/20/2026,,1.2E+10,1.00'],
      ['2: “1.2E+10” isn’t a check number. Correct it, or choose which lines are checks.'],
    ],
    [
      'a check number with too many digits',
      [head, '11/20/2026,,1234567890123456,1.00'],
      [expect.stringContaining('isn’t a check number')],
    ],
    [
      'an invalid amount',
      [head, '11/20/2026,,1,1.234,56'],
      ['2: “1.234” isn’t an amount in dollars. Choose another column or amount format.'],
    ],
    [
      'a misplaced thousands separator',
      [head, '11/20/2026,,1,"12,34.00"'],
      ['2: “12,34.00” isn’t an amount in dollars. Choose another column or amount format.'],
    ],
    [
      'an amount with two signs',
      [head, '11/20/2026,,1,--1.00'],
      ['2: “--1.00” isn’t an amount in dollars. Choose another column or amount format.'],
    ],
    [
      'an amount with a sign and parentheses',
      [head, '11/20/2026,,1,(-1.00)'],
      ['2: “(-1.00)” isn’t an amount in dollars. Choose another column or amount format.'],
    ],
    [
      'an amount with one parenthesis',
      [head, '11/20/2026,,1,(1.00'],
      ['2: “(1.00” isn’t an amount in dollars. Choose another column or amount format.'],
    ],
    [
      'an invalid date',
      [head, `02/30/2026${date}`],
      ['2: “02/30/2026” isn’t a valid date in the format 11/20/2026. Choose another column or date format.'],
    ],
    [
      'an unclosed quotation mark',
      [head, '"11/20/2026,,1,1.00', ''],
      ['2: A quotation mark in this line isn’t closed. Download the file from the bank again.'],
    ],
    ['an empty file', [''], ['1: This file is empty. Download it from the bank again.']],
    [
      'a file that is too long',
      ['x'.repeat(10_000_001)],
      ['1: This file has more than 10 million characters. Ask the bank for a file that covers fewer days.'],
    ],
  ])('names the line and the remedy for a refused file: %s', (_which, lines, problems) => {
    expect(read(lines).problems.map(({ line, message }) => `${line}: ${message}`)).toEqual(problems)
  })
})

test.each([
  ['112026', 'MMDDYY'],
  ['11202026', 'MMDDYYYY'],
  ['261120', 'YYMMDD'],
  ['20261120', 'YYYYMMDD'],
  ['11/20/26', 'MM/DD/YY'],
  ['11/20/2026', 'MM/DD/YYYY'],
  ['2026-11-20', 'YYYY-MM-DD'],
  ['11-20-2026', 'MM-DD-YYYY'],
  ['11-20-26', 'MM-DD-YY'],
  ['2026/11/20', 'YYYY/MM/DD'],
  ['20-Nov-2026', 'DD-MMM-YYYY'],
  ['20-NOV-26', 'DD-MMM-YY'],
  ['20NOV2026', 'DD-MMM-YYYY'],
  ['Nov 20 2026', 'MMM DD, YYYY'],
  ['Friday November 20 2026', 'MMM DD, YYYY'],
  ['2026-11-20T10:00', 'YYYY-MM-DD'],
  ['11/20/2026 11:59 PM', 'MM/DD/YYYY'],
  ['20261120 0830', 'YYYYMMDD'],
  ['46346', 'MM/DD/YYYY'],
] as const)('reads the date %s in the format %s', (text, date_form) => {
  expect(readClearingCsv(`1,1,${text}`, { ...plain, date_form }, own).lines).toMatchObject([{ date: '2026-11-20' }])
  expect(readClearingCsv(`1,1,+${text}`, { ...plain, date_form }, own).problems).toHaveLength(1)
})

test('describes how a mapping finds the columns', () => {
  const problemsOf = (more: object) =>
    clearingCsvMapping
      .safeParse({ ...mapping, ...more })
      .error?.issues.map(({ path, message }) => `${path}: ${message}`)
  expect(problemsOf({ has_names: false, number: 1, amount: 2, payee: null })).toEqual([
    'date: The file has no header line, so enter a column number.',
  ])
  expect(problemsOf({ checks: ['Check'] })).toEqual(['type: Choose the column for Payment Type.'])
  expect(problemsOf({ number: 0 })).toHaveLength(1)
})

describe('delimited text', () => {
  test.each([
    ['three kinds of line ends', 'a,b\r\nc\nd\re', [['a', 'b'], ['c'], ['d'], ['e']]],
    ['quotation marks within a cell', '3" PIPE,"4"" ROD",5"', [['3" PIPE', '4" ROD', '5"']]],
    ['text after a closing quotation mark', '"a"b,"c" ,"d""e"', [['ab', 'c', 'd"e']]],
    ['blank rows, and blanks around cells', ' a , b \n , \n"  "\nc', [['a', 'b'], ['c']]],
    ['a line break in a cell', '"a\nb",c', [['a\nb', 'c']]],
    ['a byte order mark', '\uFEFF"a"', [['a']]],
    ['empty cells', ',,a,,', [['', '', 'a', '', '']]],
  ])('splits delimited text with %s into cells', (_what, text, cells) => {
    expect(readDelimited(text, ',')).toEqual({
      rows: cells.map((row) => expect.objectContaining({ cells: row })),
      openedIn: undefined,
    })
  })

  test('reads back any correctly written text unchanged with the line number of each row', () => {
    const anyCell = fc.stringMatching(/^[^\s"](["a-z,;|\t\n]{0,8}[^\s"])?$/)
    const anyRow = fc.array(anyCell, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(
        fc.array(anyRow, { maxLength: 6 }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        (rows, separator, end) => {
          const texts = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
          const { rows: found } = readDelimited(texts.join(end), separator)
          expect(found.map(({ cells }) => cells)).toEqual(rows)
          const lines = texts.map(
            (_, index) => texts.slice(0, index).join(end).split('\n').length + (index > 0 ? 1 : 0),
          )
          expect(found.map(({ line }) => line)).toEqual(lines)
        },
      ),
    )
  })
})
