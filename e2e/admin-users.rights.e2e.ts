import { expect, type Page } from '@playwright/test'
import {
  addDealership,
  addUser,
  dialogOf,
  findDealership,
  findGroup,
  groupAdmin,
  openAdministration,
  openUpdateUser,
  optionsOf,
  ownWord,
  rowWith,
  superAdmin,
} from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { beforeNextPoll } from './support/live.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { menu } from './support/requests.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const openUsers = (page: Page, email: string) => openAdministration(page, email, '/admin-users', 'User Management')

test('lists exactly the screens that an admin’s access level allows in the sidebar', async ({
  page,
  openAs,
  request,
}) => {
  const entries = ['Dashboard', 'All Check Requests', 'Users', 'Dealerships', 'Departments', 'Settings']
  await logIn(page, superAdmin)
  await expect(menu(page).getByRole('link')).toHaveText([
    ...entries,
    ...['Register', 'Reports', 'Accounts', 'Positive Pay', 'Clearing'],
    ...['Recurring Requests', 'Approval Policy', 'Payees', 'Journal', 'Audit Trail', 'Auditors', 'Background Work'],
  ])
  const group = await openAs(groupAdmin)
  await expect(menu(group).getByRole('link')).toHaveText([
    ...entries,
    'Reports',
    'Recurring Requests',
    'Approval Policy',
    'Journal',
    'Audit Trail',
  ])
  const api = await apiAs(request, superAdmin)
  const { id: dealership } = await findDealership(api, 'TOY')
  const access = { role_ids: [1], primary_role: 1, access_level: 2, dealership_ids: [dealership] }
  const local = await openAs((await addUser(api, access)).email)
  await expect(menu(local).getByRole('link')).toHaveText([...entries, 'Reports', 'Recurring Requests'])
  await local.goto('/admin-audit')
  await expect(local).toHaveURL('/unauthorized')
})

test('opens administration screens only for admins', async ({ page }) => {
  await logIn(page, 'approver@lakeside.example')
  for (const path of ['/admin-users', '/admin-dealerships', '/admin-departments', '/admin-audit']) {
    await page.goto(path)
    await expect(page).toHaveURL('/unauthorized')
  }
})

test('links an admin’s dashboard to the users and the dealerships', async ({ page }) => {
  await logIn(page, superAdmin)
  await page.getByRole('link', { name: 'Manage Users' }).click()
  await expect(page).toHaveURL('/admin-users')
  await page.goBack()
  await page.getByRole('link', { name: 'Manage Dealerships' }).click()
  await expect(page).toHaveURL('/admin-dealerships')
})

test('limits a group admin to their own group, without the option to grant the Admin role', async ({ page }) => {
  await openUsers(page, groupAdmin)
  await expect(page.locator('tbody').getByRole('row').first()).toBeVisible()
  await expect(rowWith(page, 'summit.example')).toHaveCount(0)
  await expect(rowWith(page, superAdmin)).toHaveCount(0)
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = dialogOf(page, 'Add New User')
  await expect(dialog.getByRole('combobox', { name: 'Dealer Group' })).toHaveText('Lakeside Auto Group (LAG)')
  expect(await optionsOf(page, 'Dealer Group')).toEqual(['Lakeside Auto Group (LAG)'])
  expect(await optionsOf(page, 'Role')).toEqual(['Requester', 'Approver', 'Processor'])
})

