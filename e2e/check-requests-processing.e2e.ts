import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { refuseWithoutReason } from './support/browser-errors.ts'
import { checkLooks } from './support/checks.ts'
import {
  expectColumns,
  expectFound,
  expectNoMatch,
  expectSearches,
  type ListPage,
  rowOf,
  rowsOf,
  textsIn,
  widthOfSpecifiedColumns,
} from './support/lists.ts'
import { makeNewcomer } from './support/newcomer.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const processor = 'processor@lakeside.example'
const address = '/check-requests-processing'

async function openProcessing(page: Page, query = ''): Promise<void> {
  await signIn(page.context(), processor)
  await page.goto(`${address}${query}`)
  await expect(rowsOf(page).first()).toBeVisible()
}

/** Opens the dialog on the first row with this status, and returns its request number. */
async function openDialog(page: Page, status: string): Promise<string> {
  const row = rowsOf(page).filter({ hasText: status }).first()
  const number = await row.getByRole('link').first().innerText()
  await row.getByRole('button', { name: `Update ${number}` }).click()
  await expect(page.getByRole('dialog', { name: `Update ${number}` })).toBeVisible()
  return number
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update Status' }).click()
}

async function expectMoved(page: Page): Promise<void> {
  await expect(noticeOf(page, 'Comment Added')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('lists checks in process with the status Approved, Printed, or Signed', async ({ page, request }) => {
  const { total } = await (await apiAs(request, processor)).call<ListPage>('GET', '/check-requests?view=processing')
  await openProcessing(page)
  await expect(page).toHaveTitle(/^Processing /)
  await expect(page.getByRole('heading', { name: 'Processing', level: 1 })).toBeVisible()
  await expectFound(page, total)
  await page.setViewportSize(widthOfSpecifiedColumns)
  await expectColumns(page, [
    'Select all shown',
    'Request #',
    'Requester',
    'Department',
    'Payee',
    'Amount',
    'Purpose',
    'Status',
    'Priority',
    'View',
  ])
  const shown = new Set((await textsIn(page, 'Status')).map((text) => text.split('\n')[0]))
  expect(shown).toEqual(new Set(['Approved', 'Printed', 'Signed']))
})

test('finds checks in process by number, requester, payee, and purpose in any capitalization', async ({
  page,
  request,
}) => {
  await signIn(page.context(), processor)
  await page.goto(address)
  await expectSearches(page, await apiAs(request, processor), [3, 4, 5], ['Request #', 'Requester', 'Payee', 'Purpose'])
})

test('shows a message when a search finds no checks in process', async ({ page }) => {
  await openProcessing(page)
  await expectNoMatch(page, 'No checks in process found matching your criteria')
})

test('shows a processor a message when no checks are in process', async ({ page, request }) => {
  await signIn(page.context(), await makeNewcomer(request, 'processor'))
  await page.goto(address)
  await expect(page.getByText('No checks are in process.', { exact: true })).toBeVisible()
})

test('requires a choice of the next status when a processor updates a check', async ({ page }) => {
  await openProcessing(page)
  await openDialog(page, 'Approved')
  await expect(page.getByLabel('Next Status')).toHaveValue('4')
  await page.getByLabel('Next Status').selectOption('Select the next status')
  await submit(page)
  await expectNotice(page, 'Status update required', 'Please select the next status for this check request.')
  await expect(page.getByText('status require', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Next Status')).toBeFocused()
  await checkLooks(page, 'check-requests-processing-update')
})

test('moves an approved check to Printed', async ({ page }) => {
  await openProcessing(page)
  const number = await openDialog(page, 'Approved')
  await expect(page.getByLabel('Next Status').getByRole('option')).toHaveText([
    'Select the next status',
    'Printed',
    'Send Back',
  ])
  await page.getByLabel('Next Status').selectOption('Printed')
  await page.getByLabel('Comment').fill('Printed on the second try.')
  await submit(page)
  await expectMoved(page)
  await expect(rowOf(page, number)).toContainText('Printed')
  await rowOf(page, number).getByRole('link').first().click()
  await expect(page.getByText('Printed on the second try.')).toBeVisible()
})

test('sends back an approved check with a reason that its requester sees', async ({ page, request }) => {
  const { request_number: number, id } = await raiseAt(request, 3, { payee_name_1: 'Quince Quarry' })
  await openProcessing(page, `?search=${number}`)
  await openDialog(page, 'Approved')
  await page.getByLabel('Next Status').selectOption('Send Back')
  await submit(page)
  await expect(page.getByText('Enter a reason so that the requester knows what to do.')).toBeVisible()
  await page.getByLabel('Comment').fill('The payee has moved.')
  await submit(page)
  await expectMoved(page)
  await expect(rowOf(page, number)).toHaveCount(0)
  await signIn(page.context(), 'requester@lakeside.example')
  await page.goto(`/check-requests/${id}`)
  await expect(page.getByText('SendBack', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('The payee has moved.').first()).toBeVisible()
})

test('moves a printed check to Signed with an unused check number', async ({ page, request }) => {
  const user = await apiAs(request, processor)
  const { items } = await user.call<ListPage>('GET', '/check-requests?view=completed&search=LAG-TOY')
  const taken = String(items[0]?.check_number)
  await openProcessing(page, '?search=LAG-TOY')
  const number = await openDialog(page, 'Printed')
  await page.getByLabel('Next Status').selectOption('Signed')
  await submit(page)
  await expect(page.getByText('Check number is required', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Check Number')).toBeFocused()
  await page.getByLabel('Check Number').fill(taken)
  await submit(page)
  await expect(page.getByRole('dialog').getByText(`Check number ${taken} is already on`)).toBeVisible()
  await page.getByLabel('Check Number').fill('900123')
  await submit(page)
  await expectMoved(page)
  await expect(rowOf(page, number)).toContainText('Signed')
  await expect(rowOf(page, number)).toContainText('#900123')
})

test('delivers a signed check with a delivery method and a comment, and removes it from the list', async ({ page }) => {
  await openProcessing(page)
  const number = await openDialog(page, 'Signed')
  await page.getByLabel('Next Status').selectOption('Delivered')
  await page.getByLabel('Delivery Method').selectOption('FedEx Overnight')
  await page.getByLabel('Comment').fill('Handed to the courier.')
  await submit(page)
  await expectMoved(page)
  await expect(rowOf(page, number)).toHaveCount(0)
  await page.goto(`/check-requests-completed?search=${number}`)
  await expect(rowOf(page, number)).toContainText('FedEx Overnight')
})

test('retries loading delivery methods in the dialog', async ({ page }) => {
  await page.route('**/delivery-methods', refuseWithoutReason)
  await openProcessing(page)
  await openDialog(page, 'Signed')
  await page.getByLabel('Next Status').selectOption('Delivered')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Failed to get delivery methods...')
  await page.unroute('**/delivery-methods')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Delivery Method')).toBeVisible()
})

test('refuses to move a check that another user has already moved, and keeps the comment', async ({
  page,
  request,
}) => {
  const other = await apiAs(request, processor)
  await openProcessing(page)
  const number = await openDialog(page, 'Approved')
  await page.getByLabel('Next Status').selectOption('Printed')
  await page.getByLabel('Comment').fill('Printed at the front desk.')
  const { items } = await other.call<ListPage>('GET', `/check-requests?search=${number}`)
  await other.call('POST', `/status/check-request-history/${items[0]?.id}`, { status_id: 4 })
  await submit(page)
  await expect(noticeOf(page, 'Check update error')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Comment')).toHaveValue('Printed at the front desk.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, number)).toContainText('Printed')
})

test('shows an admin the checks in process read-only', async ({ page }) => {
  await signIn(page.context(), 'admin@lakeside.example')
  await page.goto(address)
  await expect(rowsOf(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Update / })).toHaveCount(0)
})

test('renders checks in process accessibly in every theme and window size', async ({ page }) => {
  await openProcessing(page)
  await checkLooks(page, 'check-requests-processing')
})
