import { journalExamples } from '@check-requests/domain/books/examples.ts'
import type { JournalReply } from '@check-requests/domain/books/journal/fields.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TemplateDialog } from '#books/journal/template-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, optionsOf, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const journal = journalExamples.get.reply
const call = 'PUT /dealer-groups/1/journal'
const usual = journal.template ?? fail()

function fail(): never {
  throw new Error('The example has no template')
}

async function openTemplate(changes: Partial<JournalReply> = {}, replies: Replies = { [call]: journal }) {
  const onOpenChange = vi.fn()
  const dialog = <TemplateDialog subject={{ ...journal, ...changes }} open onOpenChange={onOpenChange} />
  const opened = await openScreen(dialog, { as: userAs('admin'), replies })
  await eventually(() => screen.getByRole('dialog'))
  const sample = () => screen.getByRole('figure').querySelector('pre')?.textContent?.trim().split(/\r?\n/)
  const saved = async () => {
    await opened.user.click(screen.getByRole('button', { name: 'Save' }))
    await eventually(() => expect(opened.sent()).toHaveLength(1))
    return opened.sent()[0]?.[1]
  }
  return { ...opened, onOpenChange, sample, saved }
}

test('shows the sample check in the stored file format', async () => {
  const { sample } = await openTemplate()
  expect(sample()?.slice(0, 2)).toEqual(['Date,Account,Check number,Amount', '11/18/2026,2300,104211,1250.50'])
})

test('starts a new journal today with the usual columns', async () => {
  const { saved } = await openTemplate({ begins_on: null, template: null })
  expect(screen.getByRole('dialog', { name: 'Set Up Journal' })).toBeTruthy()
  expect(await saved()).toMatchObject({
    begins_on: '2026-11-23',
    version: 4,
    template: { delimiter: 'comma', date_form: 'iso', has_header: true },
  })
})

test('updates the sample when separator, dates, amounts, or headers change', async () => {
  const { user, sample } = await openTemplate()
  await user.selectOptions(screen.getByLabelText('Column Separator'), 'Semicolon')
  await user.selectOptions(screen.getByLabelText('Date Format'), '20261123')
  await user.selectOptions(screen.getByLabelText('Amount Format'), '-123450 for a void')
  await user.click(screen.getByRole('checkbox', { name: 'Start files with a header row' }))
  expect(sample()).toEqual(['20261118;2300;104211;125050', '20261202;2300;104211;-125050'])
})

test('gives a column the usual header for its new content', async () => {
  const { user, sample } = await openTemplate()
  await user.selectOptions(screen.getByLabelText('Content of column 1'), 'Payee')
  expect(screen.getByLabelText<HTMLInputElement>('Header of column 1').value).toBe('Payee')
  expect(sample()?.[1]).toMatch(/^Harbor Paint Supply,2300,/)
})

test('asks for a text only for text columns', async () => {
  const { user, sample } = await openTemplate()
  expect(screen.queryByLabelText('Text in each line of column 1')).toBeNull()
  const text = screen.getByLabelText('Text in each line of column 2')
  await user.clear(text)
  await user.type(text, '9999')
  expect(sample()?.[1]).toBe('11/18/2026,9999,104211,1250.50')
})

test('moves a column forward, unless it is the first', async () => {
  const { user, sample } = await openTemplate()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move column 1 forward' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Move column 3 forward' }))
  expect(sample()?.[0]).toBe('Date,Check number,Account,Amount')
})

test('adds a memo column at the end, and removes columns', async () => {
  const { user, sample } = await openTemplate()
  await user.click(screen.getByRole('button', { name: 'Add Column' }))
  expect(sample()?.[0]).toBe('Date,Account,Check number,Amount,Memo')
  await user.click(screen.getByRole('button', { name: 'Remove column 2' }))
  expect(sample()?.[0]).toBe('Date,Check number,Amount,Memo')
})

test('refuses to save a file without columns', async () => {
  const { user } = await openTemplate({ template: { ...usual, columns: usual.columns.slice(0, 1) } })
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.disabled).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Remove column 1' }))
  expect(save.disabled).toBe(true)
})

test('sends blank accounts as null, and trims typed ones', async () => {
  const { user, saved } = await openTemplate({ template: { ...usual, open_account: '2300' } })
  await user.type(screen.getByLabelText('Account for Checks'), ' 1010')
  await user.clear(screen.getByLabelText('Account for Unassigned Amounts'))
  expect(await saved()).toMatchObject({ template: { checks_account: '1010', open_account: null } })
})

test('balances the sample if it has an account for checks', async () => {
  const columns = [
    { field: 'account' as const, header: 'Account' },
    { field: 'debit' as const, header: 'Debit' },
    { field: 'credit' as const, header: 'Credit' },
  ]
  const { user, sample } = await openTemplate({ template: { ...usual, columns } })
  expect(sample()).toHaveLength(5)
  await user.type(screen.getByLabelText('Account for Checks'), '1010')
  expect(sample()).toHaveLength(7)
})

test('shows the server’s message at the field for the first day', async () => {
  const refusal = new Refusal(422, 'Some fields are wrong.', { begins_on: 'The first export fixed this day.' })
  const { user, onOpenChange } = await openTemplate({}, { [call]: refusal })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await untilShown('The first export fixed this day.')
  expect(screen.getByRole('textbox', { name: 'First Day' }).getAttribute('aria-invalid')).toBe('true')
  expect(onOpenChange).not.toHaveBeenCalled()
})

test('closes after saving', async () => {
  const { saved, onOpenChange } = await openTemplate()
  await saved()
  await untilShown('Journal updated')
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('offers every date format with a sample', async () => {
  await openTemplate()
  expect(optionsOf('Date Format')).toEqual(['2026-11-23', '11/23/2026', '11/23/26', '20261123'])
})
