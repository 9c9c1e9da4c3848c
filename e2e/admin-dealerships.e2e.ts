import { expect, type Page } from '@playwright/test'
import type { Dealership } from '../domain/src/organization/fields.ts'
import {
  addDealership,
  addGroup,
  addUser,
  dialogOf,
  findDealership,
  findGroup,
  groupAdmin,
  openAdministration,
  optionsOf,
  ownWord,
  readAgain,
  superAdmin,
} from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { beforeNextPoll } from './support/live.ts'
import { noticeOf } from './support/notices.ts'
import { choose, move, part, raise } from './support/requests.ts'
import { test } from './support/test.ts'

const start = (page: Page, email = superAdmin) =>
  openAdministration(page, email, '/admin-dealerships', 'Dealerships Management')

const groups = (page: Page) => part(page, 'Dealer Groups')
const dealerships = (page: Page) => part(page, 'Dealerships')

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('shows a super admin all dealer groups, dealerships, purposes, and delivery methods', async ({ page }) => {
  await start(page)
  await expect(groups(page).getByRole('columnheader')).toHaveText(['Name', 'Code', 'Actions'])
  await expect(groups(page).getByRole('row').nth(1)).toContainText('Lakeside Auto Group')
  await expect(groups(page).getByRole('row').nth(1)).toContainText('LAG')
  await expect(groups(page).getByRole('button', { name: 'Add Dealer Group' })).toBeVisible()
  const columns = ['Name', 'Code', 'Dealer Group', 'Location', 'Phone', 'Status', 'Actions']
  await expect(dealerships(page).getByRole('columnheader')).toHaveText(columns)
  const cells = rowOf(page, 'Lakeside Toyota').getByRole('cell')
  for (const [index, text] of ['Lakeside Toyota', 'TOY', 'Lakeside Auto Group', 'Madison, WI'].entries())
    await expect(cells.nth(index)).toHaveText(text)
  await expect(cells.nth(4)).toHaveText('(608) 555-0134')
  await expect(cells.nth(5)).toHaveText('Active')
  const purposes = part(page, 'Purposes')
  const headings = ['Customer', 'Vehicle', 'Vendor', 'Employee', 'Government', 'Other']
  await expect(purposes.getByRole('heading', { level: 3 })).toHaveText(headings)
  await expect(part(page, 'Vehicle').getByRole('listitem')).toContainText(['Payoff', 'Trade-in equity'])
  await expect(part(page, 'Delivery Methods').getByRole('row')).toHaveCount(5)
  await checkLooks(page, 'admin-dealerships')
})

test('lets a group admin change the dealerships of their own group, but not the group itself', async ({ page }) => {
  await start(page, groupAdmin)
  await expect(groups(page).getByRole('columnheader')).toHaveText(['Name', 'Code'])
  await expect(groups(page).getByRole('row')).toHaveCount(2)
  await expect(groups(page).getByRole('button')).toHaveCount(0)
  await expect(rowOf(page, 'Summit')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit Lakeside Toyota' })).toBeVisible()
  await expect(part(page, 'Purposes')).toHaveCount(0)
  await expect(part(page, 'Delivery Methods')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Dealership' }).click()
  const dialog = dialogOf(page, 'Add Dealership')
  await expect(dialog.getByRole('combobox', { name: 'Dealer Group' })).toHaveText('Lakeside Auto Group (LAG)')
  expect(await optionsOf(page, 'Dealer Group')).toEqual(['Lakeside Auto Group (LAG)'])
})

test('lets a dealership admin change only their own dealership, and add no dealerships', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const { id } = await findDealership(api, 'HON')
  const access = { role_ids: [1], primary_role: 1, access_level: 2, dealership_ids: [id] }
  await start(page, (await addUser(api, access)).email)
  await expect(page.getByRole('button', { name: 'Edit Lakeside Honda' })).toBeVisible()
  await expect(rowOf(page, 'Lakeside Toyota')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Lakeside Toyota' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Dealership' })).toHaveCount(0)
})

