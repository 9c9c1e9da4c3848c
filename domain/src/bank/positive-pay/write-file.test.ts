import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toAscii } from '../file-text.ts'
import type { PositivePayRow } from './column-values.ts'
import { sampleAccount, sampleDate, sampleRows, shippedTemplates } from './shipped.ts'
import { type PositivePayTemplate, positivePayTemplate } from './template.ts'
import { writePositivePayFile } from './write-file.ts'

const [commonCsv, chaseCsv, fixed79, fixed100] = shippedTemplates.map(({ template }) => template) as [
  PositivePayTemplate,
  PositivePayTemplate,
  PositivePayTemplate,
  PositivePayTemplate,
]
const some: PositivePayRow = {
  number: 1240,
  amountCents: 12345,
  issueDate: '2026-11-20',
  voidDate: null,
  payee: 'Acme Parts',
  secondPayeeLine: null,
}
const write = (template: PositivePayTemplate, row: Partial<PositivePayRow>, account = sampleAccount) =>
  writePositivePayFile(template, account, [{ ...some, ...row }], sampleDate)
const lineOf = (template: PositivePayTemplate, row: Partial<PositivePayRow>) =>
  write(template, row).text?.split('\r\n')[0]

describe('errors returned in place of a file', () => {
  test.each([
    [
      'the account number has more digits than its column',
      write(fixed79, {}, { ...sampleAccount, accountNumber: '123456789012' }),
      'The account number has 12 digits, but column 1 of each check has room for only 11. Numbers can’t be cut. Make the column longer if the bank accepts that.',
    ],
    [
      'the account number isn’t a number',
      write(fixed79, {}, { ...sampleAccount, accountNumber: '12A' }),
      'The account number must contain only digits. Correct it in the bank account.',
    ],
    [
      'the amount doesn’t fit',
      write(fixed79, { amountCents: 99_999_999_99_0 }),
      'Check 1240: the amount $999,999,999.90 takes 11 characters, but column 4 of each check has only 10. Amounts can’t be cut. Make the column longer if the bank accepts that.',
    ],
    [
      'the amount isn’t in whole cents',
      write(chaseCsv, { amountCents: 0.5 }),
      'Check 1240: the amount isn’t an amount in whole cents.',
    ],
    [
      'the amount is negative',
      write(chaseCsv, { amountCents: -1 }),
      'Check 1240: the amount isn’t an amount in whole cents.',
    ],
    [
      'the check number doesn’t fit',
      write(fixed100, { number: 12345678901 }),
      'The check number 12345678901 has 11 digits, but column 4 of each check has room for only 10. Numbers can’t be cut. Make the column longer if the bank accepts that.',
    ],
    [
      'the payee has letters that files can’t contain',
      write(chaseCsv, { payee: '株式会社' }),
      'Check 1240: the payee has “株”, “式”, “会”, and “社”, which bank files can’t contain. Set the template to write question marks instead if the bank accepts that.',
    ],
  ])('returns an error in place of a file when %s', (_when, file, sentence) => {
    expect(file).toEqual({ problems: [sentence] })
  })

  test('returns an error if the payee doesn’t fit and can’t be truncated', () => {
    const [, ...rest] = commonCsv.record.toReversed()
    const template: PositivePayTemplate = {
      ...commonCsv,
      record: [...rest, { source: 'payee', too_long: 'refuse', length: 8, align: 'left', pad: null }],
    }
    expect(write(template, {})).toEqual({
      problems: [
        'Check 1240: the payee has 10 characters, but column 6 of each check has only 8. Make the column longer, or set the template to cut payee names.',
      ],
    })
  })

  test('returns an error if there is nothing to report', () => {
    expect(writePositivePayFile(chaseCsv, sampleAccount, [], sampleDate)).toEqual({
      problems: ['There are no checks to report, so no file was created.'],
    })
  })

  test('returns an error if any other value is too long for its column', () => {
    const template: PositivePayTemplate = {
      ...fixed79,
      record: [{ source: 'text', text: 'LONG', length: 2, align: 'left', pad: ' ' }],
    }
    expect(write(template, {})).toEqual({
      problems: ['“LONG” doesn’t fit in column 1 of each check, which has 2 characters. Make the column longer.'],
    })
  })
})

