import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { choose, fillIn, menu, openForm } from './support/requests.ts'
import { logIn, logOut, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const twoDealerships = 'requester2@lakeside.example'
const wholeGroup = 'requester@summit.example'
const admin = 'admin@lakeside.example'
const superAdmin = 'superadmin@example.com'

const vinOrPo = "Either 'VIN Last Digits' or 'PO Number' is required."

async function start(page: Page, email = requester): Promise<void> {
  await logIn(page, email)
  await openForm(page)
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Request' }).click()
}

function number(page: Page) {
  return page.getByLabel('Request Number')
}

test('a blank form tells all that is missing, in a focused list that leads to the fields', async ({ page }) => {
  await start(page, twoDealerships)
  await page.getByLabel('Due Date').fill('')
  await submit(page)
  const list = page.getByRole('alert')
  await expect(list).toBeFocused()
  const texts = [
    'Dealer is required',
    'Payee name is required',
    'Payee type is required',
    'Payee sub type is required',
    'Amount is required',
    'Purpose is required',
    'Due date is required',
    'Priority level is required',
    vinOrPo,
    'Delivery method is required',
  ]
  await expect(list.getByRole('button')).toHaveText(texts)
  for (const text of texts) await expect(page.locator('p', { hasText: text })).toHaveCount(text === vinOrPo ? 2 : 1)
  await list.getByRole('button', { name: 'Amount is required' }).click()
  await expect(page.getByRole('textbox', { name: 'Amount', exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled()
  await checkLooks(page, 'check-request-new-refused')
})

test('a super admin has to choose requester and group before there is a number', async ({ page }) => {
  await start(page, superAdmin)
  await expect(number(page)).toHaveValue('')
  await submit(page)
  for (const text of ['Requester is required', 'Dealer Group is required', 'Request number required'])
    await expect(page.locator('p', { hasText: text })).toBeVisible()
})

test('a field is checked when it is left after a change, and the first wrong one gets the focus', async ({ page }) => {
  await start(page)
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true })
  await fillIn(page, { payee: 'Harbor Glass Works', amount: '0' })
  await expect(page.getByText('Amount must be at least 0.01')).toBeVisible()
  await submit(page)
  await expect(amount).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await amount.fill('1234.5')
  await expect(amount).toHaveValue('$1,234.5')
  await amount.blur()
  await expect(amount).toHaveValue('$1,234.50')
  await expect(page.getByText('Amount must be at least 0.01')).toHaveCount(0)
})

test('typing a VIN or a PO number clears the message on both', async ({ page }) => {
  await start(page)
  await submit(page)
  const messages = page.locator('p', { hasText: vinOrPo })
  await expect(messages).toHaveCount(2)
  await page.getByLabel('VIN Last Digits').pressSequentially('4')
  await expect(messages).toHaveCount(0)
  await page.getByLabel('VIN Last Digits').fill('')
  await page.getByLabel('VIN Last Digits').blur()
  await expect(messages).toHaveCount(2)
  await page.getByLabel('PO Number').pressSequentially('P')
  await expect(messages).toHaveCount(0)
  await page.getByLabel('VIN Last Digits').pressSequentially('12345678')
  await expect(page.getByLabel('VIN Last Digits')).toHaveValue('123456')
})

test('a request is due in a week unless told otherwise, and never in the past', async ({ page }) => {
  await page.clock.setFixedTime('2027-03-01T23:30:00-06:00')
  await start(page)
  const due = page.getByLabel('Due Date')
  await expect(due).toHaveValue('2027-03-08')
  await expect(due).toHaveAttribute('min', '2027-03-01')
  await due.fill('2027-02-28')
  await due.blur()
  await expect(page.getByText('The due date cannot be in the past')).toBeVisible()
  await due.fill('2027-03-01')
  await expect(page.getByText('The due date cannot be in the past')).toHaveCount(0)
})

test('choices that stand alone are made, and the number follows the place', async ({ page }) => {
  await start(page)
  await expect(page.getByLabel('Dealer Group')).toHaveText('Lakeside Auto Group (LAG)')
  await expect(page.getByRole('combobox', { name: 'Dealership', exact: true })).toHaveText('Lakeside Toyota (TOY)')
  await expect(number(page)).toHaveValue(/^LAG-TOY-\d{6}$/)
  await expect(number(page)).toHaveAttribute('readonly')
  await choose(page, 'Department', 'Service (SVC)')
  await expect(number(page)).toHaveValue(/^LAG-TOY-SVC-\d{6}$/)
})

test('dealerships and departments are those that the person is assigned to', async ({ page }) => {
  await start(page)
  await page.getByRole('combobox', { name: 'Department' }).click()
  await expect(page.getByRole('option')).toHaveText(['Parts (PRT)', 'Service (SVC)'])
  await page.keyboard.press('Escape')
  await logOutLosing(page)
  await start(page, twoDealerships)
  await page.getByRole('combobox', { name: 'Dealership' }).click()
  await expect(page.getByRole('option')).toHaveText(['Lakeside Honda (HON)', 'Lakeside Toyota (TOY)'])
  await page.getByRole('option', { name: 'Lakeside Honda (HON)' }).click()
  await page.getByRole('combobox', { name: 'Department' }).click()
  await expect(page.getByRole('option')).toHaveText(['Parts (PRT)', 'Sales (SAL)', 'Service (SVC)'])
})

test('another dealership clears the department, another group both', async ({ page }) => {
  await start(page, superAdmin)
  await choose(page, 'Dealer Group', 'Lakeside Auto Group (LAG)')
  await choose(page, 'Dealership', 'Lakeside Ford (FRD)')
  await choose(page, 'Department', 'Sales (SAL)')
  await expect(number(page)).toHaveValue(/^LAG-FRD-SAL-/)
  await choose(page, 'Dealership', 'Lakeside Honda (HON)')
  await expect(page.getByRole('combobox', { name: 'Department', exact: true })).toHaveText('Select')
  await expect(number(page)).toHaveValue(/^LAG-HON-\d/)
  await choose(page, 'Dealer Group', 'Summit Motors (SUM)')
  await expect(page.getByRole('combobox', { name: 'Dealership', exact: true })).toHaveText('Select')
  await expect(number(page)).toHaveValue(/^SUM-\d/)
})

test('only the purpose other asks what it is, and another purpose forgets it', async ({ page }) => {
  await start(page)
  const other = page.getByLabel('Other Purpose')
  await choose(page, 'Purpose', 'Payoff')
  await expect(other).toHaveCount(0)
  await choose(page, 'Purpose', 'Other')
  await other.fill('Charity event')
  await choose(page, 'Purpose', 'Payoff')
  await choose(page, 'Purpose', 'Other')
  await expect(other).toHaveValue('')
})

test('purposes stand under what they are for, and a search for nothing says so', async ({ page }) => {
  await start(page)
  await page.getByRole('combobox', { name: 'Purpose' }).click()
  const headings = ['Customer', 'Vehicle', 'Vendor', 'Employee', 'Government', 'Other']
  for (const heading of headings) await expect(page.getByRole('group', { name: heading, exact: true })).toBeAttached()
  const height = await page.getByRole('listbox').evaluate((list) => list.getBoundingClientRect().height)
  expect(height).toBeLessThanOrEqual(300)
  await page.getByRole('combobox', { name: 'Search' }).fill('zzz')
  await expect(page.getByText('No result found.')).toBeVisible()
})

test('a carrier asks for mailing method and address, other ways for a message; a change forgets', async ({ page }) => {
  await start(page)
  const message = page.getByLabel('Message/Details')
  await choose(page, 'Delivery Method', 'FedEx Overnight')
  await expect(message).toHaveCount(0)
  await choose(page, 'Mailing Method', 'FedEx')
  await page.getByLabel('Mailing Address').fill('12 Pier Street')
  await choose(page, 'Delivery Method', 'USPS Mail')
  await expect(page.getByLabel('Mailing Method')).toHaveText('Select')
  await page.getByLabel('Mailing Method').click()
  await expect(page.getByRole('option')).toHaveText(['USPS', 'FedEx', 'UPS', 'GSO'])
  await page.keyboard.press('Escape')
  for (const method of ['Other', 'In-Person Pickup']) {
    await choose(page, 'Delivery Method', method)
    await expect(page.getByLabel('Mailing Method')).toHaveCount(0)
    await expect(message).toHaveValue('')
    await message.fill('Ask for Dana')
  }
})

test('a request that is submitted opens by itself, with a notice of its amount', async ({ page }) => {
  await logIn(page, requester)
  await menu(page).getByRole('link', { name: 'My Requests' }).click()
  await menu(page).getByRole('link', { name: 'New Request' }).click()
  await fillIn(page, { payee: 'Harbor Glass Works', amount: '1234.5' })
  await page.getByLabel('Second Payee Name').fill('Harbor Holdings')
  await page.getByLabel('Memo Line').fill('Invoice 88')
  await page.getByLabel('Notes').fill('Two panes')
  const preview = await number(page).inputValue()
  await submit(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  await expect(noticeOf(page, 'Check Request Submitted')).toContainText('$1,234.50')
  const main = page.getByRole('main')
  for (const text of [preview, 'Harbor Holdings', 'Invoice 88', 'Two panes', 'PO-4711'])
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/check-requests')
})

test('clicking twice raises one request', async ({ page, request }) => {
  const api = await apiAs(request, requester)
  const count = async () => (await api.call<{ total: number }>('GET', '/check-requests')).total
  await start(page)
  await fillIn(page, { payee: 'Twice Clicked', amount: '10' })
  const before = await count()
  await page.getByRole('button', { name: 'Submit Request' }).dblclick()
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  expect(await count()).toBe(before + 1)
})

test('what the server refuses lands on its field', async ({ page, request }) => {
  const boss = await apiAs(request, superAdmin)
  const dealerships = await boss.call<{ id: number; code: string }[]>('GET', '/dealerships')
  const chevrolet = dealerships.find(({ code }) => code === 'CHV')
  await start(page, wholeGroup)
  await choose(page, 'Dealership', 'Summit Chevrolet (CHV)')
  await fillIn(page, { payee: 'Ridge Tools', amount: '75' })
  await boss.call('PUT', `/dealerships/${chevrolet?.id}`, { is_active: false })
  await submit(page)
  const refusal = 'This dealership is inactive and takes no new requests.'
  await expect(noticeOf(page, 'Check create error')).toContainText(refusal)
  await expect(page.locator('p', { hasText: refusal }).first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Dealership', exact: true })).toBeFocused()
  await boss.call('PUT', `/dealerships/${chevrolet?.id}`, { is_active: true })
  await submit(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
})

test('leaving asks first while something is typed: by link, back button and closing the tab', async ({ page }) => {
  await logIn(page, requester)
  await menu(page).getByRole('link', { name: 'New Request' }).click()
  await page.getByLabel(/^Payee Name/).fill('Half done')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await menu(page).getByRole('link', { name: 'My Requests' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/check-request-new')
  await page.goBack()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel(/^Payee Name/)).toHaveValue('Half done')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await menu(page).getByRole('link', { name: 'My Requests' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/check-requests')
})

test('an unfinished request is offered on return, and gone once it is submitted', async ({ page }) => {
  await start(page)
  await fillIn(page, { payee: 'Later Supplies', amount: '99.95' })
  await page.goto('about:blank')
  await openForm(page)
  const offer = page.getByRole('region', { name: 'Unfinished request' })
  await expect(offer).toContainText('$99.95 to Later Supplies')
  await checkLooks(page, 'check-request-new-draft')
  await offer.getByRole('button', { name: 'Continue with it' }).click()
  await expect(page.getByLabel(/^Payee Name/)).toHaveValue('Later Supplies')
  await expect(page.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue('$99.95')
  await expect(number(page)).toHaveValue(/^LAG-TOY-SVC-\d{6}$/)
  await submit(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  await openForm(page)
  await expect(offer).toHaveCount(0)
})

test('an unfinished request survives the end of the session, but not a logout', async ({ page, context }) => {
  await start(page)
  await page.getByLabel(/^Payee Name/).fill('Survivor Inc')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await choose(page, 'Department', 'Service (SVC)')
  await expect(page).toHaveURL('/login', { timeout: 15_000 })
  await submitLogin(page, requester)
  await expect(page).toHaveURL('/check-request-new')
  await expect(page.getByText('Survivor Inc')).toBeVisible()
  await logOut(page)
  await start(page)
  await expect(page.getByText('Survivor Inc')).toHaveCount(0)
})

test('an admin raises a request for a requester, at a place of theirs', async ({ page }) => {
  await start(page, admin)
  await choose(page, 'Requester', 'Maria Delgado')
  await expect(page.getByRole('combobox', { name: 'Dealership', exact: true })).toHaveText('Lakeside Toyota (TOY)')
  await submit(page)
  await expect(page.locator('p', { hasText: 'Department is required' })).toBeVisible()
  await fillIn(page, { payee: 'On Behalf Ltd', amount: '40' })
  await checkLooks(page, 'check-request-new-admin')
  await submit(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  await expect(page.getByRole('main').getByText('Maria Delgado', { exact: true }).first()).toBeVisible()
})

test('the keyboard alone raises a second request like the first within 30 seconds', async ({ page }) => {
  await start(page)
  await fillIn(page, { payee: 'Monthly Window Care', amount: '150' })
  await submit(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  const first = page.url()
  const started = Date.now()
  await page.getByRole('button', { name: 'Duplicate' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Amount', exact: true })).toBeFocused()
  await page.keyboard.type('175.25', { delay: 100 })
  await page.getByLabel('PO Number').press('P')
  await page.keyboard.type('O-5200', { delay: 100 })
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL('/check-request-new')
  await expect(page.getByRole('main').getByText('$175.25').first()).toBeVisible()
  expect(page.url()).not.toBe(first)
  expect(Date.now() - started).toBeLessThan(30_000)
})

test('the form of a new request looks right', async ({ page }) => {
  await start(page)
  await checkLooks(page, 'check-request-new')
})

/** Logs out from a form in which something was touched. */
async function logOutLosing(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await logOut(page)
}
