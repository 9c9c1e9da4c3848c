import { expect, type Page } from '@playwright/test'
import { addDealership, addUser, findGroup } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { fillIn, numberField, startForm, submitForm } from './support/request-form.ts'
import { choose, raise } from './support/requests.ts'
import { logOut } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const twoDealerships = 'requester2@lakeside.example'
const admin = 'admin@lakeside.example'
const superAdmin = 'superadmin@example.com'

test('preselects the only available options, and derives the request number from the location', async ({ page }) => {
  await startForm(page, requester)
  await expect(page.getByLabel('Dealer Group')).toHaveText('Lakeside Auto Group (LAG)')
  await expect(page.getByRole('combobox', { name: 'Dealership', exact: true })).toHaveText('Lakeside Toyota (TOY)')
  await expect(numberField(page)).toHaveValue(/^LAG-TOY-/)
  await expect(numberField(page)).toHaveAttribute('readonly')
  await choose(page, 'Department', 'Parts (PRT)')
  await expect(numberField(page)).toHaveValue(/^LAG-TOY-PRT-\d{6}$/)
  await choose(page, 'Department', 'Service (SVC)')
  await expect(numberField(page)).toHaveValue(/^LAG-TOY-SVC-\d{6}$/)
})

test('offers the dealerships and departments assigned to the user', async ({ page }) => {
  await startForm(page, requester)
  await page.getByRole('combobox', { name: 'Department' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Parts (PRT)', 'Service (SVC)'])
  await page.keyboard.press('Escape')
  await logOutLosing(page)
  await startForm(page, twoDealerships)
  await page.getByRole('combobox', { name: 'Dealership' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'Lakeside Honda (HON)',
    'Lakeside Toyota (TOY)',
  ])
  await page.getByRole('listbox').getByRole('option', { name: 'Lakeside Honda (HON)' }).click()
  await page.getByRole('combobox', { name: 'Department' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'Parts (PRT)',
    'Sales (SAL)',
    'Service (SVC)',
  ])
})

test('clears the department when the dealership changes, and both when the dealer group changes', async ({ page }) => {
  await startForm(page, superAdmin)
  await choose(page, 'Dealer Group', 'Lakeside Auto Group (LAG)')
  await choose(page, 'Dealership', 'Lakeside Ford (FRD)')
  await choose(page, 'Department', 'Sales (SAL)')
  await expect(numberField(page)).toHaveValue(/^LAG-FRD-SAL-/)
  await choose(page, 'Dealership', 'Lakeside Honda (HON)')
  await expect(page.getByRole('combobox', { name: 'Department', exact: true })).toHaveText('Select')
  await expect(numberField(page)).toHaveValue(/^LAG-HON-\d/)
  await choose(page, 'Dealer Group', 'Summit Motors (SUM)')
  await expect(page.getByRole('combobox', { name: 'Dealership', exact: true })).toHaveText('Select')
  await expect(numberField(page)).toHaveValue(/^SUM-\d/)
})

test('asks for a description only for the purpose "other," and clears it when the purpose changes', async ({
  page,
}) => {
  await startForm(page, requester)
  const other = page.getByLabel('Other Purpose')
  await choose(page, 'Purpose', 'Payoff')
  await expect(other).toHaveCount(0)
  await choose(page, 'Purpose', 'Other')
  await other.fill('Charity event')
  await choose(page, 'Purpose', 'Payoff')
  await choose(page, 'Purpose', 'Other')
  await expect(other).toHaveValue('')
  await submitForm(page)
  await expect(page.locator('p', { hasText: 'Please describe the purpose' })).toBeVisible()
})

test('groups purposes by heading, and shows a message when a search finds no purpose', async ({ page }) => {
  await startForm(page, requester)
  await page.getByRole('combobox', { name: 'Purpose' }).click()
  const headings = ['Customer', 'Vehicle', 'Vendor', 'Employee', 'Government', 'Other']
  for (const heading of headings) await expect(page.getByRole('group', { name: heading, exact: true })).toBeAttached()
  const height = await page.getByRole('listbox').evaluate((list) => list.getBoundingClientRect().height)
  expect(Math.round(height)).toBe(300)
  await page.getByRole('combobox', { name: 'Search' }).fill('zzz')
  await expect(page.getByText('No result found.')).toBeVisible()
})

test('asks for the details that the delivery method requires, and clears them when the method changes', async ({
  page,
}) => {
  await startForm(page, requester)
  const message = page.getByLabel('Message/Details')
  await choose(page, 'Delivery Method', 'FedEx Overnight')
  await expect(message).toHaveCount(0)
  await choose(page, 'Mailing Method', 'FedEx')
  await page.getByLabel('Mailing Address').fill('12 Pier Street')
  await choose(page, 'Delivery Method', 'USPS Mail')
  await expect(page.getByLabel('Mailing Method')).toHaveText('Select')
  await page.getByLabel('Mailing Method').click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['USPS', 'FedEx', 'UPS', 'GSO'])
  await page.keyboard.press('Escape')
  await choose(page, 'Delivery Method', 'Other')
  await expect(page.getByLabel(/^Mailing/)).toHaveCount(0)
  await message.fill('Ask for Dana')
  await choose(page, 'Delivery Method', 'In-Person Pickup')
  await expect(page.getByLabel(/^Mailing/)).toHaveCount(0)
  await expect(message).toHaveCount(0)
  await checkLooks(page, 'check-request-new-pickup')
  await choose(page, 'Delivery Method', 'Other')
  await expect(message).toHaveValue('')
  await submitForm(page)
  await expect(page.locator('p', { hasText: 'Please describe the delivery' })).toBeVisible()
})

test('lets an admin create a request for a requester at one of the requester’s locations', async ({ page }) => {
  await startForm(page, admin)
  await choose(page, 'Requester', 'Maria Delgado')
  await expect(page.getByRole('combobox', { name: 'Dealership', exact: true })).toHaveText('Lakeside Toyota (TOY)')
  await expect(page.getByRole('combobox', { name: 'Department', exact: true })).toHaveText(/\((PRT|SVC)\)$/)
  await submitForm(page)
  await expect(page.locator('p', { hasText: 'Payee name is required' })).toBeVisible()
  await fillIn(page, { payee: 'On Behalf Ltd', amount: '40' })
  await checkLooks(page, 'check-request-new-admin')
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  await expect(page.getByRole('main').getByText('Maria Delgado', { exact: true }).first()).toBeVisible()
})

test('fills in the location of the requester’s last request for an admin who hasn’t chosen one', async ({
  page,
  request,
}) => {
  const api = await apiAs(request, admin)
  const { id, name } = await addDealership(api, (await findGroup(api, 'LAG')).id, 'Lakeside Remembered')
  const person = await addUser(api, { access_level: 1, dealership_ids: [], department_ids: [] })
  const dealer_group_id = person.dealer_group_id
  await raise(await apiAs(request, person.email), { dealer_group_id, dealership_id: id, department_id: null })
  await startForm(page, admin)
  const requesterName = `${person.first_name} ${person.last_name}`
  await choose(page, 'Requester', requesterName)
  await expect(dealershipField(page)).toContainText(name)
  await choose(page, 'Requester', 'Maria Delgado')
  await expect(dealershipField(page)).toHaveText('Lakeside Toyota (TOY)')
  const asked = page.waitForRequest('**/last-place?*')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/last-place?*', async (route) => {
    await held
    await route.continue()
  })
  await choose(page, 'Requester', requesterName)
  await asked
  await choose(page, 'Dealership', 'Lakeside Honda (HON)')
  const answered = page.waitForResponse('**/last-place?*')
  answer()
  await (await answered).finished()
  await expect(numberField(page)).toHaveValue(/^LAG-HON-\d/)
  await expect(dealershipField(page)).toHaveText('Lakeside Honda (HON)')
})

