import { expect, type Page } from '@playwright/test'
import {
  addDealership,
  addDepartment,
  addUser,
  dialogOf,
  findDealership,
  findGroup,
  groupAdmin,
  openAdministration,
  optionsOf,
  ownWord,
  questionOf,
  superAdmin,
} from './support/administration.ts'
import { type ApiUser, apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { beforeNextPoll } from './support/live.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { choose, raise } from './support/requests.ts'
import { test } from './support/test.ts'

const start = (page: Page, email = superAdmin, query = '') =>
  openAdministration(page, email, `/admin-departments${query}`, 'Departments Management')

const lineOf = (page: Page, dealership: string | RegExp) => page.getByRole('button', { name: dealership })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** A new dealership with a department, so that tests don't affect each other. */
async function addPlace(api: ApiUser) {
  const group = await findGroup(api, 'LAG')
  const dealership = await addDealership(api, group.id, `Lakeside ${ownWord()}`)
  return { dealership, department: await addDepartment(api, dealership, 'Detailing') }
}

test('lists dealerships with their dealer groups and numbers of departments', async ({ page }) => {
  await start(page)
  const toyota = lineOf(page, /Lakeside Toyota \(TOY\)/)
  await expect(toyota).toContainText('Lakeside Auto Group (LAG)')
  await expect(toyota).toContainText('Total Departments: 4')
  await expect(lineOf(page, /Summit Subaru \(SUB\)/)).toContainText('Summit Motors (SUM)')
  await expect(lineOf(page, /Summit Subaru \(SUB\)/)).toContainText('Total Departments: 2')
  await expect(page.getByRole('table')).toHaveCount(0)
  await checkLooks(page, 'admin-departments')
})

test('expands a dealership to show its departments, and keeps it expanded in the URL', async ({ page }) => {
  await start(page)
  const toyota = lineOf(page, /Lakeside Toyota/)
  await expect(toyota).toHaveAttribute('aria-expanded', 'false')
  await toyota.click()
  await expect(toyota).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Code', 'Dealership', 'Dealer Group', 'Actions'])
  await expect(rowOf(page, 'Service').getByRole('cell')).toHaveText([
    'Service',
    'SVC',
    'Lakeside Toyota',
    'Lakeside Auto Group',
    '',
  ])
  await checkLooks(page, 'admin-departments-open')
  await lineOf(page, /Lakeside Ford/).click()
  await page.reload()
  await expect(toyota).toHaveAttribute('aria-expanded', 'true')
  await expect(lineOf(page, /Lakeside Ford/)).toHaveAttribute('aria-expanded', 'true')
  await toyota.press('Enter')
  await expect(toyota).toHaveAttribute('aria-expanded', 'false')
  await expect(rowOf(page, 'Finance')).toHaveCount(0)
})

test('shows a group admin only the departments of their own group', async ({ page }) => {
  await start(page, groupAdmin)
  await expect(lineOf(page, /Lakeside Toyota/)).toBeVisible()
  await expect(lineOf(page, /Summit/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Department' }).click()
  const group = dialogOf(page, 'Add Department').getByRole('combobox', { name: 'Dealer Group' })
  await expect(group).toHaveText('Lakeside Auto Group (LAG)')
  expect(await optionsOf(page, 'Dealer Group')).toEqual(['Lakeside Auto Group (LAG)'])
})

test('lets a dealership admin add and change only their own dealership’s departments', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const { id } = await findDealership(api, 'HON')
  const access = { role_ids: [1], primary_role: 1, access_level: 2, dealership_ids: [id] }
  await start(page, (await addUser(api, access)).email)
  await lineOf(page, /Lakeside Honda/).click()
  await expect(page.getByRole('button', { name: 'Edit Service' })).toHaveCount(1)
  await lineOf(page, /Lakeside Toyota/).click()
  await expect(rowOf(page, 'Finance')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Service' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Add Department' }).click()
  expect(await optionsOf(page, 'Dealership')).toEqual(['Lakeside Honda (HON)'])
})

test('lets a department admin edit their own department, but not delete it', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const { dealership, department } = await addPlace(api)
  const places = { dealership_ids: [dealership.id], department_ids: [department.id] }
  await start(page, (await addUser(api, { role_ids: [1], primary_role: 1, access_level: 3, ...places })).email)
  await lineOf(page, dealership.name).click()
  await expect(page.getByRole('button', { name: 'Edit Detailing' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete Detailing' })).toHaveCount(0)
})

test('requires all fields of a new department, and asks for the dealership in a notice', async ({ page }) => {
  await start(page)
  await page.getByRole('button', { name: 'Add Department' }).click()
  const dialog = dialogOf(page, 'Add Department')
  await dialog.getByRole('button', { name: 'Create Department' }).click()
  for (const label of ['Name', 'Code', 'Dealer Group', 'Dealership'])
    await expect(dialog.getByText(`${label} is required`, { exact: true })).toBeVisible()
  await expect(noticeOf(page, 'Dealership is required')).toBeVisible()
  await checkLooks(page, 'admin-departments-add')
})

test('offers the chosen group’s dealerships, and clears the chosen dealership when the group changes', async ({
  page,
}) => {
  await start(page)
  await page.getByRole('button', { name: 'Add Department' }).click()
  const dealership = dialogOf(page, 'Add Department').getByRole('combobox', { name: 'Dealership' })
  await choose(page, 'Dealer Group', 'Summit Motors (SUM)')
  expect(await optionsOf(page, 'Dealership')).toEqual(['Summit Chevrolet (CHV)', 'Summit Subaru (SUB)'])
  await choose(page, 'Dealership', 'Summit Subaru (SUB)')
  await expect(dealership).toHaveText('Summit Subaru (SUB)')
  await choose(page, 'Dealer Group', 'Lakeside Auto Group (LAG)')
  await expect(dealership).toHaveText('Select')
})

test('announces, counts, and lists a new department with a code that is unique in the dealership', async ({
  page,
  request,
}) => {
  const { dealership } = await addPlace(await apiAs(request, superAdmin))
  await start(page, superAdmin, `?open=${dealership.id}`)
  await expect(lineOf(page, dealership.name)).toContainText('Total Departments: 1')
  const fill = async (name: string, code: string) => {
    await page.getByRole('button', { name: 'Add Department' }).click()
    const dialog = dialogOf(page, 'Add Department')
    await expect(dialog.getByLabel('Name')).toHaveValue('')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Code').fill(code)
    await choose(page, 'Dealer Group', 'Lakeside Auto Group (LAG)')
    await choose(page, 'Dealership', `${dealership.name} (${dealership.code})`)
    await dialog.getByRole('button', { name: 'Create Department' }).click()
    return dialog
  }
  const dialog = await fill('Towing', 'tow')
  await expect(noticeOf(page, 'Department created')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(lineOf(page, dealership.name)).toContainText('Total Departments: 2')
  await expect(rowOf(page, 'Towing')).toContainText('TOW')
  await fill('Tow trucks', 'TOW')
  const sentence = 'The code TOW is already used by another department of this dealership.'
  await expect(dialog.locator('p', { hasText: sentence })).toBeVisible()
  await expectNotice(page, 'Department not created', sentence)
})

test('lets an admin change a department’s name and code, but not its dealership', async ({ page, request }) => {
  const { dealership } = await addPlace(await apiAs(request, superAdmin))
  await start(page, superAdmin, `?open=${dealership.id}`)
  await page.getByRole('button', { name: 'Edit Detailing' }).click()
  const dialog = dialogOf(page, 'Update Department')
  await expect(dialog.getByRole('combobox', { name: 'Dealer Group' })).toBeDisabled()
  await expect(dialog.getByRole('combobox', { name: 'Dealership' })).toBeDisabled()
  await dialog.getByLabel('Name').fill('Car wash')
  await dialog.getByLabel('Code').fill('wash')
  await dialog.getByRole('button', { name: 'Update Department' }).click()
  await expect(noticeOf(page, 'Department updated')).toBeVisible()
  await expect(rowOf(page, 'Car wash')).toContainText('WASH')
  await expect(rowOf(page, 'Detailing')).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit Car wash' }).click()
  await expect(dialog.getByText('An inactive department can’t be chosen for new requests.')).toBeVisible()
  await dialog.getByLabel('Active').uncheck()
  await dialog.getByRole('button', { name: 'Update Department' }).click()
  await expect(rowOf(page, 'Car wash')).toContainText('Inactive')
})

test('warns that a department’s checks will be deleted too, and deletes them after confirmation', async ({
  page,
  request,
  openAs,
}) => {
  const api = await apiAs(request, superAdmin)
  const { dealership, department } = await addPlace(api)
  const access = { access_level: 3, dealership_ids: [dealership.id], department_ids: [department.id] }
  const { email } = await addUser(api, access)
  const { id } = await raise(await apiAs(request, email))
  const theirs = await openAs(email)
  await start(page, superAdmin, `?open=${dealership.id}`)
  await page.getByRole('button', { name: 'Delete Detailing' }).click()
  const question = questionOf(page, 'Are you absolutely sure to delete department?')
  await expect(question).toContainText('its related checks are deleted too')
  for (const text of ['NameDetailing', `Dealership${dealership.name}`, `Code${department.code}`])
    await expect(question).toContainText(text)
  await checkLooks(page, 'admin-departments-delete')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'Detailing')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Detailing' }).click()
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(noticeOf(page, 'Department removed.')).toBeVisible()
  await expect(lineOf(page, dealership.name)).toContainText('Total Departments: 0')
  await expect(page.getByText('This dealership has no departments yet.')).toBeVisible()
  const requests = await api.call<{ id: number }[]>('GET', '/check-requests/by-user')
  expect(requests.map((one) => one.id)).not.toContain(id)
  await expect(theirs).toHaveURL('/login', { timeout: 5000 })
})

test('shows another admin’s changes to departments without a reload', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const { dealership, department } = await addPlace(api)
  await start(page, superAdmin, `?open=${dealership.id}`)
  await expect(rowOf(page, 'Detailing')).toBeVisible()
  await api.call('PUT', `/departments/${department.id}`, { name: 'Polishing' })
  await expect(rowOf(page, 'Polishing')).toBeVisible(beforeNextPoll)
  await api.call('DELETE', `/dealerships/${dealership.id}`)
  await expect(lineOf(page, dealership.name)).toHaveCount(0, beforeNextPoll)
})
