import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from './csv-reader.ts'
import { csvLine } from './exports.ts'

const columns = [{ name: 'Account', isRequired: true }, { name: 'Name', isRequired: true }, { name: 'Note' }] as const

function read(text: string, mostRows = 10) {
  return readCsv(text, columns, mostRows)
}

function rowsOf(text: string) {
  return read(text).rows.map(({ line, values }) => [line, values.Account, values.Name, values.Note])
}

test.each([
  ['commas', 'Account,Name\n1000,Cash\n', [[2, '1000', 'Cash', '']]],
  ['semicolons and a byte order mark', '\uFEFFaccount;NAME\r\n1000;"Cash; all"\r\n', [[2, '1000', 'Cash; all', '']]],
  ['tabs, and other columns in another order', 'Type\tname\tAccount\nx\tCash\t1000', [[2, '1000', 'Cash', '']]],
  [
    'line breaks in a value, and empty lines',
    'Account,Name,Note\n\n1,"a\nb",c\n,,\n\n2,d,e\n',
    [
      [3, '1', 'a\nb', 'c'],
      [7, '2', 'd', 'e'],
    ],
  ],
  ['quotation marks and surrounding spaces', 'Account,Name\n 1 ,"the ""one"""\n', [[2, '1', 'the "one"', '']]],
  ['empty values at the end', 'Account,Name\n1,a,,\n', [[2, '1', 'a', '']]],
])('reads a file with %s', (_, text, rows) => {
  expect(rowsOf(text)).toEqual(rows)
  expect(read(text).problems).toEqual([])
})

test.each([
  ['no content', '', 1, /empty/],
  ['a missing column', 'Account,Note\n1,2', 1, 'The column “Name” is missing. Add it to the first line.'],
  ['a duplicate column', 'Account,Name,name\n1,2,3', 1, /“Name” appears 2 times/],
  ['too few values', 'Account,Name\n1,2\n3\n', 3, 'This line has 1 value, but the first line names 2 columns.'],
  ['too many values', 'Account,Name\n1,2,3', 2, /3 values/],
  ['an unclosed quotation mark', 'Account,Name\n1,"2\n3,4', 2, /isn’t closed/],
  ['a quotation mark inside a value', 'Account,Name\n1,2"x\n', 2, /wrong place/],
  ['another encoding', 'A\0c\0c\0', 1, /UTF-8/],
  ['bytes that aren’t text', 'Account,Name\n1,caf\uFFFD', 1, /UTF-8/],
  ['an overlong line', `Account,Name\n1,${'x'.repeat(30_000)}`, 2, /too long/],
  ['too many rows', `Account,Name\n${'1,2\n'.repeat(11)}`, 1, /11 rows.*at most 10 rows/],
])('refuses a file with %s and names the line', (_, text, line, message) => {
  const { problems } = read(text)
  expect(problems).toHaveLength(1)
  expect(problems[0]?.line).toBe(line)
  expect(problems[0]?.message).toMatch(message)
})

test('reads spreadsheet files with missing last cells, line breaks in cells, other line endings, and sep= lines (T7)', () => {
  const linesOf = (text: string) => read(text).rows.map(({ line, values }) => [line, values.Account, values.Name])
  expect(rowsOf('Account,Name,Note\r\n1000,Cash\r\n2000,Fuel,Pump\r\n')).toEqual([
    [2, '1000', 'Cash', ''],
    [3, '2000', 'Fuel', 'Pump'],
  ])
  expect(linesOf('Account,Name\r\n1000,"Cash\r\nin bank"\r\n\r\n2000,Fuel\r\n')).toEqual([
    [2, '1000', 'Cash\r\nin bank'],
    [5, '2000', 'Fuel'],
  ])
  expect(linesOf('Account,Name\r\n1000,Cash\n2000,Fuel\r3000,Parts')).toEqual([
    [2, '1000', 'Cash'],
    [3, '2000', 'Fuel'],
    [4, '3000', 'Parts'],
  ])
  expect(linesOf('\uFEFFsep=;\r\nAccount;Name\r\n1000;Cash, petty')).toEqual([[3, '1000', 'Cash, petty']])
})

test('reads back every exported file unchanged', () => {
  const texts = fc.string({ unit: 'binary' }).filter((text) => !/[\0\uFFFD]/.test(text) && text.isWellFormed())
  const plain = texts.filter((text) => text.trim() !== '' && !/^'/.test(text))
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          plain,
          texts.filter((text) => !/^'/.test(text)),
        ),
        { maxLength: 10 },
      ),
      (rows) => {
        const file = [['Account', 'Name'], ...rows].map(csvLine).join('')
        const found = read(file)
        expect(found.problems).toEqual([])
        expect(found.rows.map(({ values }) => [values.Account, values.Name])).toEqual(
          rows.map((row) => row.map((text) => text.trim())),
        )
      },
    ),
  )
})

test('never throws, whatever the file contains', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'",;\n\r\tab1 \'=') }), (text) => {
      const { rows, problems } = read(`Account,Name\n${text}`, 100)
      expect(rows.length + problems.length).toBeGreaterThanOrEqual(text.replace(/[",\s;]/g, '') === '' ? 0 : 1)
    }),
  )
})
