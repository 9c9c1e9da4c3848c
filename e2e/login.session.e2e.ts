import { expect, type Page } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { demoPassword, endSession, logIn, signIn, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

const everyone = 'everyone@summit.example'

const openMenu = (page: Page) => page.getByRole('button', { name: 'My Account' }).click()
const menuEntries = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()

async function switchTo(page: Page, role: string) {
  await openMenu(page)
  await page.getByRole('menuitemradio', { name: role }).click()
  await expectNotice(page, 'User role change successful', `Welcome ${role}!`)
}

async function changePassword(page: Page, old: string, next: string, confirmation = next) {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await dialog.getByLabel('Old Password').fill(old)
  await dialog.getByLabel('New Password').fill(next)
  await dialog.getByLabel('Confirm Password').fill(confirmation)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  return dialog
}

test('names the account in the user menu, and disables the current role', async ({ page }) => {
  await logIn(page, everyone)
  await openMenu(page)
  for (const text of ['My Account', everyone])
    await expect(page.getByRole('menu').getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('menuitemradio')).toHaveText(['Admin', 'Requester', 'Approver', 'Processor'])
  const current = page.getByRole('menuitemradio', { checked: true })
  await expect(current).toHaveText('Requester')
  await expect(current).toBeDisabled()
})

test('opens, navigates, and leaves the user menu by keyboard', async ({ page }) => {
  await logIn(page, everyone)
  const button = page.getByRole('button', { name: 'My Account' })
  await button.press('Enter')
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Log Out' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('shows the new role’s menu in every tab after a role switch, and after a reload', async ({ page, context }) => {
  await logIn(page, everyone)
  const other = await context.newPage()
  await other.goto('/check-requests-sendback')
  await expect(other.getByRole('button', { name: 'My Account' })).toBeVisible()
  await switchTo(page, 'Approver')
  const approverMenu = ['Dashboard', 'Pending Approvals', 'All Requests', 'Reports']
  await expect.poll(() => menuEntries(page)).toEqual(approverMenu)
  await expect(other).toHaveURL('/dashboard')
  await expect.poll(() => menuEntries(other)).toEqual(approverMenu)
  await page.reload()
  await expect.poll(() => menuEntries(page)).toEqual(approverMenu)
})

test('shows requesters and processors the menus of their roles', async ({ page }) => {
  await logIn(page, everyone)
  const requesterMenu = ['Dashboard', 'New Request', 'SendBacked Checks', 'Rejected Checks', 'My Requests']
  await expect.poll(() => menuEntries(page)).toEqual([...requesterMenu, 'Recurring Requests'])
  await switchTo(page, 'Processor')
  const processorMenu = ['Dashboard', 'Processing', 'Completed', 'All Requests', 'Reports']
  await expect.poll(() => menuEntries(page)).toEqual(processorMenu)
})

test('logs out with a notice when the session ends elsewhere, and returns to the same list after login', async ({
  page,
  request,
}) => {
  await signIn(page.context(), everyone)
  await page.goto('/check-requests?status=1')
  await expect(page.getByRole('heading', { name: 'Check Requests', exact: true })).toBeVisible()
  await endSession(page.context(), request)
  await expect(noticeOf(page, 'Unauthorized access...')).toBeVisible({ timeout: 15_000 })
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('You were signed out. Your session was ended on another device')).toBeVisible()
  await checkLooks(page, 'login-signed-out')
  await submitLogin(page, everyone)
  await expect(page).toHaveURL('/check-requests?status=1')
})

test('keeps the session of a page opened without a server, and continues when the server responds', async ({
  page,
  errors,
}) => {
  errors.allow(/net::ERR_FAILED/)
  await signIn(page.context(), everyone)
  await page.route('**/auth/session', (route) => route.abort())
  await page.goto('/check-requests')
  await expect(page.getByRole('heading', { name: 'Can’t Reach the Server' })).toBeVisible()
  await expect(page).toHaveURL('/check-requests')
  await checkLooks(page, 'login-unreachable')
  await page.unroute('**/auth/session')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Check Requests', exact: true })).toBeVisible()
})

test('refuses a password change without a matching confirmation or with a wrong old password', async ({ page }) => {
  await logIn(page, everyone)
  const sent: string[] = []
  page.on('request', (call) => sent.push(call.url()))
  const dialog = await changePassword(page, demoPassword, 'a new pass phrase', 'another pass phrase')
  await expect(noticeOf(page, 'Confirm password does not match.')).toBeVisible()
  expect(sent.filter((url) => url.includes('/users/change-password'))).toEqual([])
  await dialog.getByLabel('Old Password').fill('wrong')
  await dialog.getByLabel('Confirm Password').fill('a new pass phrase')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expectNotice(page, 'Password not changed', 'The old password is wrong.')
  await expect(dialog).toBeVisible()
})

test('refuses a mismatched confirmation even if the new password is also too weak', async ({ page }) => {
  await signIn(page.context(), everyone)
  await page.goto('/dashboard')
  const dialog = await changePassword(page, demoPassword, 'short', 'another')
  await expect(noticeOf(page, 'Confirm password does not match.')).toBeVisible()
  await expect(dialog.getByText('A password needs at least 8 characters.', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Confirm password does not match.', { exact: true })).toBeVisible()
})

test('refuses a common password, with advice for a better password', async ({ page }) => {
  await logIn(page, everyone)
  const dialog = await changePassword(page, demoPassword, 'trustno1')
  const sentence = 'This password is too common: choose one that others don’t use.'
  await expect(dialog.getByText(sentence)).toBeVisible()
  const estimate = dialog.getByRole('status')
  await expect(estimate).toContainText('Three or four unrelated words')
  await checkLooks(page, 'change-password-strength')
  await dialog.getByLabel('New Password').fill('quiet river lantern')
  await expect(estimate).toHaveText('Very hard to guess.')
})

test('shows only the sign-in notice when a user saves changes after the session has ended', async ({
  page,
  request,
}) => {
  await signIn(page.context(), everyone)
  await page.goto('/dashboard')
  await page.route('**/users/change-password', async (route) => {
    await endSession(page.context(), request)
    await route.continue()
  })
  const answered = page.waitForResponse('**/users/change-password')
  await changePassword(page, demoPassword, 'a new pass phrase')
  expect((await answered).status()).toBe(401)
  await expect(page).toHaveURL('/login')
  await expect(noticeOf(page, 'Unauthorized access...')).toBeVisible()
  await expect(noticeOf(page, 'Password not changed')).toHaveCount(0)
})

test('logs out after a password change and accepts only the new password', async ({ page }) => {
  const email = 'processor@summit.example'
  await logIn(page, email)
  await changePassword(page, demoPassword, 'a new pass phrase')
  await expect(page).toHaveURL('/login')
  await expectNotice(page, 'User password change successful', 'Password is changed, login with new password!')
  await submitLogin(page, email)
  await expect(noticeOf(page, 'Login failed')).toBeVisible()
  await submitLogin(page, email, 'a new pass phrase')
  await expect(page).toHaveURL('/dashboard')
})

test('stores no credentials in the browser, and no user data after logout', async ({ page }) => {
  await logIn(page, everyone)
  await page.evaluate(() => localStorage.setItem('draft:1:requester:new', '{}'))
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)
  expect(kept).not.toMatch(/w1\.|@|password/i)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({})
})
