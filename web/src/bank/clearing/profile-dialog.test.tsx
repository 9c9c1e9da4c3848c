import { clearingProfile } from '@check-requests/domain/bank/clearing/profile.ts'
import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import { bankFileExamples } from '@check-requests/domain/bank/files/examples.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ProfileDialog } from '#bank/clearing/profile-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, optionsOf, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const account = bankingExamples.one.reply
const text =
  'Check Number,Amount,Posted Date,Description\r\n10041,1250.50,11/24/2026,CHECK\r\n10042,480.00,11/25/2026,CHECK\r\n,99.00,11/25/2026,FEE\r\n'
const forms = '/bank-accounts/127/files'
const call = 'PUT /bank-accounts/127/clearing/profile'
const saved = bankFileExamples.saveClearingProfile.reply
const semicolons = clearingProfile.parse({
  format: 'fixed width',
  csv: {
    separator: ';',
    has_names: true,
    number: 'Serial',
    amount: 'Paid Amount',
    date: 'Paid Date',
    date_form: 'DD.MM.YYYY',
  },
})

async function openProfile({ file = text, stored = bankFileExamples.forms.reply, replies = {} as Replies } = {}) {
  const [onOpenChange, onSaved] = [vi.fn(), vi.fn()]
  const subject = { account, text: file, name: 'november.csv', onSaved }
  const opened = await openScreen(<ProfileDialog subject={subject} open onOpenChange={onOpenChange} />, {
    as: userAs('processor'),
    replies: { [`GET ${forms}`]: stored, [call]: saved, ...replies },
  })
  await eventually(() => screen.getByRole('button', { name: 'Save and Read File' }))
  const read = () => spaced(screen.getByRole('region', { name: 'Interpreted Lines' }).textContent)
  const column = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
  const save = () => opened.user.click(screen.getByRole('button', { name: 'Save and Read File' }))
  return { ...opened, onOpenChange, onSaved, read, column, save }
}

test('guesses the columns of a first file, and shows how they are read', async () => {
  const { read, column } = await openProfile()
  expect(['Check Number', 'Amount', 'Date Paid by the Bank'].map((name) => column(name).value)).toEqual(['1', '2', '3'])
  expect(read()).toContain('Line 2: check 10041, $1,250.50, paid on Nov 24, 2026')
  expect(read()).toContain('1 of the first lines is skipped because no paid check was found.')
})

test('offers each column by name, and no column for optional fields', async () => {
  await openProfile()
  expect(optionsOf('Payee')).toEqual([
    'Not in the file',
    '1: Check Number',
    '2: Amount',
    '3: Posted Date',
    '4: Description',
  ])
})

test('shows sample values of the chosen column', async () => {
  const { user, column } = await openProfile()
  await user.selectOptions(column('Payment Type'), '4: Description')
  expect(screen.getAllByText('In the file: CHECK · CHECK · FEE')).toHaveLength(2)
})

test('shows the first lines of the file unchanged', async () => {
  await openProfile()
  const lines = screen.getByRole('region', { name: 'First Lines of the File' })
  expect(lines.querySelector('pre')?.textContent).toContain('10041,1250.50,11/24/2026,CHECK\n10042,480.00')
})

test('saves the columns by name with the version, and then reads the file', async () => {
  const { save, sent, onOpenChange, onSaved } = await openProfile()
  await save()
  await untilShown('File profile saved')
  expect(sent()).toEqual([
    [
      call,
      {
        profile: {
          format: null,
          csv: expect.objectContaining({
            number: 'Check Number',
            amount: 'Amount',
            date: 'Posted Date',
            description: 'Description',
            payee: null,
          }),
          more_csv: [],
          bai2: null,
          ofx: null,
        },
        version: 2,
      },
    ],
  ])
  expect(onOpenChange).toHaveBeenCalledWith(false)
  expect(onSaved).toHaveBeenCalledOnce()
})

test('requires the number, amount, and date columns', async () => {
  const { user, column, save, read, sent } = await openProfile()
  await user.selectOptions(column('Amount'), 'Choose a column')
  expect(screen.queryByText('Choose the column')).toBeNull()
  await eventually(() => expect(read()).toContain('Choose the columns for check number, amount, and date.'))
  await save()
  await untilShown('Choose the column')
  expect(sent()).toEqual([])
})

test('requires a column and at least one check type to read only certain line types', async () => {
  const { user, column, save, read } = await openProfile()
  await user.selectOptions(column('Lines to Read as Checks'), 'Lines of certain types')
  await save()
  await untilShown('Choose the payment type column')
  expect(screen.getByText('Enter at least one, such as CHECK PAID')).toBeTruthy()
  await user.selectOptions(column('Payment Type'), '4: Description')
  await user.type(screen.getByRole('textbox', { name: 'Check Types' }), ' FEE , ')
  await eventually(() => expect(read()).toContain('Line 4: a check without a number, $99.00'))
  expect(read()).toContain('2 of the first lines are skipped because no paid check was found.')
})

test('shows the problems caused by a wrong date column', async () => {
  const { user, column } = await openProfile()
  await user.selectOptions(column('Date Paid by the Bank'), '4: Description')
  await eventually(() =>
    within(screen.getByRole('region', { name: 'Interpreted Lines' })).getByRole('list', { name: 'Problems' }),
  )
})

test('starts with the stored columns, or with detected ones for a file that lacks one of them', async () => {
  const stored = { ...saved, version: 3 }
  const { column } = await openProfile({ stored, file: text.replace('Amount', 'Paid') })
  expect(column('Check Number').value).toBe('1')
  expect(column('Amount').value).toBe('2')
})

