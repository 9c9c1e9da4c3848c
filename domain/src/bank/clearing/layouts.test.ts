import { expect, test } from 'vitest'
import { own } from '../../testing/bank-files.ts'
import { sampleAccountOf, sampleDate, sampleRows, shippedTemplates } from '../positive-pay/shipped.ts'
import { rowsByFile, writePositivePayFile } from '../positive-pay/write-file.ts'
import { guessColumns, mappingOfColumns } from './columns.ts'
import { withLayout } from './layouts.ts'
import { clearingCsvMapping, clearingProfile, plainProfile } from './profile.ts'
import { readClearingFile } from './read-file.ts'

const layoutOf = (text: string) => clearingCsvMapping.parse(mappingOfColumns(guessColumns(text, own), text))
const found = (text: string, profile = plainProfile) => {
  const { format, isMisfit, lines, problems } = readClearingFile(text, { accountNumber: own, profile })
  const checks = lines.map(({ number, amountCents, date }) => `${number} ${amountCents} ${date}`)
  return { format, isMisfit, checks, problems: problems.map(({ message }) => message) }
}

const daily = 'Posted,Check Number,Amount\n11/26/2026,1001,-1000.00\n11/27/2026,1002,-300.00'
const sometimes = 'Serial;Paid Date;Paid Amount;Payee\n1001;26.11.2026;1.000,00;Harbor Glass'
const plain = '1001,2026-11-26,1000.00\n1002,2026-11-27,300.00'
const [one, both] = [['1001 100000 2026-11-26'], ['1001 100000 2026-11-26', '1002 30000 2026-11-27']]

test('reads a file that the saved profile doesn’t fit as detected, and says so', () => {
  const profile = clearingProfile.parse({ csv: layoutOf(daily) })
  expect(found(daily, profile)).toEqual({ format: 'CSV', isMisfit: false, checks: both, problems: [] })
  expect(found(sometimes, profile)).toEqual({ format: 'CSV', isMisfit: true, checks: one, problems: [] })
  const { notes } = readClearingFile(plain, { accountNumber: own, profile })
  expect(notes[0]?.message).toBe(
    'This file doesn’t look like the saved profile, so its format was detected. Compare the first lines with the checks.',
  )
})

test('keeps a layout for each kind of file of a bank, and reads each file with the one that it fits', () => {
  const first = withLayout(daily, plainProfile, layoutOf(daily))
  const second = withLayout(sometimes, first, layoutOf(sometimes))
  const third = withLayout(plain, second, layoutOf(plain))
  expect(third.more_csv).toHaveLength(2)
  const profile = clearingProfile.parse({ ...third, format: 'CSV' })
  for (const [text, checks] of [
    [daily, both],
    [sometimes, one],
    [plain, both],
  ] as const)
    expect(found(text, profile)).toEqual({ format: 'CSV', isMisfit: false, checks, problems: [] })
  const bai2 = [
    '01,021200025,ME,261126,0829,1,,,2/',
    '02,ME,021200025,1,261126,,USD,2/',
    `03,${own},USD/`,
    '16,475,100000,Z,R1,1001,CHECK PAID/',
    '49,100000,3/',
    '98,100000,1,5/',
    '99,100000,1,7/',
  ].join('\n')
  expect(found(bai2, profile)).toEqual({ format: 'BAI2', isMisfit: false, checks: one, problems: [] })
  const changed = { ...layoutOf(sometimes), payee: null }
  expect(withLayout(sometimes, third, changed)).toMatchObject({
    csv: changed,
    more_csv: [layoutOf(plain), layoutOf(daily)],
  })
})

test('ignores a saved field for check numbers in which a file has none', () => {
  const bai2 = { number_in: 'text', number_after: 'CHKN' }
  const file = ['01,021200025,ME,261126,0829,1,,,2/', '02,ME,021200025,1,261126,,USD,2/', `03,${own},USD/`]
  const lines = [...file, '16,475,100000,Z,R1,1001,CHECK PAID/', '49,,3/', '98,,1,5/', '99,,1,7/'].join('\n')
  const profile = clearingProfile.parse({ bai2 })
  expect(found(lines, profile)).toEqual({ format: 'BAI2', isMisfit: true, checks: one, problems: [] })
})

