import { expect, type Page } from '@playwright/test'
import {
  addUser,
  chooseSeveral,
  dialogOf,
  openAddUser,
  openAdministration,
  openUpdateUser,
  ownWord,
  passwordOf,
  questionOf,
  rowWith,
  superAdmin,
} from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { expectColumns, widthOfSpecifiedColumns } from './support/lists.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { choose, menu } from './support/requests.ts'
import { chosenPassword, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

const manager = 'manager@lakeside.example'

const start = (page: Page) => openAdministration(page, superAdmin, '/admin-users', 'User Management')

test('lists each user’s name, rights, scope, and status', async ({ page }) => {
  await page.setViewportSize(widthOfSpecifiedColumns)
  await start(page)
  const card = page.getByRole('region', { name: 'Users', exact: true })
  await expect(card.getByText('13 users found', { exact: true })).toBeVisible()
  const places = ['Dealer Group', 'Dealership', 'Department']
  await expectColumns(page, ['Username', 'Name', 'Title', 'Email', 'Role', ...places, 'Status', 'Actions'])
  const cells = rowWith(page, manager).getByRole('cell')
  await expect(cells.nth(0)).toHaveText(manager)
  await expect(cells.nth(1)).toHaveText('Luis Romero')
  await expect(cells.nth(2)).toHaveText('General manager, Honda and Ford')
  await expect(cells.nth(3)).toHaveText(manager)
  expect(await cells.nth(4).innerText()).toBe('Approver\nRequester')
  await expect(cells.nth(5)).toHaveText('Lakeside Auto Group')
  expect(await cells.nth(6).innerText()).toBe('Lakeside Honda, Lakeside Ford')
  await expect(cells.nth(7)).toHaveText('–')
  await expect(cells.nth(8)).toHaveText('Active')
  await expect(rowWith(page, 'inactive@lakeside.example').getByRole('cell').nth(7)).toHaveText('Service')
  await expect(rowWith(page, 'inactive@lakeside.example').getByRole('cell').nth(8)).toHaveText('Inactive')
  await checkLooks(page, 'admin-users')
})

test('finds users by username, title, or name regardless of capitalization', async ({ page }) => {
  await start(page)
  const search = page.getByRole('searchbox')
  await expect(search).toHaveAttribute('placeholder', 'Search by Username or Title...')
  await search.fill('CONTROLLER')
  await expect(page.getByText('2 users found', { exact: true })).toBeVisible()
  await expect(rowWith(page, 'Denise Carver')).toBeVisible()
  await search.fill('MANAGER@lakeside.ex')
  await expect(page.getByText('1 user found', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\?search=MANAGER%40lakeside\.ex/)
  await page.reload()
  await expect(rowWith(page, manager)).toBeVisible()
  await expect(page.getByText('1 user found', { exact: true })).toBeVisible()
  for (const words of ['denise', 'Denise Car', 'carver, d']) {
    await search.fill(words)
    await expect(page.getByText('1 user found', { exact: true })).toBeVisible()
    await expect(rowWith(page, 'Denise Carver')).toBeVisible()
  }
  await search.fill('Nobody Of That Name')
  await expect(page.getByText('No users found matching your criteria')).toBeVisible()
  await expect(page.getByText('0 users found', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page.getByText('13 users found', { exact: true })).toBeVisible()
})

test('lists a new user first, and lets the user log in in their primary role', async ({ page, browser }) => {
  const email = `${ownWord()}@Summit.example`
  await start(page)
  const dialog = await openAddUser(page)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Title').fill('Night clerk')
  await dialog.getByLabel('First Name').fill('Nina')
  await dialog.getByLabel('Last Name').fill('Newman')
  await passwordOf(dialog).fill(chosenPassword)
  await chooseSeveral(page, 'Role', ['Requester', 'Processor'])
  await choose(page, 'Primary Role', 'Processor')
  await dialog.getByRole('radio', { name: 'Dealership' }).check()
  await choose(page, 'Dealer Group', 'Summit Motors (SUM)')
  await chooseSeveral(page, 'Dealerships', ['Summit Chevrolet (CHV)'])
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/v1/users', async (route) => {
    if (route.request().method() === 'POST') await seen.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeVisible()
  seen.resolve()
  await expect(noticeOf(page, 'User created')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const first = page.locator('tbody').getByRole('row').first()
  await expect(first).toContainText(email.toLowerCase())
  await expect(first).toContainText('Night clerk')
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(new URL('/login', page.url()).href)
  await submitLogin(other, email)
  await expect(other.getByRole('link', { name: 'Processing', exact: true })).toBeVisible()
  await context.close()
  await page.getByRole('button', { name: 'Add User' }).click()
  await expect(dialogOf(page, 'Add New User').getByLabel('Email')).toHaveValue('')
})

test('refuses an email address that is already in use, and keeps typed values', async ({ page }) => {
  await start(page)
  const dialog = await openAddUser(page)
  await dialog.getByLabel('Email').fill(manager)
  await dialog.getByLabel('First Name').fill('Nina')
  await dialog.getByLabel('Last Name').fill('Newman')
  await passwordOf(dialog).fill(chosenPassword)
  await chooseSeveral(page, 'Role', ['Requester'])
  await dialog.getByRole('radio', { name: 'Dealer Group' }).check()
  await choose(page, 'Dealer Group', 'Lakeside Auto Group (LAG)')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  const sentence = `There is already a user with the email ${manager}.`
  await expectNotice(page, 'User not created', sentence)
  await expect(dialog.locator('p', { hasText: sentence })).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(dialog.getByLabel('First Name')).toHaveValue('Nina')
})

test('leaves a user’s email address, username, and unchanged password unchanged in an update', async ({
  page,
  request,
}) => {
  const user = await addUser(await apiAs(request, superAdmin))
  await start(page)
  const dialog = await openUpdateUser(page, user.username)
  await expect(dialog.getByLabel('Email')).toBeDisabled()
  await expect(dialog.getByLabel('Username')).toBeDisabled()
  await expect(dialog.getByLabel('Keep current password')).toBeChecked()
  await expect(passwordOf(dialog)).toBeDisabled()
  await checkLooks(page, 'admin-users-update')
  await dialog.getByLabel('Title').fill('Head cashier')
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/v1/users', async (route) => {
    if (route.request().method() === 'PATCH') await seen.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(dialog.getByRole('button', { name: 'Updating...' })).toBeVisible()
  seen.resolve()
  await expect(noticeOf(page, 'User updated')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(rowWith(page, user.username)).toContainText('Head cashier')
  await apiAs(request, user.email)
})

test('requires a new password if an admin doesn’t keep the current one, and applies it immediately', async ({
  page,
  request,
}) => {
  const user = await addUser(await apiAs(request, superAdmin))
  await start(page)
  const dialog = await openUpdateUser(page, user.username)
  await dialog.getByLabel('Keep current password').uncheck()
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await passwordOf(dialog).fill('another good one')
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(noticeOf(page, 'User updated')).toBeVisible()
  const login = (password: string) => request.post('/api/v1/auth/login', { data: { email: user.email, password } })
  expect((await login(chosenPassword)).status()).toBe(401)
  expect((await login('another good one')).status()).toBe(200)
})

test('asks for confirmation before deleting a user, and announces the deletion', async ({ page, request }) => {
  const user = await addUser(await apiAs(request, superAdmin))
  await start(page)
  const open = () => page.getByRole('button', { name: `Delete ${user.username}` }).click()
  const question = questionOf(page, 'Are you absolutely sure to delete user?')
  await open()
  await expect(question).toContainText('This action cannot be undone. This will permanently delete your user.')
  await expect(question).toContainText('Nina Newman')
  await expect(question).toContainText(user.email)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await checkLooks(page, 'admin-users-delete')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(rowWith(page, user.username)).toBeVisible()
  await open()
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(noticeOf(page, 'User removed.')).toBeVisible()
  await expect(rowWith(page, user.username)).toHaveCount(0)
  const login = await request.post('/api/v1/auth/login', { data: { email: user.email, password: chosenPassword } })
  expect(login.status()).toBe(401)
})

test('asks before Escape or the back button discards text typed in a dialog', async ({ page }) => {
  await start(page)
  await menu(page).getByRole('link', { name: 'Departments' }).click()
  await menu(page).getByRole('link', { name: 'Users' }).click()
  const dialog = await openAddUser(page)
  await dialog.getByLabel('Title').fill('Night clerk')
  await page.keyboard.press('Escape')
  const question = questionOf(page, 'Close without saving?')
  await expect(question).toBeVisible()
  await checkLooks(page, 'admin-users-close')
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Night clerk')
  await page.goBack()
  await questionOf(page, 'Leave without saving?').getByRole('button', { name: 'Keep Editing' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Night clerk')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
})
