import { expect, type Page } from '@playwright/test'
import {
  addDealership,
  addDepartment,
  addGroup,
  chipsOf,
  chooseSeveral,
  openAddUser,
  openAdministration,
  optionsOf,
  ownWord,
  passwordOf,
  superAdmin,
} from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { choose } from './support/requests.ts'
import { test } from './support/test.ts'

const start = (page: Page) => openAdministration(page, superAdmin, '/admin-users', 'User Management')

test('names all missing fields when a blank form for a new user is submitted', async ({ page }) => {
  await start(page)
  const dialog = await openAddUser(page)
  await dialog.getByRole('button', { name: 'Create User' }).click()
  for (const text of [
    'Email is required',
    'Username is required',
    'First Name is required',
    'Last Name is required',
    'Password is required',
    'At least one role is required',
    'Access level is required',
    'Dealer Group is required',
  ])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(dialog.getByText('Primary Role')).toHaveCount(0)
  // No email server is set up, so no link is sent.
  await expect(dialog).toContainText('At least 8 characters. The user is asked to choose a new one.')
  await checkLooks(page, 'admin-users-add-refused')
})

test('copies the email address into the read-only username', async ({ page }) => {
  await start(page)
  const dialog = await openAddUser(page)
  await dialog.getByLabel('Email').fill('nina@lakeside.example')
  await expect(dialog.getByLabel('Username')).toHaveValue('nina@lakeside.example')
  await expect(dialog.getByLabel('Username')).toHaveAttribute('readonly')
  await dialog.getByLabel('Email').fill('not an address')
  await dialog.getByLabel('Email').blur()
  await expect(dialog.getByText('Enter an email address.')).toBeVisible()
})

test('asks for the locations that the access level requires', async ({ page }) => {
  await start(page)
  const dialog = await openAddUser(page)
  const submit = () => dialog.getByRole('button', { name: 'Create User' }).click()
  const group = dialog.getByText('Dealer Group is required for this access level')
  const dealership = dialog.getByText('Dealership is required for this access level')
  const department = dialog.getByText('Department is required for this access level')
  const dealerships = dialog.getByRole('combobox', { name: 'Dealerships' })
  const departments = dialog.getByRole('combobox', { name: 'Departments' })
  await expect(dealerships).toHaveCount(0)
  for (const label of ['Email', 'Username', 'Title', 'First Name', 'Last Name'])
    await expect(dialog.getByRole('textbox', { name: label, exact: true })).toBeVisible()
  await expect(passwordOf(dialog)).toHaveAttribute('type', 'password')
  for (const [level, value] of Object.entries({ 'Dealer Group': '1', Dealership: '2', Department: '3' }))
    await expect(dialog.getByRole('radio', { name: level, exact: true })).toHaveAttribute('value', value)
  await dialog.getByRole('radio', { name: 'Dealer Group' }).check()
  await submit()
  await expect(group).toBeVisible()
  await expect(dealerships).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Dealership' }).check()
  await submit()
  await expect(group).toBeVisible()
  await expect(dealership).toBeVisible()
  await expect(departments).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Department' }).check()
  await submit()
  await expect(dealership).toBeVisible()
  await expect(department).toBeVisible()
  await choose(page, 'Dealer Group', 'Summit Motors (SUM)')
  await expect(group).toHaveCount(0)
  expect(await optionsOf(page, 'Dealerships')).toEqual(['Summit Chevrolet (CHV)', 'Summit Subaru (SUB)'])
})

test('clears dependent choices when the access level, dealer group, or dealership changes', async ({ page }) => {
  await start(page)
  const dialog = await openAddUser(page)
  const fillPlaces = async () => {
    await chooseSeveral(page, 'Dealerships', ['Lakeside Toyota (TOY)', 'Lakeside Ford (FRD)'])
    await chooseSeveral(page, 'Departments', ['Parts (TOY)', 'Sales (FRD)'])
    await expect(chipsOf(dialog)).toHaveCount(4)
  }
  await dialog.getByRole('radio', { name: 'Department' }).check()
  await choose(page, 'Dealer Group', 'Lakeside Auto Group (LAG)')
  await fillPlaces()
  await dialog.getByRole('button', { name: 'Remove Lakeside Ford (FRD)' }).click()
  await expect(chipsOf(dialog)).toHaveCount(1)
  expect(await optionsOf(page, 'Departments')).toEqual(['Finance (TOY)', 'Parts (TOY)', 'Sales (TOY)', 'Service (TOY)'])
  await dialog.getByRole('button', { name: 'Remove Lakeside Toyota (TOY)' }).click()
  await fillPlaces()
  await dialog.getByRole('radio', { name: 'Dealership' }).check()
  await expect(chipsOf(dialog)).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Department' }).check()
  await fillPlaces()
  await choose(page, 'Dealer Group', 'Summit Motors (SUM)')
  await expect(chipsOf(dialog)).toHaveCount(0)
})

