import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { makeNewcomer } from './support/newcomer.ts'
import { noticeOf } from './support/notices.ts'
import { TestServer } from './support/server.ts'
import { chosenPassword, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

// A separate server that requires users to choose their own password.
const strict = new TestServer({ FORCE_PASSWORD_CHANGE: 'on' })
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
  baseURL: async ({}, use) => {
    await strict.start()
    await use(strict.url)
    await strict.stop()
  },
})

test('requires a user with a password set by an admin to choose their own first', async ({ page, request }) => {
  const email = await makeNewcomer(request, 'requester')
  await page.goto('/check-request-new')
  await submitLogin(page, email)
  await expect(page.getByRole('heading', { name: 'Choose Your Own Password' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await checkLooks(page, 'own-password')
  await page.goto('/check-requests')
  await page.getByLabel('Old Password').fill(chosenPassword)
  await page.getByLabel('New Password').fill('one that only Nora knows')
  await page.getByLabel('Confirm Password').fill('one that only Nora knows')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(noticeOf(page, 'User password change successful')).toBeVisible()
  await submitLogin(page, email, 'one that only Nora knows')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('lets a user log out instead of choosing a password', async ({ page, request }) => {
  const email = await makeNewcomer(request, 'approver')
  await page.goto('/login')
  await submitLogin(page, email)
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/login')
})
