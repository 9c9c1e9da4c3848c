import { expect } from '@playwright/test'
import { groupAdmin, superAdmin } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { test } from './support/test.ts'

test('shows a program’s token once, and activates it when a second admin confirms the program (decision 181)', async ({
  openAs,
  request,
}) => {
  const page = await openAs(groupAdmin, '/settings')
  const card = page.getByRole('region', { name: 'Programs and Access Tokens' })
  await card.getByRole('button', { name: 'Add Program' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Program' })
  await dialog.getByRole('button', { name: 'Add Program' }).click()
  await expect(dialog).toContainText('Name is required')
  await expect(dialog).toContainText('Choose at least one scope')
  await dialog.getByLabel('Name').fill('Parts Counter')
  await dialog.getByRole('checkbox', { name: 'Read check requests, checks, and payees' }).check()
  await dialog.getByLabel('Role').selectOption('Admin')
  await checkLooks(page, 'settings.program')
  await dialog.getByRole('button', { name: 'Add Program' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy Your Access Token' })
  const secret = await shown.getByText(/^crt_/).innerText()
  await checkLooks(page, 'settings.program-token')
  await shown.getByRole('button', { name: 'Done' }).click()
  const row = card.getByRole('listitem').filter({ hasText: 'Parts Counter' })
  await expect(row).toContainText('Pending until a second admin confirms it.')
  await expect(page.getByText(secret)).toHaveCount(0)
  const headers = { authorization: `Bearer ${secret}` }
  expect((await request.get('/api/v1/check-requests', { headers })).status()).toBe(403)

  const second = await openAs(superAdmin, '/settings')
  const change = second.getByRole('listitem').filter({ hasText: 'Program “Parts Counter”' })
  await change.getByRole('button', { name: /Confirm/ }).click()
  await second
    .getByRole('alertdialog')
    .getByRole('button', { name: /Confirm/ })
    .click()
  await expect(noticeOf(second, 'Change confirmed')).toBeVisible()
  expect((await request.get('/api/v1/check-requests', { headers })).status()).toBe(200)

  await page.reload()
  await expect(row).toContainText('Last used')
  await checkLooks(page, 'settings.programs')
  await row.getByRole('button', { name: 'End Parts Counter' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Token' }).click()
  await expect(noticeOf(page, 'Access token ended')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect((await request.get('/api/v1/check-requests', { headers })).status()).toBe(401)
})
