import { expect, type Page } from '@playwright/test'
import {
  addUser,
  dialogOf,
  findGroup,
  groupAdmin,
  openAdministration,
  openUpdateUser,
  questionOf,
  rowWith,
  superAdmin,
} from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { menu } from './support/requests.ts'
import { chosenPassword, logIn, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

const openUsers = (page: Page, email: string) => openAdministration(page, email, '/admin-users', 'User Management')

/** The other browser shows the login screen within a second or two without any input. */
async function expectLoggedOut(page: Page) {
  await expect(page).toHaveURL('/login', { timeout: 5000 })
  await expect(noticeOf(page, 'Unauthorized access...')).toBeVisible()
}

test('logs a user out immediately when their rights change', async ({ page, request, openAs }) => {
  const api = await apiAs(request, superAdmin)
  // In this group, new roles take effect immediately.
  const { id: dealer_group_id } = await findGroup(api, 'SUM')
  const user = await addUser(api, { dealer_group_id })
  const theirs = await openAs(user.email)
  await openUsers(page, superAdmin)
  const dialog = await openUpdateUser(page, user.username)
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Processor' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: 'Primary Role' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Processor' }).click()
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expectLoggedOut(theirs)
  await submitLogin(theirs, user.email)
  await expect(menu(theirs).getByRole('link', { name: 'Processing' })).toBeVisible()
})

test('keeps a user logged in when only their name changes', async ({ page, request, openAs }) => {
  const user = await addUser(await apiAs(request, superAdmin))
  const theirs = await openAs(user.email)
  await openUsers(page, groupAdmin)
  const dialog = await openUpdateUser(page, user.username)
  await dialog.getByLabel('First Name').fill('Ninette')
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(noticeOf(page, 'User updated')).toBeVisible()
  const reply = theirs.waitForResponse('**/api/v1/check-requests**')
  await theirs.goto('/check-requests')
  expect((await reply).status()).toBe(200)
  await expect(theirs).toHaveURL('/check-requests')
})

test('logs out a deactivated user immediately and refuses logins until reactivation', async ({
  page,
  request,
  openAs,
}) => {
  const user = await addUser(await apiAs(request, superAdmin))
  const theirs = await openAs(user.email)
  await openUsers(page, groupAdmin)
  const dialog = await openUpdateUser(page, user.username)
  await dialog.getByLabel('Active').uncheck()
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expectLoggedOut(theirs)
  await expect(rowWith(page, user.username)).toContainText('Inactive')
  await submitLogin(theirs, user.email)
  await expect(theirs.getByText('This account is inactive. Ask your admin to activate it.').first()).toBeVisible()
  await openUpdateUser(page, user.username)
  await dialog.getByLabel('Active').check()
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(rowWith(page, user.username)).not.toContainText('Inactive')
  await submitLogin(theirs, user.email)
  await expect(theirs).toHaveURL('/dashboard')
})

test('lets an admin end a user’s sessions one by one or all together', async ({ page, request, openAs }) => {
  const user = await addUser(await apiAs(request, superAdmin))
  const theirs = await openAs(user.email)
  await apiAs(request, user.email)
  await apiAs(request, user.email)
  await openUsers(page, groupAdmin)
  const dialog = await openUpdateUser(page, user.username)
  const sessions = dialog.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(3)
  // The most recently used session comes first.
  await sessions
    .first()
    .getByRole('button', { name: /^End session: / })
    .click()
  await expect(noticeOf(page, 'Session ended')).toBeVisible()
  await expect(sessions).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Log Out Everywhere' }).click()
  await expectNotice(page, 'Logged out everywhere', '2 sessions have ended.')
  await expect(sessions).toHaveText(['Not logged in anywhere.'])
  await expectLoggedOut(theirs)
  await dialog.getByRole('button', { name: 'Log Out Everywhere' }).click()
  await expectNotice(page, 'Logged out everywhere', 'The user wasn’t logged in.')
})

test('logs out a deleted user immediately and keeps their name on requests', async ({ page, request, openAs }) => {
  const email = 'requester2@lakeside.example'
  const admin = await apiAs(request, groupAdmin)
  const theirs = await openAs(email)
  await openUsers(page, groupAdmin)
  await page.getByRole('button', { name: `Delete ${email}` }).click()
  await questionOf(page, 'Are you absolutely sure to delete user?').getByRole('button', { name: 'Continue' }).click()
  await expectLoggedOut(theirs)
  const requests = await admin.call<{ requester_name: string }[]>('GET', '/check-requests/by-user')
  expect(requests.map(({ requester_name }) => requester_name)).toContain('Tom Becker')
})

test('reminds users on every screen to replace a password chosen by an admin', async ({ page, request }) => {
  const user = await addUser(await apiAs(request, superAdmin))
  await logIn(page, user.email)
  const reminder = page.getByRole('region', { name: 'Password reminder' })
  await expect(reminder).toContainText('An admin chose your password. Choose one that only you know.')
  await page.goto('/check-requests')
  await expect(reminder).toBeVisible()
  await checkLooks(page, 'password-reminder')
  await reminder.getByRole('button', { name: 'Change Password' }).click()
  const dialog = dialogOf(page, 'Change Password')
  await dialog.getByLabel('Old Password').fill(chosenPassword)
  await dialog.getByLabel('New Password').fill('only I know this one')
  await dialog.getByLabel('Confirm Password').fill('only I know this one')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL('/login')
  await submitLogin(page, user.email, 'only I know this one')
  await expect(page).toHaveURL('/dashboard')
  await expect(reminder).toHaveCount(0)
})
