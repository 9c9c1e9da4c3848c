import { expect, test } from 'vitest'
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