test('asks for a primary role if a user has several roles, and clears it when the roles change', async ({ page }) => {
  await start(page)
  const dialog = await openAddUser(page)
  await chooseSeveral(page, 'Role', ['Requester'])
  await expect(dialog.getByText('Primary Role')).toHaveCount(0)
  await chooseSeveral(page, 'Role', ['Approver'])
  const missing = dialog.getByText('Primary role is required when multiple roles are selected')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(missing).toBeVisible()
  expect(await optionsOf(page, 'Primary Role')).toEqual(['Requester', 'Approver'])
  await choose(page, 'Primary Role', 'Approver')
  await expect(missing).toHaveCount(0)
  await chooseSeveral(page, 'Role', ['Processor'])
  await expect(dialog.getByRole('combobox', { name: 'Primary Role' })).toHaveText('Select')
})

test('lets a super admin grant any role in any dealer group', async ({ page }) => {
  await start(page)
  await openAddUser(page)
  expect(await optionsOf(page, 'Role')).toEqual(['Admin', 'Requester', 'Approver', 'Processor'])
  expect(await optionsOf(page, 'Dealer Group')).toEqual(['Lakeside Auto Group (LAG)', 'Summit Motors (SUM)'])
  await page.getByRole('combobox', { name: 'Dealer Group', exact: true }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('nothing like it')
  await expect(page.getByText('No result found.', { exact: true })).toBeVisible()
})

test('shows at most four roles, four dealerships, and two departments as chips', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const group = await addGroup(api, `Chips ${ownWord()}`)
  const names = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo', 'Foxtrot']
  const dealerships = []
  for (const name of names) dealerships.push(await addDealership(api, group.id, name))
  const [alpha] = dealerships
  if (!alpha) throw new Error('No dealership was added')
  const departments = []
  for (const name of names) departments.push(await addDepartment(api, alpha, name))
  await start(page)
  const dialog = await openAddUser(page)
  await chooseSeveral(page, 'Role', ['Admin', 'Requester', 'Approver', 'Processor'])
  await expect(chipsOf(dialog)).toHaveCount(4)
  await dialog.getByRole('radio', { name: 'Department' }).check()
  await choose(page, 'Dealer Group', `${group.name} (${group.code})`)
  await chooseSeveral(
    page,
    'Dealerships',
    dealerships.map(({ name, code }) => `${name} (${code})`),
  )
  await expect(dialog.getByRole('combobox', { name: 'Dealerships' })).toHaveText('+ 2 more')
  await expect(chipsOf(dialog)).toHaveCount(8)
  await chooseSeveral(
    page,
    'Departments',
    departments.map(({ name }) => `${name} (${alpha.code})`),
  )
  await expect(dialog.getByRole('combobox', { name: 'Departments' })).toHaveText('+ 4 more')
  await expect(chipsOf(dialog)).toHaveCount(10)
  await checkLooks(page, 'admin-users-add-filled')
})

test('refuses an easily guessed password with the reason, and can show the typed password', async ({ page }) => {
  await start(page)
  const dialog = await openAddUser(page)
  const password = passwordOf(dialog)
  await dialog.getByLabel('Email').fill('nina.newman@lakeside.example')
  await dialog.getByLabel('First Name').fill('Nina')
  for (const [text, refusal] of [
    ['short', 'A password needs at least 8 characters.'],
    ['nina.newman@lakeside.example', 'Choose a password other than your email address.'],
    ['ninaninanina', 'This password repeats itself: choose one that is harder to guess.'],
    ['qwertyuiop', 'This password follows the keyboard or the alphabet: choose one that is harder to guess.'],
    [
      'Newman-2024',
      'This password is a name or a word that others try first: add words that have nothing to do with you',
    ],
  ] as const) {
    await password.fill(text)
    await password.blur()
    await expect(dialog.getByText(refusal)).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await dialog.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('describes a password’s strength in words as soon as typing starts', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (call) => loaded.push(call.url()))
  await start(page)
  const dialog = await openAddUser(page)
  const isLoaded = () => loaded.some((url) => url.includes('/estimate-strength-'))
  await dialog.getByLabel('Email').fill('nina.newman@lakeside.example')
  expect(isLoaded()).toBe(false)
  const estimate = dialog.getByRole('status')
  for (const [text, words] of [
    ['nina.newman!', 'Too easy to guess.'],
    ['Brandon2024!', 'Could be guessed.'],
    ['aB3$eF7!kq', 'Hard to guess.'],
    ['quiet river lantern', 'Very hard to guess.'],
  ] as const) {
    await passwordOf(dialog).fill(text)
    await expect(estimate).toContainText(words)
  }
  expect(isLoaded()).toBe(true)
  await checkLooks(page, 'admin-users-strength')
  await passwordOf(dialog).fill('')
  await expect(estimate).toBeEmpty()
})
