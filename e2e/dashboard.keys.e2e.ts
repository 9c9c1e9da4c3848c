import { expect } from '@playwright/test'
import { apiAs } from './support/api.ts'
import type { ListPage } from './support/lists.ts'
import { menu, part, raiseAt } from './support/requests.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const approver = 'approver@lakeside.example'

test('opens a screen on g and a letter, without triggering the letter’s own shortcut', async ({ page, request }) => {
  await raiseAt(request, 1)
  await logIn(page, approver)
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page).toHaveURL('/check-requests-pending')
  // The URL changes before the screen, and the dashboard has a table as well.
  await expect(page.getByRole('heading', { name: 'Pending Approvals' })).toBeVisible()
  await page.locator('tbody').getByRole('link').first().click()
  await expect(part(page, 'Update Status')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page).toHaveURL('/check-requests-pending')
  await page.keyboard.press('g')
  await page.keyboard.press('x')
  await page.keyboard.press('l')
  await expect(page).toHaveURL('/check-requests-pending')
  await page.getByRole('searchbox').press('g')
  await page.getByRole('searchbox').press('l')
  await expect(page.getByRole('searchbox')).toHaveValue('gl')
})

test('starts a request on c, and submits the form on Ctrl+Enter', async ({ page }) => {
  await logIn(page, 'requester@lakeside.example')
  await page.keyboard.press('c')
  await expect(page).toHaveURL('/check-request-new')
  const payee = page.getByRole('combobox', { name: 'Payee Name' })
  await payee.focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Payee name is required', { exact: true }).first()).toBeVisible()
})

test('ignores the key c for an approver', async ({ page }) => {
  await logIn(page, approver)
  const before = await page.evaluate(() => history.length)
  await page.keyboard.press('c')
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(page).toHaveURL('/check-requests')
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
})

test('shows the same number of pending approvals in the sidebar as in the list', async ({ page, request }) => {
  await logIn(page, approver)
  const { total } = await (await apiAs(request, approver)).call<ListPage>('GET', '/check-requests?view=pending')
  await expect(menu(page).getByRole('listitem').filter({ hasText: 'Pending Approvals' })).toContainText(
    `${total} items waiting for you`,
  )
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await expect(keys.getByRole('row').filter({ hasText: 'Pending Approvals' })).toContainText('g a')
  await expect(keys.getByRole('row').filter({ hasText: 'Submit the form' })).toBeVisible()
})
