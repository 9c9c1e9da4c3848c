import { expect, type Locator, type Page } from '@playwright/test'
import { type ApiUser, apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { addFiles, documentRow, expectAdded, pdfFile } from './support/documents.ts'
import { openRequest } from './support/request-detail.ts'
import { fillIn, openForm, startForm, submitForm } from './support/request-form.ts'
import { part, raise, raiseAt } from './support/requests.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const manager = 'manager@lakeside.example'
const nothingFound = 'No other request has the same payee and amount, invoice number, VIN, PO number, or document.'

/** The area of the form that shows the duplicate warning. */
function warning(page: Page): Locator {
  return part(page, 'Duplicates').getByRole('status')
}

/** The positions of all fields and buttons of the form on the page. */
function places(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .locator('input, textarea, button')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return [left + scrollX, top + scrollY, width, height].map(Math.round).join()
      }),
    )
}

test('shows a possible duplicate’s number, amount, date, and status once payee and amount match', async ({
  page,
  request,
}) => {
  const raised = await raiseAt(request, 3, {
    payee_name_1: 'Harbor Twice, Inc.',
    amount: 812.4,
    po_purchase_no: 'PO-T1',
  })
  await startForm(page, requester)
  await expect(warning(page)).toHaveText(
    /^Other requests with the same payee and amount, invoice number, VIN, PO number, or document/,
  )
  await page.getByLabel(/^Payee Name/).fill(' harbor  TWICE, inc')
  await page.getByRole('combobox', { name: 'Amount', exact: true }).fill('812.41')
  await expect(warning(page)).toHaveText(nothingFound)
  await page.getByRole('combobox', { name: 'Amount', exact: true }).fill('812.4')
  await expect(warning(page)).toContainText('Possible duplicate')
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/Chicago' }).format(
    new Date(),
  )
  for (const text of [raised.request_number, '$812.40', today, 'Approved', 'same payee and amount'])
    await expect(warning(page)).toContainText(text)
  await checkLooks(page, 'check-request-new-duplicate')
})

test('warns about a payee’s repeated invoice number, and shows invoice numbers in a list column', async ({
  page,
  request,
}) => {
  const first = { payee_name_1: 'Invoiced Once', amount: 51, po_purchase_no: 'PO-I1', invoice_number: 'INV-20771' }
  const raised = await raiseAt(request, 1, first)
  await startForm(page, requester)
  await fillIn(page, { payee: 'Someone Else', amount: '52' })
  await page.getByLabel(/^Payee Name/).fill('invoiced once')
  await page.getByLabel('Invoice Number').fill('inv 20771')
  await expect(warning(page)).toContainText('same invoice number')
  await expect(warning(page)).toContainText(raised.request_number)
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  await expect(part(page, 'Request Information')).toContainText('Invoice Numberinv 20771')
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto('/check-requests?search=20771')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Invoice #' }).check()
  await expect(page.getByRole('cell', { name: 'inv 20771' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'INV-20771' })).toBeVisible()
})

test('warns before submission if another request has the same document', async ({ page, request }) => {
  const raised = await raise(await apiAs(request, requester), { payee_name_1: 'Scanned Once' })
  await startForm(page, requester)
  await openRequest(page, raised)
  const invoice = pdfFile('invoice.pdf', 'Invoice 99')
  await addFiles(page, invoice)
  await expectAdded(page, 'invoice.pdf')
  await openForm(page)
  await addFiles(page, { ...invoice, name: 'the same, named otherwise.pdf' })
  await expectAdded(page, 'the same, named otherwise.pdf')
  await expect(warning(page)).toContainText(raised.request_number)
  await expect(warning(page)).toContainText('same document')
  await documentRow(page, 'the same, named otherwise.pdf')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(warning(page)).not.toContainText(raised.request_number)
})

test('shows a duplicate warning without moving fields, taking the focus, or blocking the user', async ({
  page,
  request,
}) => {
  await raiseAt(request, 1, { payee_name_1: 'Steady Hands', amount: 55 })
  await startForm(page, requester)
  await fillIn(page, { payee: 'Steady Hands', amount: '54' })
  await page.getByLabel('PO Number').fill('PO-STEADY')
  await expect(warning(page)).toHaveText(nothingFound)
  const amount = page.getByRole('combobox', { name: 'Amount', exact: true })
  // The page may scroll to the warning, which doesn't count as a moved field.
  await amount.focus()
  const before = await places(page)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('55')
  await expect(warning(page).getByRole('link')).toBeVisible()
  await expect(amount).toBeFocused()
  expect(await places(page)).toEqual(before)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('56')
  await expect(warning(page)).toHaveText(nothingFound)
  expect(await places(page)).toEqual(before)
  await amount.fill('55')
  await expect(warning(page).getByRole('link')).toBeVisible()
  await submitForm(page)
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
})

