import { expect, type Page } from '@playwright/test'
import type { DealerGroup, Dealership } from '../domain/src/organisation/fields.ts'
import {
  addDealership,
  addDepartment,
  addGroup,
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
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { choose, part, raise } from './support/requests.ts'
import { test } from './support/test.ts'

const start = (page: Page, email = superAdmin) =>
  openAdministration(page, email, '/admin-dealerships', 'Dealerships Management')

const groups = (page: Page) => part(page, 'Dealer Groups')
const dealerships = (page: Page) => part(page, 'Dealerships')

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** The lists that the page asks for again until `act` is done and a moment later. */
async function readAgain(page: Page, act: () => Promise<void>): Promise<string[]> {
  const paths: string[] = []
  const listen = (request: { method(): string; url(): string }) => {
    if (request.method() === 'GET') paths.push(new URL(request.url()).pathname.replace('/api/v1', ''))
  }
  page.on('request', listen)
  await act()
  await page.waitForTimeout(300)
  page.off('request', listen)
  return paths
}

test('a super admin sees groups, dealerships, purposes and delivery methods, and may change them all', async ({
  page,
}) => {
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
  await expect(part(page, 'Delivery methods').getByRole('row')).toHaveCount(5)
  await checkLooks(page, 'admin-dealerships')
})

test('a group admin sees the own group without actions, and the dealerships of it', async ({ page }) => {
  await start(page, groupAdmin)
  await expect(groups(page).getByRole('columnheader')).toHaveText(['Name', 'Code'])
  await expect(groups(page).getByRole('row')).toHaveCount(2)
  await expect(groups(page).getByRole('button')).toHaveCount(0)
  await expect(rowOf(page, 'Summit')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit Lakeside Toyota' })).toBeVisible()
  await expect(part(page, 'Purposes')).toHaveCount(0)
  await expect(part(page, 'Delivery methods')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Dealership' }).click()
  const dialog = dialogOf(page, 'Add Dealership')
  await expect(dialog.getByRole('combobox', { name: 'Dealer Group' })).toHaveText('Lakeside Auto Group (LAG)')
  expect(await optionsOf(page, 'Dealer Group')).toEqual(['Lakeside Auto Group (LAG)'])
})

test('a dealership admin changes the own dealership only, and adds none', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const { id } = await findDealership(api, 'HON')
  const access = { role_ids: [1], primary_role: 1, access_level: 2, dealership_ids: [id] }
  await start(page, (await addUser(api, access)).email)
  await expect(page.getByRole('button', { name: 'Edit Lakeside Honda' })).toBeVisible()
  await expect(rowOf(page, 'Lakeside Toyota')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Lakeside Toyota' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Dealership' })).toHaveCount(0)
})

