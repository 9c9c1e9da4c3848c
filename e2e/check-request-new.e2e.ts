import { expect } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { fillIn, numberField, startForm, submitForm } from './support/request-form.ts'
import { choose, menu } from './support/requests.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const twoDealerships = 'requester2@lakeside.example'
const wholeGroup = 'requester@summit.example'
const superAdmin = 'superadmin@example.com'

const vinOrPo = "Either 'VIN Last Digits' or 'PO Number' is required."

test('lists all missing fields of a blank form with links to the fields, and focuses the list', async ({ page }) => {
  await startForm(page, twoDealerships)
  await page.getByLabel('Due Date').fill('')
  await page.getByRole('combobox', { name: 'Dealership', exact: true }).press('Delete')
  await submitForm(page)
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
    vinOrPo,
    'Delivery method is required',
  ]
  await expect(list.getByRole('button')).toHaveText(texts)
  for (const text of texts) await expect(page.locator('p', { hasText: text })).toHaveCount(text === vinOrPo ? 2 : 1)
  await list.getByRole('button', { name: 'Amount is required' }).click()
  await expect(page.getByRole('combobox', { name: 'Amount', exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled()
  await checkLooks(page, 'check-request-new-refused')
})

test('shows a super admin the request number only after they choose a requester and a group', async ({ page }) => {
  await startForm(page, superAdmin)
  await expect(numberField(page)).toHaveValue('')
  await submitForm(page)
  for (const text of ['Requester is required', 'Dealer Group is required', 'Request number required'])
    await expect(page.locator('p', { hasText: text })).toBeVisible()
})

test('validates a changed field on blur, and focuses the first invalid field on submit', async ({ page }) => {
  await startForm(page, requester)
  const amount = page.getByRole('combobox', { name: 'Amount', exact: true })
  await fillIn(page, { payee: 'Harbor Glass Works', amount: '0' })
  await expect(page.getByText('Amount must be at least 0.01.')).toBeVisible()
  await submitForm(page)
  await expect(amount).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await amount.fill('')
  await amount.pressSequentially('1234,50')
  await expect(amount).toHaveValue('1234,50')
  await expect(amount).toHaveAttribute('inputmode', 'decimal')
  await amount.blur()
  await expect(page.getByText('“1234,50” isn’t an amount in dollars. Enter 1,234.50.', { exact: true })).toBeVisible()
  await submitForm(page)
  await expect(amount).toBeFocused()
  await expect(page).toHaveURL('/check-request-new')
  await amount.fill('1,234.5')
  await expect(page.getByText('isn’t an amount in dollars')).toHaveCount(0)
  await amount.blur()
  await expect(amount).toHaveValue('$1,234.50')
})

test('clears the VIN and PO number errors when either value is typed', async ({ page }) => {
  await startForm(page, requester)
  await submitForm(page)
  await expect(page.getByRole('alert')).toBeFocused()
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

test('sets the due date to one week from today, and refuses past dates', async ({ page }) => {
  await page.clock.setFixedTime('2027-03-01T23:30:00-06:00')
  await startForm(page, requester)
  const due = page.getByLabel('Due Date')
  await expect(due).toHaveValue('Mar 8, 2027')
  await expect(page.locator('input[type=date]')).toHaveAttribute('min', '2027-03-01')
  await due.fill('2027-02-28')
  await due.blur()
  await expect(page.getByText('The due date can’t be in the past.')).toBeVisible()
  await due.fill('2027-03-01')
  await expect(page.getByText('The due date can’t be in the past.')).toHaveCount(0)
})

test('returns to the previous page if the response to a submission has no ID', async ({ page }) => {
  await page.route('**/create-check-req', async (route) => {
    const response = await route.fetch()
    const { data, ...envelope } = await response.json()
    await route.fulfill({ response, json: { ...envelope, data: { request_number: data.request_number } } })
  })
  await logIn(page, requester)
  await menu(page).getByRole('link', { name: 'My Requests' }).click()
  await menu(page).getByRole('link', { name: 'New Request' }).click()
  await fillIn(page, { payee: 'Harbor Glass Works', amount: '1234.5' })
  await submitForm(page)
  await expect(noticeOf(page, 'Check Request Submitted')).toBeVisible()
  await expect(page).toHaveURL('/check-requests')
})

test('opens a submitted request and shows its amount in a notice', async ({ page }) => {
  await logIn(page, requester)
  await menu(page).getByRole('link', { name: 'My Requests' }).click()
  await menu(page).getByRole('link', { name: 'New Request' }).click()
  await fillIn(page, { payee: 'Harbor Glass Works', amount: '1234.5' })
  await page.getByLabel('Second Payee Name').fill('Harbor Holdings')
  await page.getByLabel('Memo Line').fill('Invoice 88')
  await page.getByLabel('Notes').fill('Two panes')
  const preview = await numberField(page).inputValue()
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  await expectNotice(page, 'Check Request Submitted', '$1,234.50')
  const main = page.getByRole('main')
  for (const text of [preview, 'Harbor Holdings', 'Invoice 88', 'Two panes', 'PO-4711'])
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/check-requests')
})

test('creates only one request after a double click', async ({ page, request }) => {
  const api = await apiAs(request, requester)
  const count = async () => (await api.call<{ total: number }>('GET', '/check-requests')).total
  await startForm(page, requester)
  await fillIn(page, { payee: 'Twice Clicked', amount: '10' })
  const before = await count()
  await page.getByRole('button', { name: 'Submit Request' }).dblclick()
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  expect(await count()).toBe(before + 1)
})

test('shows each of the server’s errors at the field that it concerns', async ({ page, request }) => {
  const boss = await apiAs(request, superAdmin)
  const dealerships = await boss.call<{ id: number; code: string }[]>('GET', '/dealerships')
  const chevrolet = dealerships.find(({ code }) => code === 'CHV')
  await startForm(page, wholeGroup)
  await choose(page, 'Dealership', 'Summit Chevrolet (CHV)')
  await fillIn(page, { payee: 'Ridge Tools', amount: '75' })
  await boss.call('PUT', `/dealerships/${chevrolet?.id}`, { is_active: false })
  await submitForm(page)
  const refusal = 'This dealership is inactive and doesn’t accept new requests. Choose another one.'
  await expectNotice(page, 'Check create error', refusal)
  await expect(page.locator('p', { hasText: refusal }).first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Dealership', exact: true })).toBeFocused()
  await boss.call('PUT', `/dealerships/${chevrolet?.id}`, { is_active: true })
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
})

test('shows who will approve a new request', async ({ page }) => {
  await startForm(page, requester)
  await expect(page.getByText('Goes to Denise Carver or Victor Hale for approval.', { exact: true })).toBeVisible()
  await checkLooks(page, 'check-request-new')
})