test('doesn’t call a plain text a CSV file', () => {
  const profile = clearingProfile.parse({ csv: layoutOf(daily), format: null })
  expect(found('Dear customer,\nplease find below what you asked for.', profile).format).toBeNull()
})

test.each([
  ['a decimal comma and the day first', 'Check;Date;Amount\n1001;11.12.2026;1.234,50', '1001 123450 2026-12-11'],
  ['dollars and the month first', 'Check;Date;Amount\n1001;11.12.2026;1234.50', '1001 123450 2026-11-12'],
  ['the day first where no month can be', 'Check,Date,Amount\n1001,26.11.2026,50.00', '1001 5000 2026-11-26'],
  ['a decimal comma without thousands', 'Check;Date;Amount\n1001;2026-11-26;300,5', '1001 30050 2026-11-26'],
  ['cents by the name of the column', 'Check,Date,Amount (cents)\n1001,11/26/2026,100000', '1001 100000 2026-11-26'],
  [
    'cents by a line above',
    'All amounts are in cents\nCheck,Date,Amount\n1001,11/26/2026,7725',
    '1001 7725 2026-11-26',
  ],
  ['dollars without cents', 'Check,Date,Amount\n1001,11/26/2026,100', '1001 10000 2026-11-26'],
])('recognizes %s', (_which, text, check) => {
  expect(found(text)).toEqual({ format: 'CSV', isMisfit: false, checks: [check], problems: [] })
})

const sections = (checks: readonly string[]) =>
  ['Statement,First Harbor Bank', 'Deposits', 'Date,Number,Amount', '11/25/2026,445566,5250.00', '', ...checks].join(
    '\n',
  )

test.each([
  ['the same columns', ['Checks Paid', 'Date,Check Number,Amount', '11/26/2026,1001,1000.00', 'Total,,1000.00']],
  ['other columns', ['Checks Paid', 'Check Number,Amount,Date Paid', '1001,1000.00,11/26/2026']],
  [
    'a further section',
    [
      'Checks',
      'Check Number,Date,Amount',
      '1001,11/26/2026,1000.00',
      'Fees',
      'Date,Description,Amount',
      '11/26/2026,SERVICE FEE,25.00',
    ],
  ],
  ['the header repeated', ['Date,Check Number,Amount', '11/26/2026,1001,1000.00', 'Date,Check Number,Amount']],
])('reads only the checks of a file whose sections have headers of their own: %s', (_which, checks) => {
  const text = sections(checks)
  const { lines, problems, leftOut } = readClearingFile(text, { accountNumber: own })
  const read = lines.map(({ number, amountCents, is }) => [number, amountCents, is])
  // The deposit would be a check only if the register had its number and amount.
  expect([problems, read]).toEqual([
    [],
    [
      [445_566, 525_000, 'other'],
      [1001, 100_000, 'check'],
    ],
  ])
  expect(leftOut[0]?.message).toMatch(/^Not a check, deposit: 11\/25\/2026 445566/)
})

test.each(shippedTemplates.map(({ name, template }) => [name, template] as const))(
  'refuses a file of issued checks: %s',
  (_, template) => {
    const account = sampleAccountOf(template)
    const files = rowsByFile(template, sampleRows).map(
      ({ kind, rows }) => writePositivePayFile(template, account, rows, sampleDate, kind).text ?? '',
    )
    for (const text of files) {
      const { problems, lines } = readClearingFile(text, account)
      expect(lines).toEqual([])
      expect(problems[0]?.message).toMatch(
        /^This looks like a list of issued checks.*Download the bank’s list of paid checks\.$/,
      )
    }
    // A line of the bank's own says that it is another file.
    expect(readClearingFile(`PAID ITEMS\n${files[0]}`, account).problems[0]?.message ?? '').not.toMatch(/issued/)
  },
)