test('a dealer group needs a name and a code, and is told and listed when it is there', async ({ page }) => {
  await start(page)
  await page.getByRole('button', { name: 'Add Dealer Group' }).click()
  const dialog = dialogOf(page, 'Add Dealer Group')
  const submit = dialog.getByRole('button', { name: 'Create Dealer Group' })
  await submit.click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Code is required')).toBeVisible()
  await checkLooks(page, 'admin-dealerships-add-group')
  const word = ownWord()
  await dialog.getByLabel('Name').fill(`Group ${word}`)
  await dialog.getByLabel('Code').fill('two words')
  await submit.click()
  await expect(dialog.getByText('A code has 1 to 10 letters and digits')).toBeVisible()
  await dialog.getByLabel('Code').fill(word.toLowerCase())
  await submit.click()
  await expect(noticeOf(page, 'Dealer Group created')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(
    groups(page)
      .getByRole('row')
      .filter({ hasText: `Group ${word}` }),
  ).toContainText(word)
  await page.getByRole('button', { name: 'Add Dealer Group' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('')
  await dialog.getByLabel('Name').fill('Another')
  await dialog.getByLabel('Code').fill(word)
  await submit.click()
  const sentence = `The code ${word} is already used by another dealer group.`
  await expect(dialog.locator('p', { hasText: sentence })).toBeVisible()
  await expect(noticeOf(page, 'Dealer Group not created')).toContainText(sentence)
  await expect(dialog.getByLabel('Name')).toHaveValue('Another')
})

test('a super admin changes a group and switches its separation of duties', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  const group = await addGroup(api, `Group ${ownWord()}`)
  await start(page)
  await page.getByRole('button', { name: `Edit ${group.name}` }).click()
  const dialog = dialogOf(page, 'Update Dealer Group')
  const separation = dialog.getByLabel('Separation of duties')
  await expect(separation).toBeChecked()
  await expect(
    dialog.getByText('Whoever raised a request, or last edited its payee or amount, cannot approve'),
  ).toBeVisible()
  await checkLooks(page, 'admin-dealerships-update-group')
  await separation.uncheck()
  await dialog.getByLabel('Name').fill(`${group.name} Two`)
  await dialog.getByRole('button', { name: 'Update Dealer Group' }).click()
  await expect(noticeOf(page, 'Dealer Group updated')).toBeVisible()
  await expect(rowOf(page, `${group.name} Two`)).toBeVisible()
  const stored = (await api.call<DealerGroup[]>('GET', '/dealer-groups')).find(({ id }) => id === group.id)
  expect(stored).toMatchObject({ code: group.code, settings: { separation_of_duties: false } })
})

test('a dealership needs every field, and a notice asks for its group', async ({ page }) => {
  await start(page)
  await page.getByRole('button', { name: 'Add Dealership' }).click()
  const dialog = dialogOf(page, 'Add Dealership')
  await dialog.getByRole('button', { name: 'Create Dealership' }).click()
  for (const label of ['Name', 'Code', 'Dealer Group', 'Address', 'City', 'State', 'ZIP Code', 'Phone'])
    await expect(dialog.getByText(`${label} is required`, { exact: true })).toBeVisible()
  await expect(noticeOf(page, 'Dealer Group is required')).toBeVisible()
  await expect(dialog.getByLabel('ZIP Code')).toHaveAttribute('inputmode', 'numeric')
  await expect(dialog.getByLabel('Phone')).toHaveAttribute('type', 'tel')
  await dialog.getByLabel('ZIP Code').fill('abc')
  await dialog.getByLabel('Phone').fill('call me')
  await expect(dialog.getByText('A ZIP Code has digits only')).toBeVisible()
  await expect(dialog.getByText('Enter a phone number')).toBeVisible()
  await checkLooks(page, 'admin-dealerships-add')
})

test('a new dealership is told and listed, and departments are read again', async ({ page }) => {
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

test('an inactive dealership is marked, and takes no new requests while old ones go on', async ({
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
    dialog.getByText('An inactive dealership takes no new requests. Those that have been raised go on.'),
  ).toBeVisible()
  await checkLooks(page, 'admin-dealerships-update')
  await dialog.getByLabel('Active').uncheck()
  await dialog.getByLabel('City').fill('Waunakee')
  await dialog.getByRole('button', { name: 'Update Dealership' }).click()
  await expect(noticeOf(page, 'Dealership updated')).toBeVisible()
  await expect(rowOf(page, dealership.name)).toContainText('Inactive')
  await expect(rowOf(page, dealership.name)).toContainText('Waunakee, WI')
  const theirs = await openAs(email)
  await theirs.goto('/check-request-new')
  await theirs.getByRole('combobox', { name: 'Dealership', exact: true }).click()
  await expect(theirs.getByText('No result found.')).toBeVisible()
  const approver = await apiAs(request, 'approver@lakeside.example')
  await approver.call('POST', `/status/check-request-history/${old.id}`, { status_id: 3 })
})

test('deleting a dealership warns of what goes with it, and takes it all', async ({ page, request, openAs }) => {
  const api = await apiAs(request, superAdmin)
  const group = await findGroup(api, 'LAG')
  const dealership = await addDealership(api, group.id, `Lakeside ${ownWord()}`)
  const detailing = await addDepartment(api, dealership, 'Detailing')
  await addDepartment(api, dealership, 'Towing')
  const { email } = await addUser(api, { access_level: 2, dealership_ids: [dealership.id] })
  const { id } = await raise(await apiAs(request, email))
  const theirs = await openAs(email)
  await start(page)
  await page.getByRole('button', { name: `Delete ${dealership.name}` }).click()
  const question = questionOf(page, 'Are you absolutely sure to delete dealership?')
  await expect(question).toContainText('This action cannot be undone.')
  await expect(question).toContainText('with its departments and checks')
  for (const text of [dealership.name, dealership.code, 'Lakeside Auto Group', 'Detailing, Towing'])
    await expect(question).toContainText(text)
  await checkLooks(page, 'admin-dealerships-delete')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, dealership.name)).toBeVisible()
  await page.getByRole('button', { name: `Delete ${dealership.name}` }).click()
  const paths = await readAgain(page, async () => {
    await question.getByRole('button', { name: 'Continue' }).click()
    await expect(noticeOf(page, 'Dealership removed.')).toBeVisible()
    await expect(rowOf(page, dealership.name)).toHaveCount(0)
  })
  expect(paths).toEqual(expect.arrayContaining(['/dealerships', '/departments']))
  const departments = await api.call<{ id: number }[]>('GET', '/departments')
  expect(departments.map((department) => department.id)).not.toContain(detailing.id)
  const requests = await api.call<{ id: number }[]>('GET', '/check-requests/by-user')
  expect(requests.map((one) => one.id)).not.toContain(id)
  await expect(theirs).toHaveURL('/login', { timeout: 5000 })
})

test('deleting a dealer group warns of what goes with it, and takes it all', async ({ page, request, openAs }) => {
  const api = await apiAs(request, superAdmin)
  const group = await addGroup(api, `Group ${ownWord()}`)
  const dealership = await addDealership(api, group.id, 'Harbor Kia')
  await addDepartment(api, dealership, 'Detailing')
  const { email } = await addUser(api, { dealer_group_id: group.id })
  const { id } = await raise(await apiAs(request, email))
  const theirs = await openAs(email)
  await start(page)
  await page.getByRole('button', { name: `Delete ${group.name}` }).click()
  const question = questionOf(page, 'Are you absolutely sure to delete dealer group?')
  await expect(question).toContainText('with its dealerships, departments and checks. Its users are deleted too.')
  for (const text of [group.name, group.code, 'Harbor Kia', 'Departments1', 'Users1'])
    await expect(question).toContainText(text)
  await checkLooks(page, 'admin-dealerships-delete-group')
  const paths = await readAgain(page, async () => {
    await question.getByRole('button', { name: 'Continue' }).click()
    await expect(noticeOf(page, 'Dealer Group removed.')).toBeVisible()
    await expect(rowOf(page, group.name)).toHaveCount(0)
  })
  expect(paths).toEqual(expect.arrayContaining(['/dealer-groups', '/dealerships', '/departments']))
  await expect(rowOf(page, 'Harbor Kia')).toHaveCount(0)
  await expect(theirs).toHaveURL('/login', { timeout: 5000 })
  const requests = await api.call<{ id: number }[]>('GET', '/check-requests/by-user')
  expect(requests.map((one) => one.id)).not.toContain(id)
  await page.goto(`/admin-users?search=${email}`)
  await expect(page.getByText('0 users found')).toBeVisible()
})

test('a purpose is renamed and moved to another heading', async ({ page, openAs }) => {
  await start(page)
  await page.getByRole('button', { name: 'Edit Spiff' }).click()
  const dialog = dialogOf(page, 'Update Purpose')
  await checkLooks(page, 'admin-dealerships-update-purpose')
  await dialog.getByLabel('Name').fill('Sales bonus')
  await dialog.getByLabel('Payment for').fill('Vendor')
  await dialog.getByLabel('Description').fill('Paid by the manufacturer')
  await dialog.getByRole('button', { name: 'Update Purpose' }).click()
  await expect(noticeOf(page, 'Purpose updated')).toBeVisible()
  await expect(part(page, 'Vendor').getByRole('listitem').filter({ hasText: 'Sales bonus' })).toContainText(
    'Paid by the manufacturer',
  )
  const theirs = await openAs('requester@lakeside.example')
  await theirs.goto('/check-request-new')
  expect(await optionsOf(theirs, 'Purpose')).toContain('Sales bonus')
})

test('the purpose other keeps its name', async ({ page }) => {
  await start(page)
  await page.getByRole('button', { name: 'Edit other', exact: true }).click()
  await expect(dialogOf(page, 'Update Purpose').getByLabel('Name')).toHaveAttribute('readonly')
})

test('a delivery method is renamed, and its kind says what a request asks for', async ({ page, openAs }) => {
  await start(page)
  await page.getByRole('button', { name: 'Edit FedEx Overnight' }).click()
  const dialog = dialogOf(page, 'Update Delivery Method')
  await expect(dialog.getByText('A check request asks for a mailing method and an address.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Pickup' }).check()
  await expect(dialog.getByText('A check request asks for a message.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Carrier' }).check()
  await checkLooks(page, 'admin-dealerships-update-method')
  await dialog.getByLabel('Name').fill('FedEx First Overnight')
  await dialog.getByRole('button', { name: 'Update Delivery Method' }).click()
  await expect(noticeOf(page, 'Delivery method updated')).toBeVisible()
  await expect(part(page, 'Delivery methods')).toContainText('FedEx First Overnight')
  const theirs = await openAs('requester@lakeside.example')
  await theirs.goto('/check-request-new')
  expect(await optionsOf(theirs, 'Delivery Method')).toContain('FedEx First Overnight')
})

test('what another admin changes in groups and dealerships appears by itself', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  await start(page)
  const group = await addGroup(api, `Group ${ownWord()}`)
  await expect(rowOf(page, group.name)).toBeVisible({ timeout: 3000 })
  const dealership: Dealership = await addDealership(api, group.id, `Live ${ownWord()}`)
  await expect(rowOf(page, dealership.name)).toContainText('Active', { timeout: 3000 })
  await api.call('PUT', `/dealerships/${dealership.id}`, { is_active: false })
  await expect(rowOf(page, dealership.name)).toContainText('Inactive', { timeout: 3000 })
})
