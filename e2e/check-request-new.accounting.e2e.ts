import { expect } from '@playwright/test'
import { dialogOf } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addPolicyGroup } from './support/policies.ts'
import { openForm, submitForm } from './support/request-form.ts'
import { choose, part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const chart = 'Number,Name,Active\n2310,Vehicle payoffs,\n6800,Shop supplies,\n1999,Suspense,No\n'

test('shows a request’s two accounts from an imported chart of accounts', async ({ page, request, openAs }) => {
  const { group, emails } = await addPolicyGroup(request)
  const admin = await openAs(emails.editor, '/settings')
  await admin.getByRole('button', { name: `Change the chart of accounts for ${group.name}` }).click()
  const dialog = dialogOf(admin, `Chart of Accounts: ${group.name}`)
  await expect(dialog).toContainText('No accounts have been added yet.')
  await dialog.getByRole('button', { name: 'Import' }).click()
  const imports = dialogOf(admin, 'Import Accounts')
  await imports
    .getByLabel('CSV file')
    .setInputFiles({ name: 'chart.csv', mimeType: 'text/csv', buffer: Buffer.from(chart) })
  await expect(imports.getByRole('listitem')).toHaveCount(3)
  await expect(imports).toContainText('chart.csv would add 3 accounts. Nothing has been imported yet.')
  await imports.getByRole('button', { name: 'Import 3 Accounts' }).click()
  await expect(noticeOf(admin, 'Accounts imported')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Accounts' }).getByRole('listitem')).toHaveCount(3)
  await checkLooks(admin, 'settings-chart')

  await signIn(page.context(), emails.requester)
  await openForm(page)
  const accounting = part(page, 'Accounting')
  await page.getByLabel(/^Payee Name/).fill('Harbor Paint')
  await page.getByRole('radio', { name: 'Business' }).check()
  await page.getByRole('radio', { name: 'Vendor' }).check()
  await page.getByRole('combobox', { name: 'Amount', exact: true }).fill('1250.50')
  await choose(page, 'Purpose', 'Parts')
  await page.getByLabel('PO Number').fill('PO-4711')
  await choose(page, 'Delivery Method', 'In-Person Pickup')
  await accounting.getByRole('button', { name: 'Add Line' }).click()
  const first = accounting.getByRole('group', { name: 'Line 1' })
  await expect(first.getByRole('combobox', { name: 'Account' })).toBeFocused()
  await first.getByRole('combobox', { name: 'Account' }).click()
  await page.getByRole('option', { name: '2310 Vehicle payoffs' }).click()
  await first.getByLabel('Control Number').fill('S-1002')
  await first.getByLabel('Amount').fill('1000')
  await expect(accounting.getByRole('status')).toHaveText('$250.50 of the amount is left to assign.')
  await submitForm(page)
  await expect(accounting.getByRole('alert')).toContainText('The lines add up to $1,000.00')
  await expect(accounting.getByRole('button', { name: 'Add Line' })).toBeFocused()
  await expect(noticeOf(page, 'Check create error')).toHaveCount(0)
  await accounting.getByRole('button', { name: 'Add Line' }).click()
  const second = accounting.getByRole('group', { name: 'Line 2' })
  await expect(second.getByLabel('Amount')).toHaveValue('$250.50')
  await second.getByRole('combobox', { name: 'Account' }).click()
  await page.getByRole('option', { name: '6800 Shop supplies' }).click()
  await expect(accounting.getByRole('status')).toHaveText('The lines add up to the amount.')
  await checkLooks(page, 'check-request-new-accounting')
  await expect(accounting.getByRole('alert')).toHaveCount(0)
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  const shown = part(page, 'Request Information')
  await expect(shown).toContainText('2310 Vehicle payoffs · S-1002$1,000.00')
  await expect(shown).toContainText('6800 Shop supplies$250.50')
  await checkLooks(page, 'check-request-accounting')
})