test('lets an admin add a dealership’s missing departments without losing the request form', async ({
  page,
  request,
  context,
}) => {
  const api = await apiAs(request, superAdmin)
  const bare = await addDealership(api, (await findGroup(api, 'LAG')).id, 'Lakeside Departmentless')
  await startForm(page, admin)
  await page.getByLabel(/^Payee Name/).fill('Kept Meanwhile')
  await choose(page, 'Dealership', `${bare.name} (${bare.code})`)
  const department = page.getByRole('combobox', { name: 'Department', exact: true })
  await expect(department).toHaveAccessibleDescription(/^This dealership has no departments yet\./)
  await checkLooks(page, 'check-request-new-bare')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Add departments/ }).click()
  const office = await opened
  const dialog = office.getByRole('dialog', { name: 'Add Department' })
  await expect(dialog.getByRole('combobox', { name: 'Dealership', exact: true })).toContainText(bare.name)
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Service')
  await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('SVC')
  await dialog.getByRole('button', { name: 'Create Department' }).click()
  await expect(dialog).toHaveCount(0)
  await page.bringToFront()
  await expect(page.getByText('This dealership has no departments yet.')).toHaveCount(0, { timeout: 30_000 })
  await choose(page, 'Department', 'Service (SVC)')
  await expect(page.getByLabel(/^Payee Name/)).toHaveValue('Kept Meanwhile')
})

test('tells users who can’t add departments whom to ask', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const bare = await addDealership(api, (await findGroup(api, 'LAG')).id, 'Lakeside Unstaffed')
  const person = await addUser(api, { access_level: 2, dealership_ids: [bare.id], department_ids: [] })
  await startForm(page, person.email)
  await expect(page.getByRole('combobox', { name: 'Department', exact: true })).toHaveAccessibleDescription(
    'This dealership has no departments yet. Ask your admin to add them.',
  )
  await expect(page.getByRole('link', { name: /^Add departments/ })).toHaveCount(0)
})

function dealershipField(page: Page) {
  return page.getByRole('combobox', { name: 'Dealership', exact: true })
}

/** Logs out of a changed form. */
async function logOutLosing(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await logOut(page)
}
