import { expect, type Page } from '@playwright/test'
import { addUser, groupAdmin, openAdministration, rowWith, superAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { test } from './support/test.ts'

async function openFailedLogins(page: Page, admin: string) {
  await openAdministration(page, admin, '/admin-users', 'User Management')
  await page.getByRole('button', { name: 'Failed Logins' }).click()
  const dialog = page.getByRole('dialog', { name: 'Failed Logins' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('shows admins the account, network, and number of failed logins, but not the passwords tried', async ({
  page,
  request,
}) => {
  const { email } = await addUser(await apiAs(request, superAdmin), { first_name: 'Gwen', last_name: 'Guessed' })
  const guess = (name: string, password: string) =>
    request.post('/api/v1/auth/login', { data: { email: name, password } })
  for (const password of ['first guess', 'second guess']) expect((await guess(email, password)).status()).toBe(401)
  await guess('my.secret@nowhere.example', 'third guess')
  const dialog = await openFailedLogins(page, superAdmin)
  const row = dialog.getByRole('row').filter({ hasText: 'Gwen Guessed' })
  await expect(row).toContainText(email)
  const header = dialog.getByRole('columnheader', { name: 'Account' })
  const [above, first] = [await header.boundingBox(), await dialog.getByRole('row').nth(1).boundingBox()]
  expect(above?.y).toBeLessThan(first?.y ?? 0)
  await expect(row.getByRole('cell').nth(2)).toHaveText('127.0.0.1')
  await expect(row.getByRole('cell').nth(3)).toHaveText('2', { useInnerText: true })
  await expect(dialog.getByRole('row').filter({ hasText: 'No account with this name' })).toHaveCount(1)
  await expect(dialog).not.toContainText(/secret|guess /)
  await checkLooks(page, 'admin-users-failed-logins')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(rowWith(page, email)).toBeVisible()
})

test('shows a group admin only the failed logins of their own group’s users', async ({ page, request }) => {
  const guess = (email: string) => request.post('/api/v1/auth/login', { data: { email, password: 'not this one' } })
  await guess('inactive@lakeside.example')
  await guess('approver@summit.example')
  await guess('nobody@nowhere.example')
  const dialog = await openFailedLogins(page, groupAdmin)
  await expect(dialog.getByText('inactive@lakeside.example')).toBeVisible()
  await expect(dialog.getByText(/@summit\.example|No account/)).toHaveCount(0)
})
