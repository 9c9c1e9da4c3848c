import { expect } from '@playwright/test'
import { superAdmin } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

test('an admin reads what applies to their dealer group, and who changes it', async ({ page }) => {
  await logIn(page, 'admin@lakeside.example')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  const group = page.getByRole('region', { name: 'Dealer Group' })
  await expect(group).toContainText('A super admin changes these.')
  await expect(group.getByRole('row').nth(1)).toContainText(/Lakeside Auto Group.*On.*On.*72 hours/)
  await expect(group.getByRole('button', { name: /^Change/ })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Installation' })).toHaveCount(0)
  await expect(page.getByRole('img', { name: /Coming soon/ })).toHaveCount(0)
})

test('a super admin changes the settings of each dealer group, and reads how the installation runs', async ({
  page,
}) => {
  await logIn(page, superAdmin)
  await page.goto('/settings')
  const group = page.getByRole('region', { name: 'Dealer Group' })
  await group.getByRole('button', { name: 'Change the settings of Summit Motors' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Dealer Group' })
  await dialog.getByLabel('Idle limit (hours)').fill('24')
  await dialog.getByRole('button', { name: 'Update Dealer Group' }).click()
  await expect(noticeOf(page, 'Dealer Group updated')).toBeVisible()
  await expect(group.getByRole('row').filter({ hasText: 'Summit' })).toContainText('24 hours')
  const installation = page.getByRole('region', { name: 'Installation' })
  for (const text of [
    /Version\s*\d+\.\d+\.\d+/,
    /Database\s*SQLite/,
    /Documents\s*(None|\d+ documents?)/,
    /Largest document\s*10\.0 MB/,
  ])
    await expect(installation).toContainText(text)
  await expect(dialog).toHaveCount(0)
  await noticeOf(page, 'Dealer Group updated').getByRole('button', { name: 'Close' }).click()
  await checkLooks(page, 'settings')
})
