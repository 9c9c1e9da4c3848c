import { describe, expect, test } from 'vitest'
import { sampleAccountOf, sampleDate, sampleRows, shippedTemplates } from './shipped.ts'
import { positivePayTemplate } from './template.ts'
import { rowsByFile, writePositivePayFile } from './write-file.ts'

function filesOf(name: string): string[] {
  const template = shippedTemplates.find((one) => one.name === name)?.template
  if (!template) throw new Error(`There is no template ${name}`)
  return rowsByFile(template, sampleRows).map(({ kind, rows }) => {
    const { text, problems } = writePositivePayFile(template, sampleAccountOf(template), rows, sampleDate, kind)
    return text ?? problems.join('\n')
  })
}

const fileOf = (name: string) => filesOf(name)[0] ?? ''

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

// Handwritten from the banks' own web pages. A dot represents a space.
const files = [
  [
    'Chase CSV',
    271,
    '18fe26f2b6aead02df02825d951d0b38b6d5f47fbaa8fb1bf2b0457b4d87547d',
    `I,12345678901,1234,112026,1234.56,ACME PARTS INC
I,12345678901,1235,112026,89.50,SMITH JONES & CO
C,12345678901,1236,111926,500.00,RIVER CITY AUTO GLASS
I,12345678901,1237,112026,0.07,CITY OF AUSTIN
I,12345678901,1238,112026,1234567.89,FORD MOTOR CREDIT COMPANY LLC`,
  ],
  [
    'First American Bank, fixed width',
    405,
    '04900fb36b6537e19640672adb217675067a78afd1b31ff62296d81b28d0e5ad',
    `123456789010000001234112020260000123456ACME·PARTS·INC··························
123456789010000001235112020260000008950SMITH,·JONES·&·CO·······················
123456789010000001236111920260000050000RIVER·CITY·AUTO·GLASS··········V11202026
123456789010000001237112020260000000007CITY·OF·AUSTIN··························
123456789010000001238112020260123456789FORD·MOTOR·CREDIT·COMPANY·LLC···········`,
  ],
  [
    'Ascender, fixed width',
    510,
    'fda79707406d34b678d5f5f9298ac39908052f2933e23a9df2d79a40f567005e',
    `012345678901···000000123400000012345620261120·ACME·PARTS·INC········································
012345678901···000000123500000000895020261120·SMITH,·JONES·&·CO·····································
0123456789012··000000123600000005000020261119·RIVER·CITY·AUTO·GLASS·································
012345678901···000000123700000000000720261120·CITY·OF·AUSTIN········································
012345678901···000000123800012345678920261120·FORD·MOTOR·CREDIT·COMPANY·LLC·························`,
  ],
] as const

describe.each(files)('formats the sample checks with the shipped template %s', (name, bytes, hash, lines) => {
  const file = fileOf(name)

  test('matches the bank’s description byte for byte', async () => {
    const expected = lines.split('\n').map((line) => `${line.replaceAll('·', ' ')}\r\n`)
    expect(file.split(/(?<=\n)/)).toEqual(expected)
    expect(new TextEncoder().encode(file)).toHaveLength(bytes)
    expect(await sha256(file)).toBe(hash)
  })
})

const blanks = (count: number) => ' '.repeat(count)

// Handwritten from the pages that `shipped.ts` names.
test('writes the voids of PNC into a file of their own, dated with the day the file is sent', () => {
  const payees = ['ACME PARTS INC', 'SMITH, JONES & CO', 'CITY OF AUSTIN', 'FORD MOTOR CREDIT COMPANY LLC']
  const starts = ['1234    1234.56', '1235      89.50', '1237       0.07', '1238 1234567.89']
  expect(filesOf('PNC, fixed width with payees').map((text) => text.split('\r\n'))).toEqual([
    [...starts.map((start, index) => `1234567890000000${start}11202026${payees[index]?.padEnd(100)}`), ''],
    [`12345678900000001236     500.0011202026${'RIVER CITY AUTO GLASS'.padEnd(100)}`, ''],
  ])
  expect(filesOf('PNC IssueFW and VoidFW').map((text) => text.split('\r\n'))).toEqual([
    [...starts.map((start) => `1234567890000000${start}11202026${blanks(15)}`), ''],
    [`12345678900000001236     500.0011192026${blanks(15)}`, ''],
  ])
})

test('writes only issues for banks that aren’t told about voids', () => {
  const [citizens, ...none] = filesOf('Citizens, fixed width')
  expect(none).toEqual([])
  const lines = citizens?.split('\r\n') ?? []
  expect(lines).toHaveLength(5)
  expect(lines[0]).toBe(`123456789000000012340000123456112026${blanks(16)}${'ACME PARTS INC'.padEnd(60)}${blanks(68)}`)
  expect(filesOf('BankFinancial CSV').map((text) => text.split('\r\n'))).toEqual([
    [
      'I,12345678901,1234,11/20/2026,1234.56,ACME PARTS INC',
      'I,12345678901,1235,11/20/2026,89.50,"SMITH, JONES & CO"',
      'I,12345678901,1237,11/20/2026,0.07,CITY OF AUSTIN',
      'I,12345678901,1238,11/20/2026,1234567.89,FORD MOTOR CREDIT COMPANY LLC',
      '',
    ],
  ])
})

test('names the columns in the common CSV and puts texts with commas in quotation marks', () => {
  expect(fileOf('Common CSV')).toBe(
    [
      'Status,Account Number,Check Number,Issue Date,Amount,Payee',
      'Issue,12345678901,1234,11/20/2026,1234.56,ACME PARTS INC',
      'Issue,12345678901,1235,11/20/2026,89.50,"SMITH, JONES & CO"',
      'Void,12345678901,1236,11/19/2026,500.00,RIVER CITY AUTO GLASS',
      'Issue,12345678901,1237,11/20/2026,0.07,CITY OF AUSTIN',
      'Issue,12345678901,1238,11/20/2026,1234567.89,FORD MOTOR CREDIT COMPANY LLC',
      '',
    ].join('\r\n'),
  )
})

test('names the source of every template, and says which one follows no bank', () => {
  expect(shippedTemplates.map(({ name, source }) => [name, source])).toEqual([
    ['Common CSV', 'Not from one bank: the columns that banks ask for most often'],
    ['Chase CSV', 'positivepaymaker.com/formats.md'],
    ['First American Bank, fixed width', 'positivepaymaker.pages.dev/banks/first-american-bank'],
    ['Ascender, fixed width', 'Positive Pay Export for school districts in Texas, help.ascendertx.com'],
    [
      'PNC, fixed width with payees',
      'PNC Positive Pay Export, help.ascendertx.com, and PINACLE training manual, fliphtml5.com/avoi/frdn',
    ],
    ['PNC IssueFW and VoidFW', 'PINACLE training manual, page 12, fliphtml5.com/avoi/frdn'],
    ['Citizens, fixed width', 'Citizens Bank version 1, support-sf.genesisedu.com, article 151000055774'],
    ['BankFinancial CSV', 'Positive Pay Format Guide, comma-delimited example, docslib.org/doc/782644'],
  ])
})

test('can be stored and read back unchanged', () => {
  expect(shippedTemplates.map(({ name }) => name)).toEqual([
    'Common CSV',
    'Chase CSV',
    'First American Bank, fixed width',
    'Ascender, fixed width',
    'PNC, fixed width with payees',
    'PNC IssueFW and VoidFW',
    'Citizens, fixed width',
    'BankFinancial CSV',
  ])
  for (const { template } of shippedTemplates)
    expect(positivePayTemplate.parse(JSON.parse(JSON.stringify(template)))).toEqual(template)
})
