import type { AccountPreview, ImportedPeople, PayeePreview } from '@check-requests/domain/operation/imports/fields.ts'
import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { ImportAccountsDialog } from '#operation/imports/import-accounts-dialog.tsx'
import { ImportPayeesDialog } from '#operation/imports/import-payees-dialog.tsx'
import { ImportPeopleDialog } from '#operation/imports/import-people-dialog.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const csv = new File(['Name\nHarbor'], 'list.csv', { type: 'text/csv' })

/** Opens a dialog and chooses the file. */
async function chooseFile(dialog: ReactNode, replies: Replies, as = userAs('admin')) {
  const opened = await openScreen(dialog, { as, replies })
  await opened.user.upload(await eventually(() => screen.getByLabelText('CSV file')), csv)
  const listed = (name: string) =>
    within(screen.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map((item) => spaced(item.textContent))
  return { ...opened, listed }
}

const payee: PayeePreview['rows'][number] = {
  line: 2,
  name: 'Harbor Paint Supply',
  payee_type: 'business',
  payee_sub_type: 'vendor',
  address: '1200 Dock Street\nAstoria, OR 97103',
  purpose_name: 'parts',
}
const payees = (preview: Partial<PayeePreview>) => ({
  'POST /imports/payees/preview': { rows: [], problems: [], ...preview },
})
const importPayees = <ImportPayeesDialog subject={null} open onOpenChange={vi.fn()} />

test('sends the text of the file for a preview', async () => {
  const { sent } = await chooseFile(importPayees, payees({ rows: [payee] }))
  await untilShown('list.csv would add 1 row. Nothing has been added yet.')
  expect(sent()).toEqual([['POST /imports/payees/preview', { dealer_group_id: 1, csv: 'Name\nHarbor' }]])
})

test('shows the kind, one-line address, and purpose of the payees to add', async () => {
  const { listed } = await chooseFile(
    importPayees,
    payees({ rows: [payee, { ...payee, line: 3, address: null, purpose_name: null }] }),
  )
  await untilShown('list.csv would add 2 rows. Nothing has been added yet.')
  expect(listed('Rows to add')).toEqual([
    'Harbor Paint SupplyBusiness, vendor · 1200 Dock Street, Astoria, OR 97103 · Parts',
    'Harbor Paint SupplyBusiness, vendor',
  ])
  expect(screen.getByRole('button', { name: 'Add 2 Payees' })).toBeTruthy()
})

test.each([
  [1, 'list.csv has 1 problem. Nothing is added until all problems are fixed.'],
  [2, 'list.csv has 2 problems. Nothing is added until all problems are fixed.'],
])('counts %i problem(s) and offers no import', async (count, sentence) => {
  const problems = [3, 4].slice(0, count).map((line) => ({ line, message: 'Name is required' }))
  const { listed } = await chooseFile(importPayees, payees({ rows: [payee], problems }))
  await untilShown(sentence)
  expect(listed('Problems')[0]).toBe('Line 3Name is required')
  expect(screen.queryByRole('list', { name: 'Rows to add' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
})

test('lists the first hundred rows and counts the rest', async () => {
  const rows = Array.from({ length: 1100 }, (_, index) => ({ ...payee, line: index + 2 }))
  const { listed } = await chooseFile(importPayees, payees({ rows }))
  await untilShown('And 1,000 more.')
  expect(listed('Rows to add')).toHaveLength(100)
  expect(screen.getByRole('button', { name: 'Add 1,100 Payees' })).toBeTruthy()
})

test('imports the file, and closes', async () => {
  const onOpenChange = vi.fn()
  const dialog = <ImportPayeesDialog subject={null} open onOpenChange={onOpenChange} />
  const { user, sent } = await chooseFile(dialog, {
    ...payees({ rows: [payee] }),
    'POST /imports/payees': { added: 1 },
  })
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Add 1 Payee' })))
  await untilShown('Payees imported')
  expect(sent().at(-1)).toEqual(['POST /imports/payees', { dealer_group_id: 1, csv: 'Name\nHarbor' }])
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('shows why the whole file is refused', async () => {
  const refusal = new Refusal(422, 'Some fields are wrong.', { csv: 'The file has no column Name.' })
  await chooseFile(importPayees, { 'POST /imports/payees/preview': refusal })
  await untilShown('The file has no column Name.')
})

test('asks a super admin to choose the dealer group before the file', async () => {
  await openScreen(importPayees, { as: userAs('admin', { access_level: 0, dealer_group_id: null }) })
  const button = await eventually(() => screen.getByRole<HTMLButtonElement>('button', { name: 'Choose a CSV File' }))
  expect(button.disabled).toBe(true)
  expect(screen.getByRole('combobox', { name: 'Dealer Group' })).toBeTruthy()
})

type Fate = AccountPreview['rows'][number]['becomes']
const ledger = (...fates: Fate[]) =>
  fates.map((becomes, index) => ({ line: index + 2, number: `23${index}`, name: 'Payoffs', is_active: true, becomes }))
const importAccounts = <ImportAccountsDialog subject={1} open onOpenChange={vi.fn()} />

test.each<[string, Fate[], string, string | undefined]>([
  ['adds an account', ['added'], 'would add 1 account. Nothing has been imported yet.', 'Import 1 Account'],
  [
    'adds, changes, and leaves accounts',
    ['added', 'added', 'changed', 'same'],
    'would add 2 accounts, change 1 account, and leave 1 unchanged. Nothing has been imported yet.',
    'Import 3 Accounts',
  ],
  [
    'changes an account and leaves others',
    ['changed', 'same', 'same'],
    'would change 1 account and leave 2 unchanged. Nothing has been imported yet.',
    'Import 1 Account',
  ],
  ['changes nothing', ['same'], 'would change nothing because the chart already has all of its accounts.', undefined],
])('says that a file %s', async (_, fates, effect, button) => {
  await chooseFile(importAccounts, { 'POST /imports/accounts/preview': { rows: ledger(...fates), problems: [] } })
  await untilShown(`list.csv ${effect}`)
  expect(screen.queryByRole('button', { name: /^Import / })?.textContent).toBe(button)
})

test('shows what happens to each account', async () => {
  const [added, changed, same] = ledger('added', 'changed', 'same')
  const rows = [added, changed, { ...same, is_active: false }]
  const { listed } = await chooseFile(importAccounts, { 'POST /imports/accounts/preview': { rows, problems: [] } })
  await untilShown(/^list\.csv would add/)
  expect(listed('Rows to add')).toEqual([
    '230 PayoffsWill be added',
    '231 PayoffsIn the chart, will be changed',
    '232 PayoffsIn the chart, unchanged · Inactive',
  ])
})

const person = {
  line: 2,
  name: 'Dana Whitfield',
  email: 'dana@example.com',
  role_names: ['Requester', 'Approver'],
  place_names: ['Lakeside Toyota / Service'],
  approval_titles: ['Controller', 'General manager @ TOY'],
}
const people = (are_mailed: boolean) => ({
  'POST /imports/people/preview': { rows: [person], problems: [], are_mailed },
})

test('shows email, roles, locations, and titles of the users to add', async () => {
  const { listed } = await chooseFile(<ImportPeopleDialog subject={null} open onOpenChange={vi.fn()} />, people(true))
  await untilShown('Each user is emailed a link to choose a password.')
  expect(listed('Rows to add')).toEqual([
    'Dana Whitfielddana@example.com · Requester, Approver · Lakeside Toyota / Service · Controller; General manager @ TOY',
  ])
})

async function addPeople(password: string | null) {
  const reply: ImportedPeople = { added: 1, people: [{ id: 9, name: person.name, email: person.email, password }] }
  const onOpenChange = vi.fn()
  const dialog = <ImportPeopleDialog subject={null} open onOpenChange={onOpenChange} />
  const opened = await chooseFile(dialog, { ...people(password === null), 'POST /imports/people': reply })
  await opened.user.click(await eventually(() => screen.getByRole('button', { name: 'Add 1 User' })))
  await untilShown('Users imported')
  return { ...opened, onOpenChange }
}

test('shows the passwords of added users once if no emails are sent', async () => {
  const { user, listed, onOpenChange } = await addPeople('kelp-9rwm')
  await untilShown('Passwords for the First Login')
  expect(listed('Passwords')).toEqual(['Dana Whitfield dana@example.comkelp-9rwm'])
  expect(onOpenChange).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('closes immediately if added users are emailed', async () => {
  const { onOpenChange } = await addPeople(null)
  expect(onOpenChange).toHaveBeenCalledWith(false)
  expect(screen.queryByText('Passwords for the First Login')).toBeNull()
})
