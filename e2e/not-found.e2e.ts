import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test('shows a not-found page with a link home at an unknown URL', async ({ page }) => {
  await signIn(page.context(), 'requester@lakeside.example')
  await page.goto('/no-such-screen')
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
  await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible()
  await checkLooks(page, 'not-found')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/dashboard')
})

for (const address of ['/check-requests/abc', '/check-requests/0', '/checks/1a', '/admin-payees/x', '/print-runs/x'])
  test(`shows a not-found page at the URL ${address}, which has no valid ID`, async ({ page }) => {
    await signIn(page.context(), 'superadmin@example.com')
    await page.goto(address)
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible()
  })

for (const address of ['/check-requests/12/no/such/part', '/scan.pdf', '/apiary', '/assets/none.js', '/100%'])
  test(`shows a visitor the not-found page at the URL ${address}`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible()
  })
