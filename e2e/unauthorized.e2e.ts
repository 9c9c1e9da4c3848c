import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'

test('shows the unauthorized page for another role’s screen, with a link to the dashboard', async ({ page }) => {
  await signIn(page.context(), 'requester@lakeside.example')
  await page.goto('/check-requests-pending')
  await expect(page).toHaveURL('/unauthorized')
  await expect(page.getByRole('heading', { name: 'Unauthorized Access' })).toBeVisible()
  await expect(page.getByText('You do not have permission to access this page.', { exact: true })).toBeVisible()
  await expect(page.getByText('Logged in as Maria Delgado (Requester)')).toBeVisible()
  await checkLooks(page, 'unauthorized')
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('skips the forbidden screen when the user goes back', async ({ page }) => {
  await logIn(page, 'approver@lakeside.example')
  await page.goto('/settings')
  await expect(page).toHaveURL('/unauthorized')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('shows a visitor the unauthorized page without a user name', async ({ page }) => {
  await page.goto('/unauthorized')
  await expect(page.getByRole('heading', { name: 'Unauthorized Access' })).toBeVisible()
  await expect(page.getByText('Logged in as')).toHaveCount(0)
})
