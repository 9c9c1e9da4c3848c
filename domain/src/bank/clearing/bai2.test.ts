import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBai2 } from './bai2.ts'
import { clearingProfile } from './profile.ts'

const own = { accountNumber: '12345678901' }
const { bai2: bank960 } = clearingProfile.parse({ bai2: { number_in: 'bank reference', check_codes: ['960'] } })

// Handwritten. Total of the account: 5,000,000 + 4,800,000 + 123,456 + 8,950 + 50,000 + 250,000 + 7 = 10,232,413.
const sample = [
  '01,021000021,DEALER1,261121,0600,1,80,1,2/',
  '02,DEALER1,021000021,1,261120,2359,USD,2/',
  '03,0012345678901,USD,010,5000000,,,040,4800000,,/',
  '16,475,123456,0,REF0001,1234,CHECK PAID/',
  '16,475,8950,Z,,0000001235,FROM A TEXT/',
  '16,475,50000,V,261121,,REF0003,1236,CHECK, PAID',
  '88,AND MORE TEXT/',
  '16,165,250000,S,100000,100000,50000,DEP1,,DEPOSIT/',
  '16,475,7,D,2,0,3,1,4,REF0004,1237/   ',
  '49,10232413,8/',
  '03,777,,,,,/',
  '16,475,500,,X,1,/',
  '49,500,3/',
  '98,10232913,2,13/',
  '99,10232913,1,15/',
]
const text = `${sample.join('\r\n')}\r\n`
const change = (from: string, to: string) => text.replace(from, to)
const problemsOf = (file: string, options = own) =>
  readBai2(file, options).problems.map(({ line, message }) => `${line}: ${message}`)

test('reads the account’s paid checks with amounts in cents and dates from their groups', () => {
  const { lines, problems, notes, skipped } = readBai2(text, own)
  expect(problems).toEqual([])
  expect(notes).toEqual([])
  expect(lines.map(({ fingerprint, is, ...line }) => line)).toEqual([
    { number: 1234, amountCents: 123456, date: '2026-11-20', payee: null, reference: 'REF0001', line: 4 },
    { number: 1235, amountCents: 8950, date: '2026-11-20', payee: null, reference: 'FROM A TEXT', line: 5 },
    { number: 1236, amountCents: 50000, date: '2026-11-20', payee: null, reference: 'REF0003', line: 6 },
    { number: 1237, amountCents: 7, date: '2026-11-20', payee: null, reference: 'REF0004', line: 9 },
  ])
  expect(lines[0]?.fingerprint).toBe('2026-11-20|1234|123456|REF0001|1')
  expect(skipped).toBe(1)
})

test('accepts any line endings, a byte order mark, blank lines, and a missing final line ending', () => {
  const { lines } = readBai2(text, own)
  for (const other of [text.replaceAll('\r\n', '\n'), text.replaceAll('\r\n', '\r'), `\uFEFF${text.trimEnd()}`])
    expect(readBai2(other, own)).toMatchObject({ lines, problems: [] })
  expect(readBai2(text.replaceAll('\r\n', '\r\n\r\n'), own)).toMatchObject({ problems: [], skipped: 1 })
})

test('adds a negative balance with its sign', () => {
  const overdrawn = change('010,5000000', '010,-5000000')
    .replaceAll('10232413', '232413')
    .replaceAll('10232913', '232913')
  expect(readBai2(overdrawn, own)).toMatchObject({ problems: [], skipped: 1 })
})

test('reads check numbers from another field and accepts custom type codes', () => {
  const other = change('475,123456,0,REF0001,1234', '960,123456,0,1234,REF0001')
  const { lines } = readBai2(other, own, bank960)
  expect(lines).toMatchObject([{ number: 1234, reference: 'REF0001', line: 4 }])
})

test('reads reversals as lines of their own, and notes interim reports', () => {
  const { notes, lines } = readBai2(
    change('16,165,250000,S,100000,100000,50000,DEP1,,', '16,395,250000,,DEP1,1200,').replace('USD,2/', 'USD,3/'),
    own,
  )
  expect(lines.map(({ is, number }) => [is, number])).toEqual([
    ['check', 1234],
    ['check', 1235],
    ['check', 1236],
    ['reversal', 1200],
    ['check', 1237],
  ])
  expect(notes).toEqual([
    { line: 2, message: 'The bank marked this group as interim. More payments might be added for that day.' },
  ])
})