test('tells a group admin why they can’t change another admin', async ({ page, request }) => {
  const other = await addUser(await apiAs(request, superAdmin), { role_ids: [1], primary_role: 1 })
  await openUsers(page, groupAdmin)
  for (const action of ['Edit', 'Delete']) {
    const button = page.getByRole('button', { name: `${action} ${other.username}` })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAccessibleDescription('Only super admins can change an admin. Ask a super admin.')
    await button.click({ force: true })
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('lets a dealership admin grant access only within their own dealership', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const { id } = await findDealership(api, 'TOY')
  const access = { role_ids: [1], primary_role: 1, access_level: 2, dealership_ids: [id] }
  const admin = await addUser(api, access)
  await openUsers(page, admin.email)
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = dialogOf(page, 'Add New User')
  await expect(dialog.getByRole('radio', { name: 'Dealer Group' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Dealership' }).check()
  expect(await optionsOf(page, 'Dealerships')).toEqual(['Lakeside Toyota (TOY)'])
})

test('lets admins change their own name, but not change their rights or status or delete their account', async ({
  page,
}) => {
  await openUsers(page, groupAdmin)
  const remove = page.getByRole('button', { name: `Delete ${groupAdmin}` })
  await expect(remove).toHaveAccessibleDescription('You can’t delete your own account.')
  const dialog = await openUpdateUser(page, groupAdmin)
  await expect(dialog.getByText('You can’t change your own rights.')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Role' })).toBeDisabled()
  await expect(dialog.getByRole('radio', { name: 'Dealership' })).toBeDisabled()
  await expect(dialog.getByRole('combobox', { name: 'Dealer Group' })).toBeDisabled()
  await expect(dialog.getByLabel('Active')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Log Out Everywhere' })).toHaveCount(0)
  await dialog.getByLabel('Title').fill('Chief of the office')
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(noticeOf(page, 'User updated')).toBeVisible()
  await expect(rowWith(page, groupAdmin)).toContainText('Chief of the office')
})

test('keeps a super admin’s access level when another super admin changes their name', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const access = { role_ids: [1], primary_role: 1, access_level: 0, dealer_group_id: null }
  const other = await addUser(api, { email: `${ownWord()}@example.com`.toLowerCase(), ...access })
  await openUsers(page, superAdmin)
  const dialog = await openUpdateUser(page, other.username)
  await expect(dialog.getByRole('radio', { name: 'Super Admin' })).toBeChecked()
  await expect(dialog.getByRole('combobox', { name: 'Dealer Group' })).toHaveCount(0)
  await dialog.getByLabel('Last Name').fill('Newlywed')
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(noticeOf(page, 'User updated')).toBeVisible()
  await expect(rowWith(page, other.username)).toContainText('Nina Newlywed')
  await (await apiAs(request, other.email)).call('GET', '/audit')
})

test('shows the server’s reason for a refusal in the dialog, and keeps typed values', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const user = await addUser(api)
  await openUsers(page, groupAdmin)
  const dialog = await openUpdateUser(page, user.username)
  await dialog.getByLabel('Title').fill('Head cashier')
  await api.call('PATCH', '/users', { id: user.id, role_ids: [1], primary_role: 1 })
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Only super admins can change an admin. Ask a super admin.')
  await expectNotice(page, 'User not updated', 'Only super admins can change an admin. Ask a super admin.')
  await expect(dialog.getByLabel('Title')).toHaveValue('Head cashier')
})

test('shows another admin’s changes to the user list without a reload', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  await openUsers(page, groupAdmin)
  const user = await addUser(api, { title: 'Appears by itself' })
  await expect(rowWith(page, user.username)).toContainText('Appears by itself', beforeNextPoll)
  await api.call('PATCH', '/users', { id: user.id, title: 'Changes by itself' })
  await expect(rowWith(page, user.username)).toContainText('Changes by itself', beforeNextPoll)
  await api.call('DELETE', '/users', { id: user.id })
  await expect(rowWith(page, user.username)).toHaveCount(0, beforeNextPoll)
})

test('offers a new dealership on the user form without a reload', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const group = await findGroup(api, 'LAG')
  await openUsers(page, superAdmin)
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = dialogOf(page, 'Add New User')
  await dialog.getByRole('radio', { name: 'Dealership' }).check()
  await dialog.getByRole('combobox', { name: 'Dealer Group' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Lakeside Auto Group (LAG)' }).click()
  const { name, code } = await addDealership(api, group.id, 'Lakeside Kia')
  await expect(async () => expect(await optionsOf(page, 'Dealerships')).toContain(`${name} (${code})`)).toPass()
})

test('keeps another admin’s changes to a user that were saved while the form was open', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const user = await addUser(api)
  await openUsers(page, groupAdmin)
  const dialog = await openUpdateUser(page, user.username)
  await api.call('PATCH', '/users', { id: user.id, first_name: 'Ninette', role_ids: [4], primary_role: 4 })
  await dialog.getByLabel('Title').fill('Head cashier')
  const update = dialog.getByRole('button', { name: 'Update User' })
  await update.click()
  await expect(dialog.getByText(/changed this user \(.+\) in the meantime\./)).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Head cashier')
  await update.click()
  await expect(noticeOf(page, 'User updated')).toBeVisible()
  for (const text of ['Ninette Newman', 'Head cashier', 'Processor'])
    await expect(rowWith(page, user.username)).toContainText(text)
})
