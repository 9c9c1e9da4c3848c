import { expect } from '@playwright/test'
import { confirmChange, groupAdmin, superAdmin } from './support/administration.ts'
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
  await confirmChange(second, 'Program “Parts Counter”')
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

test('offers a program for people to manage users of a directory by SCIM, which a second admin confirms (decision 187)', async ({
  openAs,
  request,
}) => {
  const page = await openAs(groupAdmin, '/settings')
  await page.getByRole('button', { name: 'Add Program' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Program' })
  const directory = dialog.getByLabel('Directory (SCIM)')
  await dialog.getByLabel('Name').fill('Entra ID')
  await dialog.getByLabel('Role').selectOption('Admin')
  await expect(directory).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: 'Read users' }).check()
  await expect(directory.locator('option:checked')).toHaveText('Only reads users')
  await directory.selectOption('New users and roles wait for a second person')
  await checkLooks(page, 'settings.program-directory')
  await dialog.getByRole('button', { name: 'Add Program' }).click()
  const secret = await page.getByText(/^crt_/).innerText()
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' }
  const list = () => request.get('/scim/v2/Users', { headers })
  expect((await list()).status()).toBe(403)

  const second = await openAs(superAdmin, '/settings')
  const change = second.getByRole('listitem').filter({ hasText: 'Program “Entra ID”' })
  await expect(change).toContainText('manage users, whose new accounts and roles wait for a second person')
  await confirmChange(second, 'Program “Entra ID”')
  expect((await list()).status()).toBe(200)
  const userName = 'robin.reed@lakeside.example'
  const name = { givenName: 'Robin', familyName: 'Reed' }
  const emails = [{ type: 'work', value: userName, primary: true }]
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
  const added = await request.post('/scim/v2/Users', {
    headers,
    data: { schemas, userName, name, emails, active: true },
  })
  expect(added.status()).toBe(201)
  await second.goto('/admin-users')
  await expect(second.getByRole('row').filter({ hasText: userName })).toContainText('Invited')
})
