import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { shippedTemplate, templateBody } from '#bank/positive-pay/edited-template.ts'
import { TemplateEditor } from '#bank/positive-pay/template-editor.tsx'

afterEach(cleanup)

function setUp(name: string, hasTried = false) {
  let stored: unknown
  const first = shippedTemplate(name)
  if (!first) throw new Error(`There is no template ${name}`)
  const begun = first
  function Example() {
    const [value, setValue] = useState(begun)
    stored = templateBody(value)
    return <TemplateEditor value={value} hasTried={hasTried} onChange={setValue} />
  }
  render(<Example />)
  const sample = () => screen.getByRole('region', { name: 'Sample' }).textContent ?? ''
  const column = (title: string) => within(screen.getByRole('group', { name: title }))
  return { user: userEvent.setup(), sample, column, stored: () => stored }
}

test('updates the sample with each choice and keystroke', async () => {
  const { user, sample, column } = setUp('Chase CSV')
  expect(sample()).toContain('I,12345678901,1234,112026,1234.56,ACME·PARTS·INC')
  await user.selectOptions(screen.getByLabelText('Separator'), 'Vertical bar')
  expect(sample()).toContain('I|12345678901|1235|112026|89.50|SMITH,·JONES·&·CO')
  const status = column('Issue or void, column 1 of each check')
  await user.clear(status.getByLabelText('Text for a Void'))
  await user.type(status.getByLabelText('Text for a Void'), 'VOID')
  expect(sample()).toContain('VOID|12345678901|1236|')
  await user.click(screen.getByRole('button', { name: 'Move column 1 of each check down' }))
  expect(sample()).toContain('12345678901|VOID|1236|')
})

test('replaces all settings when another template is chosen', async () => {
  const { user, sample, stored } = setUp('Chase CSV')
  await user.selectOptions(
    screen.getByLabelText('Start With'),
    'First American Bank, fixed width: 79 characters with an 11-digit account number, V, and the date for a void.',
  )
  expect(sample()).toContain('123456789010000001236111920260000050000RIVER·CITY·AUTO·GLASS··········V11202026')
  expect(sample()).toContain('--------10--------20')
  expect(screen.queryByLabelText('Separator')).toBeNull()
  expect(stored()).toMatchObject({ kind: 'fixed width' })
})

test('shows errors in place of the sample, and at the fields after an attempt to save', async () => {
  const { user, sample, column } = setUp('First American Bank, fixed width', true)
  const account = column('Account number, column 1 of each check')
  await user.clear(account.getByLabelText('Length'))
  await user.type(account.getByLabelText('Length'), '9')
  expect(sample()).toContain('The account number has 11 digits, but column 1 of each check has room for only 9.')
  await user.clear(account.getByLabelText('Length'))
  expect(sample()).toContain('Column 1 of each check: Enter the number of characters in this column.')
  expect(account.getByLabelText('Length').getAttribute('aria-invalid')).toBe('true')
  expect(account.getByText('Enter the number of characters in this column')).toBeTruthy()
})

test('shows no errors at fields before an attempt to save', async () => {
  const { user, column } = setUp('First American Bank, fixed width')
  const account = column('Account number, column 1 of each check')
  await user.clear(account.getByLabelText('Length'))
  expect(account.getByLabelText('Length').getAttribute('aria-invalid')).toBeNull()
})

test('adds and removes columns and lines', async () => {
  const { user, sample, column, stored } = setUp('Chase CSV')
  const check = within(screen.getByRole('region', { name: 'Check Lines' }))
  await user.click(check.getByRole('button', { name: 'Add Column' }))
  await user.selectOptions(column('Blank, column 7 of each check').getByLabelText('Content'), 'Routing number')
  expect(sample()).toContain('ACME·PARTS·INC,021000021')
  await user.click(screen.getByRole('button', { name: 'Remove column 2 of each check' }))
  expect(sample()).toContain('I,1234,112026')
  await user.click(screen.getByRole('button', { name: 'Add Trailer Line' }))
  expect(sample()).toContain('Trailer line 1, column 1: Enter the text.')
  await user.selectOptions(
    column('Fixed text, column 1 of line 1 of the trailer').getByLabelText('Content'),
    'Issue total',
  )
  expect(sample()).toContain('1235892.02')
  await user.click(screen.getByRole('button', { name: 'Remove line 1 of the trailer' }))
  expect(stored()).toMatchObject({ trailer: [] })
})

test('refuses a file without a check number column', async () => {
  const { user, sample } = setUp('Chase CSV', true)
  await user.click(screen.getByRole('button', { name: 'Remove column 3 of each check' }))
  expect(sample()).toContain('Add a check number column.')
  const check = within(screen.getByRole('region', { name: 'Check Lines' }))
  expect(check.getByText('Add a check number column')).toBeTruthy()
})

test('shows the separate file of voids, and what a bank that isn’t told about voids needs', async () => {
  const { user, sample, column, stored } = setUp('PNC IssueFW and VoidFW')
  const [issues, voids] = sample().split('The file of voids:')
  expect(issues).toContain('12345678900000001234····1234.5611202026')
  expect(issues).not.toContain('0000001236')
  expect(voids).toContain('12345678900000001236·····500.0011192026')
  await user.selectOptions(screen.getByLabelText('Void Dates'), 'The day the file is created')
  expect(stored()).toMatchObject({ voids: 'own file', void_date: 'transmission' })
  await user.click(screen.getByLabelText('The file of voids has other lines than the file of issues'))
  await user.click(screen.getByRole('button', { name: 'Remove column 5 of each void' }))
  expect(column('Check number, column 2 of each void').getByLabelText('Length')).toBeTruthy()
  expect(stored()).toMatchObject({ void_file: { record: { length: 4 } } })
  await user.selectOptions(screen.getByLabelText('Voids'), 'The bank isn’t told')
  expect(screen.getByText('Have the bank stop each check that you void after it was reported.')).toBeTruthy()
  expect(sample()).not.toContain('The file of voids')
  expect(stored()).not.toHaveProperty('void_file')
})
