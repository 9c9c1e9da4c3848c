import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import { bankFileExamples } from '@check-requests/domain/bank/files/examples.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ColumnsDialog } from '#bank/clearing/columns-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, optionsOf, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const account = bankingExamples.one.reply
const text =
  'Check Number,Amount,Posted Date,Description\r\n10041,1250.50,11/24/2026,CHECK\r\n10042,480.00,11/25/2026,CHECK\r\n,99.00,11/25/2026,FEE\r\n'
const forms = '/bank-accounts/127/files'
const call = 'PUT /bank-accounts/127/clearing/columns'
const saved = bankFileExamples.saveClearingColumns.reply

async function openColumns({ file = text, stored = bankFileExamples.forms.reply, replies = {} as Replies } = {}) {
  const [onOpenChange, onSaved] = [vi.fn(), vi.fn()]
  const subject = { account, text: file, name: 'november.csv', onSaved }
  const opened = await openScreen(<ColumnsDialog subject={subject} open onOpenChange={onOpenChange} />, {
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
  const { read, column } = await openColumns()
  expect(['Check Number', 'Amount', 'Date Paid by the Bank'].map((name) => column(name).value)).toEqual(['1', '2', '3'])
  expect(read()).toContain('Line 2: check 10041, $1,250.50, paid on Nov 24, 2026')
  expect(read()).toContain('1 of the first lines is skipped because no paid check was found.')
})

test('offers each column by name, and no column for optional fields', async () => {
  await openColumns()
  expect(optionsOf('Payee')).toEqual([
    'Not in the file',
    '1: Check Number',
    '2: Amount',
    '3: Posted Date',
    '4: Description',
  ])
})

test('shows sample values of the chosen column', async () => {
  const { user, column } = await openColumns()
  await user.selectOptions(column('Payment Type'), '4: Description')
  expect(screen.getAllByText('In the file: CHECK · CHECK · FEE')).toHaveLength(2)
})

test('shows the first lines of the file unchanged', async () => {
  await openColumns()
  const lines = screen.getByRole('region', { name: 'First Lines of the File' })
  expect(lines.querySelector('pre')?.textContent).toContain('10041,1250.50,11/24/2026,CHECK\n10042,480.00')
})

test('saves the columns by name with the version, and then reads the file', async () => {
  const { save, sent, onOpenChange, onSaved } = await openColumns()
  await save()
  await untilShown('Columns saved')
  expect(sent()).toEqual([
    [
      call,
      {
        columns: expect.objectContaining({
          number: 'Check Number',
          amount: 'Amount',
          date: 'Posted Date',
          payee: null,
        }),
        version: 2,
      },
    ],
  ])
  expect(onOpenChange).toHaveBeenCalledWith(false)
  expect(onSaved).toHaveBeenCalledOnce()
})

test('requires the number, amount, and date columns', async () => {
  const { user, column, save, read, sent } = await openColumns()
  await user.selectOptions(column('Amount'), 'Choose a column')
  expect(screen.queryByText('Choose the column')).toBeNull()
  await eventually(() => expect(read()).toContain('Choose the columns for check number, amount, and date.'))
  await save()
  await untilShown('Choose the column')
  expect(sent()).toEqual([])
})

test('requires a column and at least one check type to read only certain line types', async () => {
  const { user, column, save, read } = await openColumns()
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
  const { user, column } = await openColumns()
  await user.selectOptions(column('Date Paid by the Bank'), '4: Description')
  await eventually(() =>
    within(screen.getByRole('region', { name: 'Interpreted Lines' })).getByRole('list', { name: 'Problems' }),
  )
})

test('starts with the stored columns, and requires columns that are missing from the file', async () => {
  const stored = { ...saved, version: 3 }
  const { column } = await openColumns({ stored, file: text.replace('Amount', 'Paid') })
  expect(column('Check Number').value).toBe('1')
  expect(column('Amount').value).toBe('0')
})

test('saves on the newer version after another user saved first', async () => {
  let version = 2
  const write = () => {
    if (version === 3) return saved
    version = 3
    return new Refusal(409, 'Another user has changed the account.')
  }
  const stored = () => ({ ...bankFileExamples.forms.reply, version })
  const { save, sent } = await openColumns({ replies: { [`GET ${forms}`]: stored, [call]: write } })
  await save()
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('Another user has changed the account.'))
  await eventually(async () => {
    await save()
    expect(sent().at(-1)).toEqual([call, expect.objectContaining({ version: 3 })])
  })
})