test('reports account problems once, and check problems for each check', () => {
  const rows = [some, { ...some, number: 1241, payee: '株' }, { ...some, number: 1242, payee: '株' }]
  const file = writePositivePayFile(fixed79, { ...sampleAccount, accountNumber: '123456789012' }, rows, sampleDate)
  expect(file.problems?.map((sentence) => sentence.slice(0, 11))).toEqual(['The account', 'Check 1241:', 'Check 1242:'])
  expect(JSON.stringify(file)).not.toContain('123456789012')
})

describe('payees', () => {
  test('truncates payees at the template’s limit without a trailing space', () => {
    const payee = 'The Very Long Name of A Dealer Supply Company Incorporated of Texas'
    expect(lineOf(chaseCsv, { payee })).toBe(
      'I,12345678901,1240,112026,123.45,The Very Long Name of A Dealer Supply Co',
    )
    expect(lineOf(fixed79, { payee })?.slice(39, 69)).toBe('The Very Long Name of A Dealer')
    expect(lineOf(fixed100, { payee })?.slice(46)).toBe('The Very Long Name of A Dealer Supply Company Incorpor')
    expect(lineOf(chaseCsv, { payee: `${'x'.repeat(39)} y` })).toMatch(/,x{39}$/)
  })

  test('removes accents in every file, and separators and quotation marks in a file without quoted values', () => {
    const payee = 'Renée “Nell”, Inc'
    expect(lineOf(chaseCsv, { payee })).toMatch(/,Renee Nell Inc$/)
    expect(write(commonCsv, { payee }).text).toMatch(/,"Renee ""Nell"", Inc"\r\n$/)
    expect(lineOf(fixed79, { payee })?.slice(39, 69).trimEnd()).toBe('Renee "Nell", Inc')
  })

  test('writes payees in capitals or with question marks if the template says so', () => {
    const template: PositivePayTemplate = { ...chaseCsv, capitals: true, unknown_letters: 'question mark' }
    expect(lineOf(template, { payee: 'Müller 株' })).toMatch(/,MULLER \?$/)
  })

  test('writes the second payee alone or after the first', () => {
    const place = { length: null, align: 'left', pad: null, too_long: 'refuse' } as const
    const template: PositivePayTemplate = {
      ...chaseCsv,
      record: [
        { source: 'second payee line', ...place },
        { source: 'both payee lines', ...place },
      ],
    }
    expect(lineOf(template, { payee: 'Ann', secondPayeeLine: 'AND Bo' })).toBe('AND Bo,Ann AND Bo')
    expect(lineOf(template, {})).toBe(',Acme Parts')
  })
})

test('dates voids with the day of the file if the template says so', () => {
  const template: PositivePayTemplate = { ...fixed79, void_date: 'transmission' }
  expect(lineOf(template, { voidDate: '2026-11-01' })).toMatch(/V11202026$/)
  expect(lineOf(fixed79, { voidDate: '2026-11-01' })).toMatch(/V11012026$/)
})

test('writes dollars as cents as in the bank’s own example', () => {
  expect(lineOf(fixed79, { amountCents: 100 })?.slice(29, 39)).toBe('0000000100')
})

test('ignores spaces and hyphens in bank numbers', () => {
  const file = write(chaseCsv, {}, { accountNumber: '1234-567 8901', routingNumber: '021000021' })
  expect(file.text).toMatch(/^I,12345678901,/)
})

test('writes the file’s totals in the header and trailer', () => {
  const right = (length: number) => ({ length, align: 'right', pad: '0' }) as const
  const template = positivePayTemplate.parse({
    ...fixed79,
    line_end: 'LF',
    last_line_end: false,
    header: [
      [
        { source: 'text', text: 'H', length: 1, pad: ' ' },
        { source: 'routing number', ...right(9) },
        { source: 'file date', date_form: 'YYYYMMDD', length: 8, pad: ' ' },
      ],
    ],
    trailer: [
      [
        { source: 'text', text: 'T', length: 1, pad: ' ' },
        { source: 'record count', ...right(3) },
        { source: 'total amount', amount_form: 'cents', ...right(12) },
        { source: 'issue count', ...right(3) },
        { source: 'issue total', amount_form: 'dollars', ...right(12) },
        { source: 'void count', ...right(3) },
        { source: 'void total', amount_form: 'dollars', ...right(12) },
        { source: 'account number', ...right(12) },
        { source: 'blank', length: 2, pad: ' ' },
      ],
    ],
  })
  const lines = writePositivePayFile(template, sampleAccount, sampleRows, sampleDate).text?.split('\n')
  expect(lines).toHaveLength(7)
  expect(lines?.[0]).toBe('H02100002120261120')
  // 1,234.56 + 89.50 + 0.07 + 1,234,567.89, and a void of 500.00
  expect(lines?.[6]).toBe('T005000123639202004001235892.02001000000500.00012345678901  ')
})

