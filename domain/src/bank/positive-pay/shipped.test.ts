import { describe, expect, test } from 'vitest'
import { sampleAccount, sampleDate, sampleRows, shippedTemplates } from './shipped.ts'
import { positivePayTemplate } from './template.ts'
import { writePositivePayFile } from './write-file.ts'

function fileOf(name: string): string {
  const shipped = shippedTemplates.find((one) => one.name === name)
  if (!shipped) throw new Error(`There is no template ${name}`)
  const { text, problems } = writePositivePayFile(shipped.template, sampleAccount, sampleRows, sampleDate)
  return text ?? problems.join('\n')
}

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
    'Fixed width, 79',
    405,
    '04900fb36b6537e19640672adb217675067a78afd1b31ff62296d81b28d0e5ad',
    `123456789010000001234112020260000123456ACME·PARTS·INC··························
123456789010000001235112020260000008950SMITH,·JONES·&·CO·······················
123456789010000001236111920260000050000RIVER·CITY·AUTO·GLASS··········V11202026
123456789010000001237112020260000000007CITY·OF·AUSTIN··························
123456789010000001238112020260123456789FORD·MOTOR·CREDIT·COMPANY·LLC···········`,
  ],
  [
    'Fixed width, 100',
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

test('can be stored and read back unchanged', () => {
  expect(shippedTemplates.map(({ name }) => name)).toEqual([
    'Common CSV',
    'Chase CSV',
    'Fixed width, 79',
    'Fixed width, 100',
  ])
  for (const { template } of shippedTemplates)
    expect(positivePayTemplate.parse(JSON.parse(JSON.stringify(template)))).toEqual(template)
})