test('reads a check without a number', () => {
  expect(readBai2(change(',0000001235,', ',,'), own).lines[1]).toMatchObject({ number: null, amountCents: 8950 })
})

/** The same file without the other account. */
const alone = text
  .replace(/03,777[\s\S]*49,500,3\/\r\n/, '')
  .replace('98,10232913,2,13', '98,10232413,1,10')
  .replace('99,10232913,1,15', '99,10232413,1,12')

test('notes wrong totals that concern other accounts', () => {
  const { lines, problems, notes } = readBai2(
    change('49,500,3', '49,501,9').replace('98,10232913', '98,1').replace('99,10232913', '99,2'),
    own,
  )
  expect(lines).toHaveLength(4)
  expect(problems).toEqual([])
  expect(notes.map(({ line }) => line)).toEqual([14, 15])
})

const part = 'Part of the file might be missing. Download it from the bank again.'

describe('refused BAI2 files', () => {
  test.each([
    [
      'version 1',
      change(',1,2/\r\n02', ',1,1/\r\n02'),
      ['1: This file uses BAI version “1”, not 2. Ask the bank for a BAI2 file.'],
    ],
    [
      'a wrong account total',
      change('49,10232413', '49,10232414'),
      [`10: The amounts since line 3 add up to 10232413 cents, but this record 49 has “10232414”. ${part}`],
    ],
    [
      'wrong totals of a group and a file with this account only',
      alone.replace('98,10232413', '98,-10232413').replace('99,10232413', '99,7'),
      [
        `11: The amounts since line 2 add up to 10232413 cents, but this record 98 has “-10232413”. ${part}`,
        `12: The amounts since line 1 add up to 10232413 cents, but this record 99 has “7”. ${part}`,
      ],
    ],
    [
      'wrong counts',
      alone.replace('49,10232413,8', '49,10232413,9').replace(',1,10/', ',3,11/').replace(',1,12/', ',2,/'),
      [
        `10: There are 8 records since line 3, but this record 49 has “9”. ${part}`,
        `11: There are 1 accounts since line 2, but this record 98 has “3”. ${part}`,
        `11: There are 10 records since line 2, but this record 98 has “11”. ${part}`,
        `12: There are 1 groups since line 1, but this record 99 has “2”. ${part}`,
      ],
    ],
    [
      'a misplaced record',
      change('49,10232413,8/\r\n', ''),
      [`10: Record 03 isn’t allowed within this account (03 to 49). ${part}`],
    ],
    ['no beginning', sample.slice(1).join('\n'), [`1: Record 02 isn’t allowed outside any file. ${part}`]],
    [
      'an unknown record code',
      change('16,165', '17,165'),
      ['8: “17” isn’t a BAI2 record. Download the file from the bank again.'],
    ],
    [
      'a truncated file',
      sample.slice(0, 9).join('\n'),
      ['9: The file ends before its last record (99). It might be cut off. Download it from the bank again.'],
    ],
    [
      'other accounts only',
      text.replace('0012345678901', '0012345678902'),
      [expect.stringMatching(/^1: This file has no account ending in 8901. It is for …8902, …777. Choose the file/)],
    ],
    [
      'an account in another currency',
      change('8901,USD', '8901,CAD'),
      ['3: This account is in “CAD”. Only dollar amounts can be used.'],
    ],
    [
      'a group in another currency',
      change('8901,USD', '8901,').replace('2359,USD', '2359,EUR'),
      ['3: This account is in “EUR”. Only dollar amounts can be used.'],
    ],
    [
      'a test group',
      change(',1,261120', ',4,261120'),
      ['2: This group is test data from the bank. Choose another file.'],
    ],
    [
      'a deletion group',
      change(',1,261120', ',2,261120'),
      ['2: This group deletes data from an earlier file. Handle its checks manually.'],
    ],
    [
      'an invalid date',
      change('261120', '261131'),
      ['2: “261131” isn’t a valid date in the format 261120. Ask the bank about it.'],
    ],
    [
      'an invalid amount',
      change('16,475,8950', '16,475,89.50'),
      [
        '5: “89.50” isn’t an amount in cents. Ask the bank about this line.',
        '5: The amount of this paid check isn’t above 0. Ask the bank about this line.',
        expect.stringContaining('10: The amounts since line 3'),
        expect.stringContaining('14: The amounts since line 2'),
      ],
    ],
    ['an empty file', ' \n', ['1: This file is empty. Download it from the bank again.']],
    ['a file that isn’t text', 'A\0', ['1: This isn’t a text file. Download a CSV, BAI2, or OFX file from the bank.']],
  ])('names the line and the remedy when it refuses %s', (_which, file, problems) => {
    expect(problemsOf(file)).toEqual(problems)
  })
})