test('writes a void’s date as the issue-or-void date', () => {
  const place = { length: null, align: 'left', pad: null } as const
  const template: PositivePayTemplate = {
    ...chaseCsv,
    record: [{ source: 'issue or void date', date_form: 'YYYY-MM-DD', ...place }],
  }
  expect(lineOf(template, {})).toBe('2026-11-20')
  expect(lineOf(template, { voidDate: '2026-12-01' })).toBe('2026-12-01')
})

const anyDate = fc
  .integer({ min: 0, max: 20_000 })
  .map((day) => new Date(Date.UTC(2000, 0, 1) + day * 86_400_000).toISOString().slice(0, 10))
const anyRow: fc.Arbitrary<PositivePayRow> = fc.record({
  number: fc.integer({ min: 1, max: 9_999_999_999 }),
  amountCents: fc.integer({ min: 0, max: 9_999_999_999 }),
  issueDate: anyDate,
  voidDate: fc.option(anyDate),
  payee: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 90 }), fc.stringMatching(/^["', |&A-Za-zé.\n-]{0,60}$/)),
  secondPayeeLine: fc.constant(null),
})
const anyRows = fc.array(anyRow, { minLength: 1, maxLength: 12 })

test.each([
  [79, fixed79],
  [100, fixed100],
])('writes lines of %i bytes with each value at its position in a fixed-width file', (width, template) => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const tolerant: PositivePayTemplate = { ...template, unknown_letters: 'question mark' }
      const lines = writePositivePayFile(tolerant, sampleAccount, rows, sampleDate).text?.split('\r\n') ?? []
      expect(lines).toHaveLength(rows.length + 1)
      expect(lines.pop()).toBe('')
      for (const [index, line] of lines.entries()) {
        expect(new TextEncoder().encode(line)).toHaveLength(width)
        const [number, cents] =
          width === 79 ? [line.slice(11, 21), line.slice(29, 39)] : [line.slice(15, 25), line.slice(25, 37)]
        expect([Number(number), Number(cents)]).toEqual([rows[index]?.number, rows[index]?.amountCents])
        const isVoid = rows[index]?.voidDate !== null
        expect(width === 79 ? line[70] === 'V' : line[12] === '2').toBe(isVoid)
      }
    }),
  )
})

/** Follows RFC 4180, except that no value contains a line end. */
function readCsv(text: string, separator: string): string[][] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"\\${separator}]*))(?:\\${separator}|$)`, 'gy')
  const lines = text.split('\r\n').slice(0, -1)
  // Adds a separator after the last cell, so that the pattern doesn't produce an extra empty match.
  return lines.map((line) =>
    [...`${line}${separator}`.matchAll(cell)]
      .slice(0, -1)
      .map(([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare),
  )
}

test('writes delimited files that a CSV reader reads back unchanged', () => {
  fc.assert(
    fc.property(
      anyRows,
      fc.constantFrom(',', ';', '|', '\t'),
      fc.constantFrom('when needed', 'always', 'never'),
      (rows, separator, quotes) => {
        const template = {
          ...commonCsv,
          kind: 'delimited',
          separator,
          quotes,
          unknown_letters: 'question mark',
        } as const
        const { text = '' } = writePositivePayFile({ ...template, header: [] }, sampleAccount, rows, sampleDate)
        const lost = new RegExp(`[${separator}"]`, 'g')
        expect(readCsv(text, separator)).toEqual(
          rows.map(({ number, amountCents, issueDate, voidDate, payee }) => {
            const ascii = toAscii(payee).text
            return [
              voidDate === null ? 'Issue' : 'Void',
              '12345678901',
              String(number),
              issueDate.replace(/(....)-(..)-(..)/, '$2/$3/$1'),
              (amountCents / 100).toFixed(2),
              quotes === 'never' ? ascii.replace(lost, '').replace(/ +/g, ' ').trim() : ascii,
            ]
          }),
        )
      },
    ),
  )
})
