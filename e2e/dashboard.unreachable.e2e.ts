import { expect } from '@playwright/test'
import { lostConnection } from './support/browser-errors.ts'
import { selectionBar } from './support/bulk.ts'
import { checkLooks } from './support/checks.ts'
import { menu } from './support/requests.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

test('shows one banner with the data’s age while the server is unreachable, and recovers afterward', async ({
  page,
  server,
  errors,
}) => {
  errors.allow(lostConnection)
  errors.allow(/Couldn’t load this screen/)
  await logIn(page, 'approver@lakeside.example')
  await expect(page.getByRole('table').first()).toBeVisible()
  await server.kill()
  const banner = page.getByRole('status').filter({ hasText: 'Can’t reach the server' })
  await expect(banner).toHaveText(/^Can’t reach the server. Retrying… Data from \d+:\d\d [AP]M\.$/, { timeout: 30_000 })
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('table').first()).toBeVisible()
  await checkLooks(page, 'dashboard-unreachable')
  await menu(page).getByRole('link', { name: 'Pending Approvals' }).click()
  await expect(page.getByRole('heading', { name: 'Pending Approvals', level: 1 })).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Inbox/ })
    .click()
  const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load this screen' })
  await expect(failure).toBeVisible()
  await expect(menu(page)).toBeVisible()
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(failure).toBeVisible()
  await server.start()
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible()
  await menu(page).getByRole('link', { name: 'Pending Approvals' }).click()
  const row = page.locator('tbody').getByRole('row').first()
  await row.getByRole('checkbox').check()
  await expect(selectionBar(page)).toContainText('1 selected')
  await expect(banner).toHaveCount(0, { timeout: 30_000 })
})
