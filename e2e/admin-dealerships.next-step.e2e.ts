import { expect, type Page } from '@playwright/test'
import { addDealership, findGroup } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { choose } from './support/requests.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const superAdmin = 'superadmin@example.com'

function dialog(page: Page, name: string) {
  return page.getByRole('dialog', { name })
}

function placeIn(page: Page, dialogName: string, label: string) {
  return dialog(page, dialogName).getByRole('combobox', { name: label, exact: true })
}

test('offers to add departments and users to a new dealership, with the location filled in', async ({ page }) => {
  await logIn(page, superAdmin)
  await page.goto('/admin-dealerships')
  await page.getByRole('button', { name: 'Add Dealership' }).click()
  const form = dialog(page, 'Add Dealership')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Lakeside Next')
  await form.getByRole('textbox', { name: 'Code', exact: true }).fill('NXT')
  await form.getByLabel('Address').fill('1 Main Street')
  await form.getByLabel('City').fill('Verona')
  await form.getByLabel('State').pressSequentially('wisconsin')
  await form.getByLabel('ZIP Code').pressSequentially('535931234')
  await expect(form.getByLabel('State')).toHaveValue('WI')
  await expect(form.getByLabel('ZIP Code')).toHaveValue('53593-1234')
  await form.getByLabel('Phone').pressSequentially('6085550100')
  await expect(form.getByLabel('Phone')).toHaveValue('(608) 555-0100')
  await choose(page, 'Dealer Group', 'Lakeside Auto Group (LAG)')
  await form.getByRole('button', { name: 'Create Dealership' }).click()
  await noticeOf(page, 'Dealership created').getByRole('button', { name: 'Add departments' }).click()
  await expect(placeIn(page, 'Add Department', 'Dealer Group')).toHaveText('Lakeside Auto Group (LAG)')
  await expect(placeIn(page, 'Add Department', 'Dealership')).toHaveText('Lakeside Next (NXT)')
  await expect(page).toHaveURL('/admin-departments')
  await dialog(page, 'Add Department').getByRole('textbox', { name: 'Name', exact: true }).fill('Service')
  await dialog(page, 'Add Department').getByRole('textbox', { name: 'Code', exact: true }).fill('SVC')
  await dialog(page, 'Add Department').getByRole('button', { name: 'Create Department' }).click()
  await noticeOf(page, 'Department created').getByRole('button', { name: 'Add Users' }).click()
  await expect(dialog(page, 'Add New User').getByRole('radio', { name: 'Dealership' })).toBeChecked()
  await expect(placeIn(page, 'Add New User', 'Dealer Group')).toHaveText('Lakeside Auto Group (LAG)')
  await expect(dialog(page, 'Add New User').getByText('Lakeside Next (NXT)').first()).toBeVisible()
  await expect(page).toHaveURL('/admin-users')
})

test('marks a dealership without departments in both lists, with a link to add departments', async ({
  page,
  request,
}) => {
  const api = await apiAs(request, superAdmin)
  const { name } = await addDealership(api, (await findGroup(api, 'LAG')).id, 'Lakeside Bare')
  await logIn(page, superAdmin)
  await page.goto('/admin-dealerships')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByRole('link', { name: 'No departments yet. Add departments' })).toBeVisible()
  await checkLooks(page, 'admin-dealerships-bare')
  await row.getByRole('link', { name: 'No departments yet. Add departments' }).click()
  await expect(placeIn(page, 'Add Department', 'Dealership')).toContainText(name)
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Add Department')).toHaveCount(0)
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await expect(page.getByText('This dealership has no departments yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add departments' }).click()
  await expect(placeIn(page, 'Add Department', 'Dealership')).toContainText(name)
})