test('saves on the newer version after another user saved first', async () => {
  let version = 2
  const write = () => {
    if (version === 3) return saved
    version = 3
    return new Refusal(409, 'Another user has changed the account.')
  }
  const stored = () => ({ ...bankFileExamples.forms.reply, version })
  const { save, sent } = await openProfile({ replies: { [`GET ${forms}`]: stored, [call]: write } })
  await save()
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('Another user has changed the account.'))
  await eventually(async () => {
    await save()
    expect(sent().at(-1)).toEqual([call, expect.objectContaining({ version: 3 })])
  })
})

const bai = [
  '01,021000021,ME,261121,0600,1,,,2/',
  '02,ME,021000021,1,261120,,USD,2/',
  `03,000${account.account_last4},USD/`,
  '16,475,125050,Z,10041,77,CHECK PAID/',
  '16,960,48000,Z,10042,78,MISC/',
  '49,173050,4/',
  '98,173050,1,6/',
  '99,173050,1,8/',
].join('\n')

test('recognizes a BAI2 file, and shows its lines as the chosen codes and field read them', async () => {
  const { user, column, read, save, sent } = await openProfile({ file: bai })
  expect(optionsOf('File Format')[0]).toBe('Recognized: BAI2')
  expect(read()).toContain('16,475,125050,Z,10041,77,CHECK PAID')
  await user.selectOptions(column('Field With the Check Number'), 'Bank reference')
  await eventually(() => expect(read()).toContain('check 10041, $1,250.50, paid on Nov 20, 2026'))
  await user.type(screen.getByRole('textbox', { name: 'Paid Check Type Codes' }), ', 960')
  await eventually(() => expect(read()).toContain('check 10042, $480.00'))
  await save()
  await untilShown('File profile saved')
  expect(sent()).toMatchObject([
    [call, { profile: { csv: null, bai2: { check_codes: ['474', '475', '960'], number_in: 'bank reference' } } }],
  ])
})

test('asks whether positive amounts in an OFX file are payments, and saves the answer', async () => {
  const payments = [
    '<STMTTRN><TRNTYPE>DEP<DTPOSTED>20261120<TRNAMT>-500.00<FITID>1</STMTTRN>',
    '<STMTTRN><TRNTYPE>CHECK<DTPOSTED>20261120<TRNAMT>125.50<FITID>2<CHECKNUM>10041</STMTTRN>',
  ]
  const statement = `<BANKACCTFROM><ACCTID>000${account.account_last4}</BANKACCTFROM>${payments.join('')}`
  const { user, column, read, save, sent } = await openProfile({ file: `<OFX><STMTRS>${statement}</STMTRS></OFX>` })
  await eventually(() => expect(read()).toContain('its positive checks could be paid or taken back'))
  expect(optionsOf('Sign of Paid Checks')).toEqual([
    'Detect automatically',
    'Negative; others are credits',
    'Positive; others are credits',
  ])
  await user.selectOptions(column('Sign of Paid Checks'), 'Positive; others are credits')
  await eventually(() => expect(read()).toContain('check 10041, $125.50, paid on Nov 20, 2026'))
  expect(read()).not.toContain('could be paid or taken back')
  await save()
  await untilShown('File profile saved')
  expect(sent()).toMatchObject([[call, { profile: { ofx: { paid_sign: 'plus' } } }]])
})

test('offers four formats for a file that can’t be recognized', async () => {
  const { user, column, read } = await openProfile({ file: 'Dear customer\n1001 1250.50 paid\n' })
  expect(optionsOf('File Format')).toEqual(['Recognize by content', 'CSV', 'BAI2', 'OFX', 'Fixed width'])
  expect(screen.getByText(/can’t be recognized/)).toBeTruthy()
  await user.selectOptions(column('File Format'), 'OFX')
  await eventually(() => expect(read()).toContain('This isn’t an OFX file.'))
})

const widths = 'HARBOR GLASS  0001001  20261126  0000100000\nCOAST TOWING  0001002  20261127  0000030000\n'

test('cuts the lines of a file at the positions that the user marks on a ruler', async () => {
  const { user, read, column } = await openProfile({ file: widths })
  await user.selectOptions(column('File Format'), 'Fixed width')
  expect(column('Column Separator').value).toBe('widths')
  const mark = (position: number) => screen.getByRole('button', { name: `Column begins at ${position}` })
  expect(mark(13).getAttribute('aria-pressed')).toBe('true')
  await user.click(mark(8))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Columns Begin At' }).value).toContain('8, 13')
  await user.keyboard('{ArrowRight} ')
  expect(mark(9).getAttribute('aria-pressed')).toBe('true')
  await user.click(mark(8))
  await user.click(mark(9))
  expect(mark(8).getAttribute('aria-pressed')).toBe('false')
  expect(read()).toContain('check 1001, $1,000.00, paid on Nov 26, 2026')
})

test('keeps the saved columns for other files, and adds the detected ones of this file', async () => {
  const { sent, save, column } = await openProfile({ file: text, stored: { ...saved, clearing_profile: semicolons } })
  expect(column('File Format').value).toBe('')
  expect(['Check Number', 'Amount', 'Date Paid by the Bank'].map((name) => column(name).value)).toEqual(['1', '2', '3'])
  await save()
  await untilShown('File profile saved')
  expect(sent()).toEqual([
    [
      call,
      expect.objectContaining({
        profile: expect.objectContaining({
          csv: expect.objectContaining({ number: 'Check Number', separator: ',' }),
          more_csv: [semicolons.csv],
        }),
      }),
    ],
  ])
})
