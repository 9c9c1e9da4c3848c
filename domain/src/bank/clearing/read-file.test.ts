import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatOf } from './layouts.ts'
import { clearingCsvMapping, clearingProfile } from './profile.ts'
import { decodeClearingFile, readClearingFile } from './read-file.ts'

const csv = clearingCsvMapping.parse({
  has_names: true,
  number: 1,
  amount: 2,
  date: 3,
  date_form: 'YYYYMMDD',
  checks: 'all',
})
const withColumns = (mapping: object) => ({
  accountNumber: '12345678901',
  profile: clearingProfile.parse({ csv: mapping }),
})
const options = withColumns(csv)

const samples = {
  BAI2: '01,A,B,261121,0600,1,,,2/\n02,B,A,1,261120,,,/\n03,12345678901,,,,,/\n16,475,700,,R1,1234,/\n49,700,3/\n98,700,1,5/\n99,700,1,7/\n',
  OFX: '<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>12345678901</BANKACCTFROM>\n<STMTTRN><TRNTYPE>CHECK<DTPOSTED>20261120<TRNAMT>-7.00<FITID>R1<CHECKNUM>1234</STMTTRN></STMTRS></OFX>',
  CSV: 'Check,Amount,Date\n1234,7.00,20261120\n',
} as const

test.each(Object.entries(samples))('recognizes a %s file by its content and reads its check', (format, text) => {
  expect(formatOf(`\uFEFF\r\n${text}`)).toBe(format)
  const file = readClearingFile(text, options)
  expect(file).toMatchObject({ format, problems: [] })
  expect(file.lines).toMatchObject([{ number: 1234, amountCents: 700, date: '2026-11-20' }])
})

test.each([
  ['OFX', 'OFXHEADER:100\nDATA:OFXSGML\n'],
  ['OFX', '<?xml version="1.0"?><ofx>'],
  ['BAI2', '01,A,B,\r\n88,261121,0600,1,,,2/\r\n02,B,A'],
  ['OFX', '<o:OFX xmlns:o="urn:x">'],
  ['BAI2', '$$ADD ID=A\n\n01,A,B,261121,0600,1,,,2/\n02,B,A'],
  ['fixed width', '0012345678901000000123411202026000000000700\n'],
  ['BAI2', '02,ME,021200025,1,261126,,USD,2/\n03,12345678901,USD/'],
  [undefined, '1,2,3\n1,2,3'],
  [undefined, ''],
])('recognizes the format %s from the start of the file (%j)', (format, text) => {
  expect(formatOf(text, '12345678901')).toBe(format)
})

test('guesses the columns of a file if none are saved, and says so', () => {
  const file = readClearingFile(samples.CSV, { accountNumber: '12345678901' })
  expect(file.lines).toMatchObject([{ number: 1234, amountCents: 700 }])
  expect(file.notes).toMatchObject([{ message: expect.stringMatching(/^The columns were guessed/) }])
  expect(file.sample).toMatchObject([{ line: 2, text: '1234 7.00 20261120', check: { number: 1234 } }])
})

test('shows the first lines of a file that it can’t recognize, without the account number', () => {
  const file = readClearingFile('Dear customer,\n\nyour account 12345678901\nis in\norder.\nBye', options)
  expect(file).toMatchObject({ format: null, isMisfit: true, lines: [] })
  const plain = readClearingFile('Dear customer,\n\nyour account 12345678901', { accountNumber: '12345678901' })
  expect(plain).toMatchObject({
    format: null,
    problems: [{ message: expect.stringMatching(/CSV, BAI2, OFX, or fixed width/) }],
    sample: [
      { line: 1, text: 'Dear customer,', check: null },
      { line: 3, text: 'your account …8901', check: null },
    ],
  })
})

