import { describe, expect, test } from 'vitest'
import { sampleAccount, sampleDate, shippedTemplates } from './shipped.ts'
import { positivePayTemplate } from './template.ts'
import { writePositivePayFile } from './write-file.ts'

const some = {
  number: 1240,
  amountCents: 12345,
  issueDate: '2026-11-20',
  voidDate: null,
  payee: 'Acme Parts',
  secondPayeeLine: null,
}

test('leaves out only the rows that can’t be written, and totals the others', () => {
  const template = positivePayTemplate.parse({
    ...shippedTemplates.find(({ name }) => name === 'Chase CSV')?.template,
    trailer: [
      [
        { source: 'record count' },
        { source: 'total of check numbers' },
        { source: 'total amount', amount_form: 'dollars' },
      ],
    ],
  })
  const rows = [some, { ...some, number: 1241, payee: '株' }, { ...some, number: 1242, amountCents: 55 }]
  const file = writePositivePayFile(template, sampleAccount, rows, sampleDate)
  expect(file.text?.split('\r\n')).toEqual([
    'I,12345678901,1240,112026,123.45,Acme Parts',
    'I,12345678901,1242,112026,0.55,Acme Parts',
    '2,2482,124.00',
    '',
  ])
  expect(file.rows).toEqual([rows[0], rows[2]])
  expect(file.held?.map(({ row, problems }) => [row.number, problems])).toEqual([
    [1241, [expect.stringMatching(/^Check 1241: the payee has “株”/)]],
  ])
})

describe('totals that have no room for all checks', () => {
  const withTotals = (length: number) =>
    positivePayTemplate.parse({
      ...shippedTemplates.find(({ name }) => name === 'Chase CSV')?.template,
      trailer: [[{ source: 'record count' }, { source: 'total of check numbers', length }]],
    })
  const rows = Array.from({ length: 300 }, (_, index) => ({ ...some, number: 400_000 + index }))
  const write = (length: number, of: readonly (typeof some)[]) =>
    writePositivePayFile(withTotals(length), sampleAccount, of, sampleDate)

  test('ends the file before the check whose number would overflow the total, and leaves the others for the next', () => {
    const file = write(8, rows)
    // 400000 + … + 400248 = 99,630,876; with 400249, it would be 100,031,125.
    expect(file.text?.split('\r\n').slice(-3)).toEqual([
      'I,12345678901,400248,112026,123.45,Acme Parts',
      '249,99630876',
      '',
    ])
    expect([file.rows, file.rest, file.held]).toEqual([rows.slice(0, 249), rows.slice(249), []])
    const next = write(8, file.rest ?? [])
    expect(next.text?.split('\r\n').slice(-2)).toEqual(['51,20413974', ''])
    expect([next.rows?.length, next.rest]).toEqual([51, []])
  })

  test('holds back only the check that doesn’t fit even alone', () => {
    const file = write(6, [some, { ...some, number: 1_000_000 }, { ...some, number: 1242 }])
    expect([file.rows?.map(({ number }) => number), file.rest]).toEqual([[1240, 1242], []])
    expect(file.held?.map(({ row, problems }) => [row.number, problems])).toEqual([
      [
        1_000_000,
        [
          'Check 1000000: the total of check numbers has 7 digits, but column 2 of the trailer has room for only 6. Numbers can’t be cut. Make the column longer if the bank accepts that.',
        ],
      ],
    ])
  })

  test('refuses the whole file only for what no choice of checks changes', () => {
    const template = {
      ...withTotals(8),
      header: [[{ source: 'account number', length: 10, align: 'left', pad: null }]],
    }
    expect(writePositivePayFile(positivePayTemplate.parse(template), sampleAccount, rows, sampleDate).problems).toEqual(
      [
        'The account number has 11 digits, but column 1 of the header has room for only 10. Numbers can’t be cut. Make the column longer if the bank accepts that.',
      ],
    )
  })
})
