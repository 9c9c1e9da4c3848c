import { expect, type Page } from '@playwright/test'
import { apiAs, ownPassword, replacePassword } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { makeNewcomer } from './support/newcomer.ts'
import { noticeOf } from './support/notices.ts'
import { raiseAt } from './support/requests.ts'
import { chosenPassword, logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'

function card(page: Page) {
  return page.getByRole('region', { name: 'Accounts Pending Confirmation' })
}

function own(page: Page) {
  return page.getByRole('region', { name: 'Pending changes to your account' })
}

/** The entry of the pending account with this email address. */
function itemOf(page: Page, email: string) {
  return card(page).getByRole('listitem').filter({ hasText: email })
}

test('shows the next step to a new approver and to the admin who added them', async ({ page, request, openAs }) => {
  const email = await makeNewcomer(request, 'approver')
  await signIn(page.context(), email)
  await page.goto('/dashboard')
  await expect(own(page)).toContainText(
    'Your Approver role isn’t in effect yet. Grace Lindqvist requested this. First, choose your own password. Then Sam Okafor can confirm the change.',
  )
  await checkLooks(page, 'dashboard-account-waits')
  const admin = await openAs('admin@lakeside.example', '/admin-users')
  await expect(itemOf(admin, email)).toContainText(
    'Waiting for a second person: Approver role, requested by Grace Lindqvist.',
  )
  await expect(itemOf(admin, email)).toContainText('Then Sam Okafor can confirm the change.')
  await expect(itemOf(admin, email).getByRole('button', { name: 'Confirm Nora New' })).toHaveCount(0)
  await expect(admin.getByRole('row').filter({ hasText: email })).toContainText('Pending')
  await checkLooks(admin, 'admin-users-waiting')
})

test('shows pending changes on a user’s form', async ({ request, openAs }) => {
  const email = await makeNewcomer(request, 'processor')
  const admin = await openAs('admin@lakeside.example', '/admin-users')
  await admin.getByRole('button', { name: `Edit ${email}` }).click()
  await expect(admin.getByRole('dialog', { name: 'Update User' })).toContainText('Waiting for a second person')
  await checkLooks(admin, 'admin-users-waiting-form')
})

test('lets a super admin confirm an account whose user has chosen a password', async ({ page, request, openAs }) => {
  const email = await makeNewcomer(request, 'approver')
  await replacePassword(request, email)
  await signIn(page.context(), email, ownPassword)
  await page.goto('/dashboard')
  await expect(own(page)).toContainText('Sam Okafor can confirm the change.')
  const second = await openAs('superadmin@example.com')
  await itemOf(second, email).getByRole('button', { name: 'Confirm Nora New' }).click()
  const dialog = second.getByRole('alertdialog', { name: 'Confirm Nora New?' })
  await expect(dialog).toContainText('By confirming, you state that you asked Nora New personally')
  await checkLooks(second, 'dashboard-confirm-account')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(noticeOf(second, 'Account confirmed')).toBeVisible()
  await expect(itemOf(second, email)).toHaveCount(0)
  await expect(own(page)).toHaveCount(0)
})

test('lets an approver stop pending changes, but not confirm them while an admin can', async ({
  page,
  request,
  openAs,
}) => {
  const email = await makeNewcomer(request, 'processor')
  await logIn(page, 'approver@lakeside.example')
  await expect(itemOf(page, email).getByRole('button', { name: 'Confirm Nora New' })).toHaveCount(0)
  await itemOf(page, email).getByRole('button', { name: 'Stop Nora New' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Stop this change for Nora New?' })
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(noticeOf(page, 'Change stopped')).toBeVisible()
  await expect(itemOf(page, email)).toContainText('Stopped by Denise Carver: Processor role')
  const admin = await openAs('admin@lakeside.example', '/admin-users')
  await expect(admin.getByRole('row').filter({ hasText: email })).toContainText('Stopped')
})

test('tells a user why they can’t switch to a role that is pending confirmation', async ({ page, request }) => {
  const email = await makeNewcomer(request, 'approver')
  const { id } = await raiseAt(request, 1, { payee_name_1: 'Willow Wipers' })
  const admin = await apiAs(request, 'admin@lakeside.example')
  const users = await admin.call<{ id: number; email: string; dealer_group_id: number }[]>('GET', '/users')
  const user = users.find((one) => one.email === email)
  await admin.call('PATCH', '/users', { id: user?.id, role_ids: [2, 3], primary_role: 2, access_level: 1 })
  await signIn(page.context(), email)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('menuitemradio', { name: 'Approver' }).click()
  await expect(noticeOf(page, 'User role change error')).toContainText(
    'Your Approver role takes effect when a second person confirms your account.',
  )
  await expect(own(page)).toContainText('Approver role')
  const person = await apiAs(request, email)
  await expect(person.call('GET', `/check-requests/${id}`)).rejects.toThrow()
})

test('activates a new approver’s role immediately in a group without the second-person rule', async ({
  page,
  request,
}) => {
  const owner = await apiAs(request, 'everyone@summit.example', 1)
  const superAdmin = await apiAs(request, 'superadmin@example.com')
  const groups = await owner.call<{ id: number; settings: { account_confirmation: boolean } }[]>(
    'GET',
    '/dealer-groups',
  )
  expect(groups.map(({ settings }) => settings.account_confirmation)).toEqual([false])
  const email = `approver.${Date.now()}@summit.example`
  const account = {
    email,
    username: email,
    first_name: 'Nina',
    last_name: 'Now',
    password: chosenPassword,
    role_ids: [3],
    access_level: 1,
    dealer_group_id: groups[0]?.id,
  }
  await superAdmin.call('POST', '/users', account)
  await logIn(page, email)
  await expect(own(page)).toHaveCount(0)
})