test('requires all fields of a new dealership, and asks for the dealer group in a notice', async ({ page }) => {
  await start(page)
  await page.getByRole('button', { name: 'Add Dealership' }).click()
  const dialog = dialogOf(page, 'Add Dealership')
  await dialog.getByRole('button', { name: 'Create Dealership' }).click()
  for (const label of ['Name', 'Code', 'Dealer Group', 'Address', 'City', 'State', 'ZIP Code', 'Phone'])
    await expect(dialog.getByText(`${label} is required`, { exact: true })).toBeVisible()
  await expect(noticeOf(page, 'Dealer Group is required')).toBeVisible()
  await expect(dialog.getByLabel('ZIP Code')).toHaveAttribute('inputmode', 'numeric')
  await expect(dialog.getByLabel('Phone')).toHaveAttribute('type', 'tel')
  await dialog.getByLabel('State').fill('Bavaria')
  await dialog.getByLabel('ZIP Code').fill('9730')
  await dialog.getByLabel('Phone').fill('555-0100')
  await dialog.getByLabel('Phone').blur()
  await expect(dialog.getByText('Enter a state, such as OR or Oregon.')).toBeVisible()
  await expect(dialog.getByText('Enter a ZIP Code of 5 or 9 digits, such as 97301 or 97301-1234.')).toBeVisible()
  await expect(dialog.getByText('Enter a phone number with its area code, such as (503) 555-0100.')).toBeVisible()
  await checkLooks(page, 'admin-dealerships-add')
})

test('announces a new dealership, and updates the lists of dealerships and departments', async ({ page }) => {
  await start(page)
  await page.getByRole('button', { name: 'Add Dealership' }).click()
  const dialog = dialogOf(page, 'Add Dealership')
  const word = ownWord()
  const values = { Name: `Lakeside ${word}`, Code: word, Address: '1 Main Street', City: 'Verona', State: 'WI' }
  for (const [label, value] of Object.entries(values))
    await dialog.getByRole('textbox', { name: label, exact: true }).fill(value)
  await dialog.getByLabel('ZIP Code').fill('53593')
  await dialog.getByLabel('Phone').fill('(608) 555-0100')
  await choose(page, 'Dealer Group', 'Lakeside Auto Group (LAG)')
  const paths = await readAgain(page, async () => {
    await dialog.getByRole('button', { name: 'Create Dealership' }).click()
    await expect(noticeOf(page, 'Dealership created')).toBeVisible()
    await expect(rowOf(page, `Lakeside ${word}`)).toContainText('Verona, WI')
  })
  expect(paths).toEqual(expect.arrayContaining(['/dealerships', '/departments']))
  await expect(dialog).toHaveCount(0)
})

test('blocks new requests for an inactive dealership, but lets existing requests continue', async ({
  page,
  request,
  openAs,
}) => {
  const api = await apiAs(request, superAdmin)
  const group = await findGroup(api, 'LAG')
  const dealership = await addDealership(api, group.id, `Lakeside ${ownWord()}`)
  const access = { access_level: 2, dealership_ids: [dealership.id] }
  const { email } = await addUser(api, access)
  const old = await raise(await apiAs(request, email))
  await start(page)
  await page.getByRole('button', { name: `Edit ${dealership.name}` }).click()
  const dialog = dialogOf(page, 'Update Dealership')
  await expect(dialog.getByRole('combobox', { name: 'Dealer Group' })).toBeDisabled()
  await expect(
    dialog.getByText('An inactive dealership can’t be chosen for new requests. Existing requests don’t change.'),
  ).toBeVisible()
  const zone = dialog.getByRole('combobox', { name: 'Time Zone' })
  await expect(zone).toHaveText('Same as dealer group: Central Time (Chicago)')
  await checkLooks(page, 'admin-dealerships-update')
  await zone.click()
  await page.getByRole('option', { name: /^Mountain Time \(Denver\)/ }).click()
  await expect(zone).toHaveText(/^Mountain Time \(Denver\), UTC−[67]$/)
  await dialog.getByLabel('Active').uncheck()
  await dialog.getByLabel('City').fill('Waunakee')
  await dialog.getByRole('button', { name: 'Update Dealership' }).click()
  await expect(noticeOf(page, 'Dealership updated')).toBeVisible()
  await expect(rowOf(page, dealership.name)).toContainText('Inactive')
  await expect(rowOf(page, dealership.name)).toContainText('Waunakee, WI')
  expect(await findDealership(api, dealership.code)).toMatchObject({ time_zone: 'America/Denver' })
  const theirs = await openAs(email, '/check-request-new')
  await theirs.getByRole('combobox', { name: 'Dealership', exact: true }).click()
  await expect(theirs.getByText('No result found.')).toBeVisible()
  const approver = await apiAs(request, 'approver@lakeside.example')
  await move(approver, old, 3)
})

test('shows another admin’s changes to groups and dealerships without a reload', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  await start(page)
  const group = await addGroup(api, `Group ${ownWord()}`)
  await expect(rowOf(page, group.name)).toBeVisible(beforeNextPoll)
  const dealership: Dealership = await addDealership(api, group.id, `Live ${ownWord()}`)
  await expect(rowOf(page, dealership.name)).toContainText('Active', beforeNextPoll)
  await api.call('PUT', `/dealerships/${dealership.id}`, { is_active: false })
  await expect(rowOf(page, dealership.name)).toContainText('Inactive', beforeNextPoll)
})
