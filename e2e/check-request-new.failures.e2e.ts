import { expect } from '@playwright/test'
import { refuseWithoutReason } from './support/browser-errors.ts'
import { checkLooks } from './support/checks.ts'
import { fillIn, numberField, openForm, startForm, submitForm } from './support/request-form.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'

test('blocks submission until the request number can be previewed', async ({ page }) => {
  await page.route('**/next-number?*', refuseWithoutReason)
  await startForm(page, requester)
  await fillIn(page, { payee: 'Harbor Glass Works', amount: '40' })
  await submitForm(page)
  const required = page.locator('p', { hasText: 'Request number required' })
  await expect(required).toBeVisible()
  await expect(numberField(page)).toHaveValue('')
  await expect(page).toHaveURL('/check-request-new')
  await checkLooks(page, 'check-request-new-number')
  await page.unroute('**/next-number?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(numberField(page)).toHaveValue(/^LAG-TOY-SVC-\d{6}$/)
  await expect(required).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
})

test('reports that approvers can’t be loaded, and offers a retry', async ({ page }) => {
  await logIn(page, requester)
  await page.route('**/users/approvers', refuseWithoutReason)
  await openForm(page)
  await expect(page.getByText('Failed to get approver users...', { exact: true })).toBeVisible()
  await checkLooks(page, 'check-request-new-approvers')
  await page.unroute('**/users/approvers')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Goes to Denise Carver or Victor Hale for approval.', { exact: true })).toBeVisible()
  await expect(page.getByText('Failed to get approver users...')).toHaveCount(0)
})