test('never shows the full account number', () => {
  expect(JSON.stringify(readBai2(text.replace('0012345678901', '99'), own))).not.toContain('12345678901')
})

test('refuses a file truncated at any position', () => {
  for (let end = 0; end < text.indexOf('99,10232913,'); end += 1)
    expect(problemsOf(text.slice(0, end)), `cut after ${end}`).not.toEqual([])
})

interface Detail {
  readonly code: string
  readonly cents: number
  readonly number: number
  readonly funds: string
  readonly more: number
}
const anyDetail: fc.Arbitrary<Detail> = fc.record({
  code: fc.constantFrom('475', '474', '165', '698'),
  cents: fc.integer({ min: 1, max: 9_999_999 }),
  number: fc.integer({ min: 1, max: 999_999 }),
  funds: fc.constantFrom('', '0', '1', '2', 'Z', 'V,261121,1200', 'S,1,2,3', 'D,0', 'D,1,0,5', 'D,2,0,5,1,6'),
  more: fc.nat({ max: 3 }),
})
const anyAccounts = fc.array(fc.array(anyDetail, { maxLength: 8 }), { minLength: 1, maxLength: 4 })

/** A file with one group. A second account in the file is a different bank account. */
function fileOf(accounts: readonly (readonly Detail[])[]): string[] {
  let total = 0
  const body = accounts.flatMap((details, index) => {
    const lines = details.flatMap(({ code, cents, number, funds, more }) => [
      `16,${code},${cents},${funds},R${number},${number},A TEXT, OF TWO PARTS`,
      ...Array.from({ length: more }, (_, at) => `88,CONTINUED ${at}/`),
    ])
    const sum = details.reduce((cents, detail) => cents + detail.cents, 1000)
    total += sum
    return [`03,${index === 1 ? 42 : 12345678901},USD,015,1000,,/`, ...lines, `49,${sum},${lines.length + 2}/`]
  })
  return [
    '01,A,B,261121,0600,1,,,2/',
    '02,B,A,1,261120,,,/',
    ...body,
    `98,${total},${accounts.length},${body.length + 2}/`,
    `99,${total},1,${body.length + 4}/`,
  ]
}

test('returns exactly the paid checks of the account', () => {
  fc.assert(
    fc.property(anyAccounts, (accounts) => {
      const { lines, problems } = readBai2(fileOf(accounts).join('\n'), own)
      const paid = accounts.flatMap((details, index) =>
        index === 1 ? [] : details.filter(({ code }) => code === '475' || code === '474'),
      )
      expect(problems).toEqual([])
      expect(lines.map(({ number, amountCents, reference }) => [number, amountCents, reference])).toEqual(
        paid.map(({ number, cents }) => [number, cents, `R${number}`]),
      )
      expect(new Set(lines.map(({ fingerprint }) => fingerprint)).size).toBe(lines.length)
    }),
  )
})

test('refuses a file with a missing line, a repeated line, or a changed amount, or reads the same checks', () => {
  fc.assert(
    fc.property(anyAccounts, fc.nat(), fc.constantFrom('left out', 'doubled', 'changed'), (accounts, place, how) => {
      const file = fileOf(accounts)
      const at = place % file.length
      const line = file[at] ?? ''
      const other = {
        'left out': [],
        doubled: [line, line],
        changed: [line.replace(/^(16|49),(...,)?(\d+)/, '$1,$2$39')],
      }
      const changed = file.toSpliced(at, 1, ...other[how])
      fc.pre(changed.join('\n') !== file.join('\n'))
      const { lines, problems } = readBai2(changed.join('\n'), own)
      const keysOf = (all: typeof lines) => all.map(({ number, amountCents, date }) => [number, amountCents, date])
      if (problems.length === 0) expect(keysOf(lines)).toEqual(keysOf(readBai2(file.join('\n'), own).lines))
    }),
  )
})