test('opens a possible duplicate in a new tab, and keeps the form', async ({ page, request, context }) => {
  const raised = await raiseAt(request, 1, { vin_last_digits: 'Q77112', po_purchase_no: 'PO-T2' })
  await startForm(page, requester)
  await page.getByLabel('VIN Last Digits').fill('q77112')
  const link = warning(page).getByRole('link', { name: `${raised.request_number} (opens in a new tab)` })
  await expect(warning(page)).toContainText('same VIN')
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(tab).toHaveURL(`/check-requests/${raised.id}`)
  await expect(tab.getByText(raised.request_number, { exact: true }).first()).toBeVisible()
  await expect(page).toHaveURL('/check-request-new')
  await expect(page.getByLabel('VIN Last Digits')).toHaveValue('q77112')
})

test('reveals only the existence of a possible duplicate that the requester can’t open', async ({ page, request }) => {
  const other = await apiAs(request, manager, 2)
  await raise(other, { po_purchase_no: 'PO-HIDDEN-1', payee_name_1: 'Undisclosed Works', amount: 987.65 })
  await startForm(page, requester)
  await page.getByLabel('PO Number').fill('po-hidden-1')
  const sentence = 'Another request in your dealer group looks the same, but you can’t open it.'
  await expect(warning(page)).toHaveText(`Possible duplicate${sentence}`)
  await expect(warning(page).getByRole('link')).toHaveCount(0)
  await raise(other, { po_purchase_no: 'PO-HIDDEN-1' })
  await page.getByLabel('PO Number').fill('PO-HIDDEN-1 ')
  await expect(warning(page)).toContainText(
    '2 other requests in your dealer group look the same, but you can’t open them.',
  )
})

test('names five possible duplicates and counts the rest without taking more space', async ({ page, request }) => {
  const api = await apiAs(request, requester)
  await raiseMany(api, 7)
  await raise(await apiAs(request, manager, 2), { po_purchase_no: 'PO-MANY' })
  await startForm(page, requester)
  const height = () => warning(page).evaluate((element) => element.getBoundingClientRect().height)
  const before = await height()
  await page.getByLabel('PO Number').fill('PO-MANY')
  await expect(warning(page).getByRole('link')).toHaveCount(5)
  await expect(warning(page)).toContainText('8 possible duplicates')
  await expect(warning(page)).toContainText('2 more aren’t listed here.')
  await expect(warning(page)).toContainText('Another request in your dealer group looks the same,')
  expect(await height()).toBe(before)
  await checkLooks(page, 'check-request-new-duplicates')
})

test('searches for duplicates once when typing pauses, and only if there is something to compare', async ({ page }) => {
  const questions: string[] = []
  page.on('request', (call) => {
    if (call.url().includes('/check-requests/duplicates')) questions.push(call.url())
  })
  await startForm(page, requester)
  await page.getByLabel('PO Number').fill('n/a')
  await page.getByLabel('VIN Last Digits').pressSequentially('4711K', { delay: 40 })
  await expect(warning(page)).toHaveText(nothingFound)
  expect(questions.map((url) => new URL(url).searchParams.get('vin_last_digits'))).toEqual(['4711K'])
  await page.getByLabel('VIN Last Digits').fill('')
  await expect(warning(page)).toHaveText(/^Other requests/)
  expect(questions).toHaveLength(1)
})

test('compares an edited request with all other requests', async ({ page, request }) => {
  const raised = await raiseAt(request, 9, { po_purchase_no: 'PO-EDIT-1', payee_name_1: 'Edited Works', amount: 31 })
  const twin = await raiseAt(request, 1, { po_purchase_no: 'PO-EDIT-2', payee_name_1: 'Other Works', amount: 32 })
  await startForm(page, requester)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(warning(page)).toHaveText(nothingFound)
  await page.getByLabel('PO Number').fill('PO-EDIT-2')
  await expect(warning(page).getByRole('link')).toHaveText([new RegExp(twin.request_number)])
})

async function raiseMany(api: ApiUser, amount: number): Promise<void> {
  for (let n = 0; n < amount; n += 1) await raise(api, { po_purchase_no: 'PO-MANY', amount: 100 + n })
}
