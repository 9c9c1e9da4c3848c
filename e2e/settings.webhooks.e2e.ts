import { expect } from '@playwright/test'
import { confirmChange, groupAdmin, superAdmin } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { test } from './support/test.ts'

test('adds a webhook that a second admin confirms, tests it, and shows its deliveries (decision 182)', async ({
  openAs,
}) => {
  const page = await openAs(groupAdmin, '/settings')
  const card = page.getByRole('region', { name: 'Webhooks and Chat' })
  await card.getByRole('button', { name: 'Add Webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Webhook' })
  await dialog.getByLabel('Name').fill('Accounting')
  await dialog.getByLabel('URL').fill('ftp://hooks.example.com')
  await dialog.getByRole('button', { name: 'Add Webhook' }).click()
  await expect(dialog).toContainText('Enter a URL such as https://hooks.example.com/checks')
  // An address inside this network, which is never called.
  await dialog.getByLabel('URL').fill('https://10.0.0.1/checks?key=hidden')
  await checkLooks(page, 'settings.webhook')
  await dialog.getByRole('button', { name: 'Add Webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy the Signing Secret' })
  await expect(shown.getByText(/^whsec_/)).toBeVisible()
  await shown.getByRole('button', { name: 'Done' }).click()
  const row = card.getByRole('listitem').filter({ hasText: 'Accounting' })
  await expect(row).toContainText('Pending until a second admin confirms it.')
  await expect(row).toContainText('https://10.0.0.1')
  await expect(row).not.toContainText('hidden')

  const second = await openAs(superAdmin, '/settings')
  await confirmChange(second, 'Webhook “Accounting”')
  await page.reload()
  await expect(row).toContainText('Active.')
  await row.getByRole('button', { name: 'Test Accounting' }).click()
  await expect(row.getByRole('status')).toHaveText('Answer: 10.0.0.1 is inside a private network')
  await checkLooks(page, 'settings.webhooks')
  await row.getByRole('button', { name: 'Deliveries of Accounting' }).click()
  const deliveries = page.getByRole('dialog', { name: 'Deliveries of Accounting' })
  await expect(deliveries.getByRole('listitem')).toContainText('not delivered')
  await checkLooks(page, 'settings.webhook-deliveries')
  await deliveries.getByRole('button', { name: 'Close' }).last().click()
  await row.getByRole('button', { name: 'Remove Accounting' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Webhook' }).click()
  await expect(noticeOf(page, 'Webhook removed')).toBeVisible()
  await expect(row).toHaveCount(0)
})