describe('account number masking', () => {
  test('masks the account number in the bank’s text about a check', () => {
    const mapping = { ...csv, payee: 4, reference: 5 }
    const text = 'Check,Amount,Date\n1,7.00,20261120,ACCT 12345678901,X-0012345678901\n2,7.00,ON 12345678901\n'
    const file = readClearingFile(text, withColumns(mapping))
    expect(file).toMatchObject({
      lines: [{ payee: 'ACCT …8901', reference: 'X-00…8901', fingerprint: '2026-11-20|1|700|X-00…8901|1' }],
      problems: [
        {
          line: 3,
          message: '“ON …8901” isn’t a valid date in the format 20261120. Choose another column or date format.',
        },
      ],
    })
  })

  test('masks the account number where a check number should be', () => {
    const text = 'Check,Amount,Date\n1,7.00,20261120\n012345678901,7.00,20261120\n'
    expect(readClearingFile(text, options)).toMatchObject({
      format: 'CSV',
      lines: [],
      problems: [
        {
          line: 3,
          message: 'The check-number column contains the account number. Choose another column for check numbers.',
        },
      ],
    })
  })

  test('masks parts of the account number in shortened texts', () => {
    const text = `Check,Amount,Date,Ref\n1,7.00,ON A VERY LONG DAY 12345678901 IT WAS\n1,7.00,20261120,${'x'.repeat(250)}12345678901\n`
    const { lines, problems } = readClearingFile(text, withColumns({ ...csv, reference: 4 }))
    expect(lines[0]?.reference).toBe('x'.repeat(250))
    expect(problems[0]?.message).toBe(
      '“ON A VERY LONG DAY …” isn’t a valid date in the format 20261120. Choose another column or date format.',
    )
  })

  test('masks the account number in the lines left out', () => {
    const text = samples.BAI2.replace('16,475,700,,R1,1234,', '16,698,700,,R1,12345678901,')
    expect(readClearingFile(text, options).leftOut).toEqual([
      { line: 4, message: 'Type code 698 isn’t a check: 16,698,700,,R1,…8901,' },
    ])
  })
})

test('decodes the encodings that banks use', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x41, 0, 0xe9, 0])
  expect(decodeClearingFile(utf16)).toBe('Aé')
  expect(decodeClearingFile(new Uint8Array([0xfe, 0xff, 0, 0x41, 0, 0xe9]))).toBe('Aé')
  expect(decodeClearingFile(new TextEncoder().encode('Aé–'))).toBe('Aé–')
  expect(decodeClearingFile(new Uint8Array([0x41, 0xe9, 0x96]))).toBe('Aé–')
})

describe('arbitrary file content', () => {
  const check = (text: string) => {
    const { lines, problems, notes } = readClearingFile(text, options)
    for (const { line, message } of [...problems, ...notes]) {
      expect(line).toBeGreaterThan(0)
      expect(message).toMatch(/\.$/)
      expect(message.length).toBeLessThan(300)
    }
    for (const { number, amountCents, date, line, fingerprint } of lines) {
      expect(number === null || (Number.isSafeInteger(number) && number > 0)).toBe(true)
      expect(Number.isSafeInteger(amountCents) && amountCents > 0).toBe(true)
      expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date)
      expect(line).toBeGreaterThan(0)
      expect(fingerprint.length).toBeLessThanOrEqual(310)
    }
  }

  test('returns lines or problems for random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => check(decodeClearingFile(bytes))))
  })

  test('returns lines or problems for random text after a valid beginning', () => {
    const start = fc.constantFrom('01,A,B\n02,', '<OFX>', 'OFXHEADER:100', '1,2,3\n', ...Object.values(samples))
    const pieces = [
      '/',
      ',',
      '\n',
      '88,',
      '16,475,',
      '49,',
      '<STMTTRN>',
      '</STMTTRN>',
      '<!--',
      '<![CDATA[',
      '>',
      '<',
      '"',
      '1',
      '&#9;',
      '\u0000',
    ]
    const rest = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 5 })), {
      maxLength: 60,
    })
    fc.assert(fc.property(start, rest, (begun, more) => check(begun + more.join(''))))
  })

  test('returns lines or problems for a bank file with altered characters', () => {
    const anyChange = fc.tuple(fc.nat(), fc.constantFrom(...',/\n<>"-+.019AVSD$()'))
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(samples)),
        fc.array(anyChange, { maxLength: 6 }),
        (sample, changes) => {
          const letters = [...sample]
          for (const [place, letter] of changes) letters[place % letters.length] = letter
          check(letters.join(''))
        },
      ),
    )
  })

  // A parser with quadratic running time would exceed the time limit of the test.
  test.each([
    ['01,\n02,', '88,1,/\n'],
    ['01,\n02,', ','],
    ['01,\n02,', '03,1\n'],
    ['01,\n02,\n03,1', ',1,1,1,D,999'],
    ['<OFX>', '<'],
    ['<OFX>', '<A'],
    ['<OFX>', '<A>'],
    ['<OFX>', '<!--'],
    ['<OFX>', '<![CDATA['],
    ['<OFX>', '&amp;'],
    ['<OFX><STMTTRN><NAME>', ' '],
    ['', '"'],
    ['', '""'],
    ['', ','],
    ['', '1,1.00,20261120\n'],
    ['', '\r'],
    ['', '1,$'],
    [' ', ' '],
  ])('reads %j followed by a million repetitions of %j within the time limit', (start, again) => {
    check(start + again.repeat(Math.floor((1_000_000 - start.length) / again.length)))
  })
})
