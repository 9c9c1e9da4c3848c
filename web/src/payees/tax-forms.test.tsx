import { payeeExamples } from '@check-requests/domain/payees/examples.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TaxFormDialog } from '#payees/tax-form-dialog.tsx'
import { TaxListDialog } from '#payees/tax-list-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, optionsOf, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const payee = payeeExamples.one.reply
const taxForm = payeeExamples.taxForm.reply
const document = {
  id: 84,
  name: 'w9-2026.pdf',
  size: 48_213,
  type: 'application/pdf',
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  kind: 'tax-form',
  created_at: '2026-11-20T16:20:00.000Z',
  created_by: { id: 12, name: 'Rosa Delgado' },
  removed_at: null,
  removed_by: null,
  can_remove: false,
}

async function openTaxForm(replies: Replies = {}) {
  const onOpenChange = vi.fn()
  const opened = await openScreen(<TaxFormDialog subject={payee} open onOpenChange={onOpenChange} />, {
    as: userAs('admin'),
    replies: { 'GET /payees/127/tax-form': taxForm, 'GET /payees/127/tax-form/documents': [], ...replies },
  })
  await eventually(() => screen.getByRole('dialog', { name: 'W-9 for Harbor Paint Supply' }))
  return { ...opened, onOpenChange }
}

const legalName = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Legal Name' })

test('shows the data of a stored W-9', async () => {
  await openTaxForm()
  await eventually(() => expect(legalName().value).toBe('Harbor Paint Supply, Inc.'))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'W-9 Received On' }).value).toBe('Nov 18, 2026')
  expect(screen.getByRole('combobox', { name: 'Number Type' }).textContent).toContain('EIN')
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
})

test('saves changed W-9 data with the displayed payee version', async () => {
  const { user, sent, onOpenChange } = await openTaxForm({ 'PUT /payees/127/tax-form': payee })
  await user.click(await eventually(() => screen.getByRole('checkbox', { name: 'Backup withholding applies' })))
  await user.click(screen.getByRole('button', { name: 'Save W-9' }))
  await untilShown('W-9 saved')
  expect(sent()).toEqual([['PUT /payees/127/tax-form', { ...taxForm, backup_withholding: true, version: 2 }]])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('starts a new W-9 blank except for the 1099 box, and refuses to save a blank form', async () => {
  const { user, sent } = await openTaxForm({ 'GET /payees/127/tax-form': null })
  await eventually(() => expect(legalName().value).toBe(''))
  expect(screen.getByRole('combobox', { name: '1099 Box' }).textContent).toContain('None')
  await user.click(screen.getByRole('button', { name: 'Save W-9' }))
  await eventually(() => expect(legalName().getAttribute('aria-invalid')).toBe('true'))
  expect(sent()).toEqual([])
})

test('shows why the W-9 couldn’t be loaded', async () => {
  await openTaxForm({ 'GET /payees/127/tax-form': new Refusal(403, 'Only admins read a W-9.') })
  await untilShown('Only admins read a W-9.')
  expect(screen.queryByRole('button', { name: 'Save W-9' })).toBeNull()
})

const thisYear = new Date().getFullYear()

test('offers the 1099 lists of six years', async () => {
  await openScreen(<TaxListDialog subject={null} open onOpenChange={vi.fn()} />, { as: userAs('admin') })
  await eventually(() => screen.getByRole('dialog', { name: '1099 List' }))
  expect(optionsOf('Year')).toEqual([0, 1, 2, 3, 4, 5].map((back) => String(thisYear - back)))
})

test('doesn’t let a super admin export a 1099 list before choosing a dealer group', async () => {
  const as = userAs('admin', { access_level: 0, dealer_group_id: null })
  await openScreen(<TaxListDialog subject={null} open onOpenChange={vi.fn()} />, { as })
  const button = await eventually(() => screen.getByRole<HTMLButtonElement>('button', { name: 'Export XLSX' }))
  expect(button.disabled).toBe(true)
})

test('shows why the 1099 list couldn’t be exported', async () => {
  const { user, read } = await openScreen(<TaxListDialog subject={null} open onOpenChange={vi.fn()} />, {
    as: userAs('admin'),
    replies: { 'GET /payees/export/xlsx': new Refusal(409, 'Choose a past year.') },
  })
  await user.selectOptions(await eventually(() => screen.getByLabelText('Year')), String(thisYear - 1))
  await user.click(screen.getByRole('button', { name: 'Export XLSX' }))
  await untilShown('Couldn’t export the 1099 list')
  await untilShown('Choose a past year.')
  expect(read()).toContain(`/payees/export/xlsx?dealer_group_id=1&year=${thisYear - 1}`)
})

const documentsPath = 'GET /payees/127/tax-form/documents'

test('offers to add a W-9 document if there is none', async () => {
  await openTaxForm()
  await untilShown('No W-9 document. Add the signed form as a PDF, JPEG, or PNG file.')
  expect(screen.getByRole('button', { name: 'Add W-9' })).toBeTruthy()
})

test('offers to replace a current W-9 document', async () => {
  await openTaxForm({ [documentsPath]: [document] })
  await eventually(() => screen.getByRole('button', { name: 'Replace W-9' }))
})

test('offers to add a W-9 document if the only one was removed', async () => {
  const removed = { ...document, removed_at: '2026-11-21T16:20:00.000Z', removed_by: document.created_by }
  await openTaxForm({ [documentsPath]: [removed] })
  await untilShown('w9-2026.pdf')
  expect(screen.getByRole('button', { name: 'Add W-9' })).toBeTruthy()
})
