import { expect, type Locator, type Page } from '@playwright/test'
import { dialogOf } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addPolicyGroup } from './support/policies.ts'
import { openForm } from './support/request-form.ts'
import { choose, part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const header = 'Number,Name,Active'
const numbered = Array.from({ length: 130 }, (_, index) => `${5000 + index},Expense ${index}`)

async function openChart(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Change the chart of accounts for ${name}` }).click()
  return dialogOf(page, `Chart of Accounts: ${name}`)
}

test('lets an admin add and rename accounts, and previews the changes in an imported file', async ({
  request,
  openAs,
}) => {
  const { group, emails } = await addPolicyGroup(request)
  const page = await openAs(emails.editor, '/settings')
  const dialog = await openChart(page, group.name)
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  const added = dialogOf(page, 'Add Account')
  await added.getByLabel('Number').fill('2310')
  await added.getByRole('button', { name: 'Add Account' }).click()
  await expect(added).toContainText('Account name is required')
  await added.getByLabel('Name').fill('Payofs')
  await added.getByRole('button', { name: 'Add Account' }).click()
  await expect(noticeOf(page, 'Account added')).toBeVisible()
  await dialog.getByRole('button', { name: 'Rename account 2310' }).click()
  const renamed = dialogOf(page, 'Rename Account')
  await expect(renamed.getByLabel('Number')).toHaveAttribute('readonly')
  await renamed.getByLabel('Name').fill('Vehicle payoffs')
  await renamed.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByRole('list', { name: 'Accounts' })).toContainText('2310Vehicle payoffs')
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await added.getByLabel('Number').fill('2310')
  await added.getByLabel('Name').fill('Again')
  await added.getByRole('button', { name: 'Add Account' }).click()
  await expect(added).toContainText('Account 2310 already exists.')
  await added.getByRole('button', { name: 'Cancel' }).click()

  await dialog.getByRole('button', { name: 'Import' }).click()
  const imports = dialogOf(page, 'Import Accounts')
  const offer = (name: string, ...lines: string[]) =>
    imports
      .getByLabel('CSV file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from([header, ...lines].join('\n')) })
  await offer('same.csv', '2310,Vehicle payoffs,')
  await expect(imports).toContainText(
    'same.csv would change nothing because the chart already has all of its accounts.',
  )
  await expect(imports.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  await offer('chart.csv', '2310,Payoffs of trade-ins,', '6800,Shop supplies,')
  await expect(imports).toContainText(
    'chart.csv would add 1 account and change 1 account. Nothing has been imported yet.',
  )
  await imports.getByRole('button', { name: 'Import 2 Accounts' }).click()
  await expect(dialog.getByRole('listitem')).toHaveText(['2310Payoffs of trade-ins', '6800Shop supplies'])
})

test('sets default accounts that the server finds in a long chart', async ({ page, request, openAs }) => {
  const { group, dealership, emails } = await addPolicyGroup(request)
  const api = await apiAs(request, emails.editor)
  const csv = [header, '2310,Vehicle payoffs,', ...numbered.map((line) => `${line},`)].join('\n')
  await api.call('POST', '/imports/accounts', { dealer_group_id: group.id, csv })
  const admin = await openAs(emails.editor, '/settings')
  const chart = await openChart(admin, group.name)
  await expect(chart).toContainText('And 31 more. Search to see them.')
  await chart.getByLabel('Search Accounts').fill('expense 129')
  await expect(chart.getByRole('listitem')).toHaveText(['5129Expense 129'])
  await chart.getByRole('button', { name: 'Default Accounts' }).click()
  const dialog = dialogOf(admin, `Default Accounts: ${group.name}`)
  await expect(dialog).toContainText('No defaults have been added yet. New accounting lines start without an account.')
  await dialog.getByRole('button', { name: 'Add Default' }).click()
  const first = dialog.getByRole('group', { name: 'Default 1' })
  await expect(first.getByRole('combobox', { name: 'Purpose' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(first).toContainText('Purpose is required')
  await expect(first).toContainText('Account number is required')
  await chooseIn(first, 'Purpose', 'Parts', 'Parts')
  await chooseIn(first, 'Account', '129', '5129 Expense 129')
  await dialog.getByRole('button', { name: 'Add Default' }).click()
  const second = dialog.getByRole('group', { name: 'Default 2' })
  await chooseIn(second, 'Purpose', 'Parts', 'Parts')
  await chooseIn(second, 'Account', 'payoffs', '2310 Vehicle payoffs')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('List each purpose only once per dealership.')
  await second.getByLabel('Dealership').selectOption({ label: `Orchard Motors (${dealership.code})` })
  await checkLooks(admin, 'settings-default-accounts')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(noticeOf(admin, 'Default accounts updated')).toBeVisible()
  await chart.getByRole('button', { name: 'Default Accounts' }).click()
  await expect(dialog.getByRole('group', { name: 'Default 2' })).toContainText('2310 Vehicle payoffs')

  await signIn(page.context(), emails.requester)
  await openForm(page)
  const accounting = part(page, 'Accounting')
  await choose(page, 'Purpose', 'Parts')
  await accounting.getByRole('button', { name: 'Add Line' }).click()
  const line = accounting.getByRole('group', { name: 'Line 1' })
  await expect(line.getByRole('combobox', { name: 'Account' })).toHaveText('2310 Vehicle payoffs')
  await line.getByRole('combobox', { name: 'Account' }).click()
  await expect(page.getByRole('option').last()).toHaveText('And 81 more. Type to find them.')
  await page.getByRole('combobox', { name: 'Search' }).fill('5127')
  await page.getByRole('option', { name: '5127 Expense 127' }).click()
  await expect(line.getByRole('combobox', { name: 'Account' })).toHaveText('5127 Expense 127')
  await line.getByRole('button', { name: 'Remove line 1' }).click()
  await expect(accounting.getByRole('button', { name: 'Add Line' })).toBeFocused()
})

async function chooseIn(fields: Locator, label: string, typed: string, option: string): Promise<void> {
  const page = fields.page()
  await fields.getByRole('combobox', { name: label }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill(typed)
  await page.getByRole('option', { name: option, exact: true }).click()
}
