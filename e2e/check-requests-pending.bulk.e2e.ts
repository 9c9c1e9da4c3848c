import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { lostConnection } from './support/browser-errors.ts'
import { boxOf, lineOf, openReview, raiseSeveral, selectionBar } from './support/bulk.ts'
import { checkLooks } from './support/checks.ts'
import { rowOf, rowsOf, searchBox } from './support/lists.ts'
import { move, part, raise } from './support/requests.ts'
import { logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'

const approver = 'approver@lakeside.example'
const address = '/check-requests-pending'
const amounts = [3000, 3100.1, 3049.9, 3150] as const

async function openQueue(page: Page, payee: string, count: number, who = approver): Promise<void> {
  await signIn(page.context(), who)
  await page.goto(`${address}?sort=oldest&search=${encodeURIComponent(payee)}`)
  await expect(rowsOf(page)).toHaveCount(count)
}

async function dealershipCalled(request: APIRequestContext, code: string): Promise<number | undefined> {
  const admin = await apiAs(request, 'admin@lakeside.example')
  const dealerships = await admin.call<{ id: number; code: string }[]>('GET', '/dealerships')
  return dealerships.find((dealership) => dealership.code === code)?.id
}

test('selects rows by checkbox, range, key, or all at once, and shows their count and total', async ({
  page,
  request,
}) => {
  const [one, two, three, four] = await raiseSeveral(request, 1, 'Alder Awnings', amounts)
  await openQueue(page, 'Alder Awnings', 4)
  await expect(selectionBar(page)).toHaveCount(0)
  await boxOf(page, two).click()
  await expect(selectionBar(page)).toContainText('1 selected, $3,100.10')
  await boxOf(page, four).click({ modifiers: ['Shift'] })
  await expect(selectionBar(page)).toContainText('3 selected, $9,300.00')
  await expect(boxOf(page, three)).toBeChecked()
  const all = page.getByRole('columnheader').getByRole('checkbox', { name: 'Select all shown' })
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await all.click()
  await expect(selectionBar(page)).toContainText('4 selected, $12,300.00')
  await all.click()
  await expect(selectionBar(page)).toHaveCount(0)
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await expect(boxOf(page, two)).toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: '1 selected, $3,100.10' })).toHaveCount(1)
  await page.keyboard.press('x')
  await expect(boxOf(page, two)).not.toBeChecked()
  await boxOf(page, one).click()
  await selectionBar(page).getByRole('button', { name: 'Clear' }).click()
  await expect(boxOf(page, one)).not.toBeChecked()
})

test('approves several requests together after a review, and shows a result for each', async ({ page, request }) => {
  const raised = await raiseSeveral(request, 1, 'Birch Body Shop', amounts)
  await openQueue(page, 'Birch Body Shop', 4)
  const dialog = await openReview(page, 'Approve', raised)
  await expect(dialog).toContainText('Despite: no document (4), first payment (4).')
  await expect(dialog.getByRole('heading', { name: 'Approve 4 requests' })).toBeVisible()
  for (const [index, one] of raised.entries())
    await expect(lineOf(dialog, one)).toContainText(
      `Birch Body ShopNo documentFirst payment${['$3,000.00', '$3,100.10', '$3,049.90', '$3,150.00'][index]}`,
    )
  await dialog.getByLabel('Comment').fill('Checked against the invoices.')
  await checkLooks(page, 'check-requests-pending-bulk-review')
  await dialog.getByRole('button', { name: 'Approve 4 requests, $12,300.00', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: '4 requests updated' })).toBeVisible()
  for (const one of raised) await expect(lineOf(dialog, one)).toContainText('Done Approved')
  await expect(dialog.getByRole('status')).toHaveText('4 requests updated')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(rowsOf(page)).toHaveCount(0)
  await expect(selectionBar(page)).toHaveCount(0)
  await expect(part(page, 'Check Request List').locator(':focus')).toHaveCount(1)
  await page.goto(`/check-requests/${raised[2].id}`)
  await expect(part(page, 'Activity Log').getByText('Checked against the invoices.')).toBeVisible()
})

test('requires a comment to send back several requests, and shows the comment to each requester', async ({
  page,
  request,
}) => {
  const raised = await raiseSeveral(request, 2, 'Cedar Tool Rental', [10, 20])
  await openQueue(page, 'Cedar Tool Rental', 2)
  const dialog = await openReview(page, 'Send Back', raised)
  const send = dialog.getByRole('button', { name: 'Send Back 2 requests, $30.00', exact: true })
  await send.click()
  await expect(dialog.getByText('Enter a reason so that the requester knows what to do.')).toBeVisible()
  await expect(dialog.getByLabel('Comment')).toBeFocused()
  await dialog.getByLabel('Comment').fill('The invoices are missing.')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep Editing' }).click()
  await send.click()
  await expect(dialog.getByRole('heading', { name: '2 requests updated' })).toBeVisible()
  const requester = await apiAs(request, 'requester@lakeside.example')
  for (const { id } of raised)
    expect(await requester.call('GET', `/check-requests/${id}`)).toMatchObject({
      status_name: 'sendback',
      status_history: expect.arrayContaining([expect.objectContaining({ note: 'The invoices are missing.' })]),
    })
})

test('skips a request that another user has changed, names the change, and offers a retry', async ({
  page,
  request,
}) => {
  const [one, two, three] = await raiseSeveral(request, 1, 'Dogwood Detailing', [100, 200, 300])
  await openQueue(page, 'Dogwood Detailing', 3)
  const dialog = await openReview(page, 'Approve', [one, two, three])
  await move(await apiAs(request, 'approver2@lakeside.example'), two, 2)
  await move(await apiAs(request, 'approver2@lakeside.example'), three, 8, { note: 'Paid already' })
  await dialog.getByRole('button', { name: 'Approve 3 requests, $600.00', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: '1 of 3 requests updated' })).toBeVisible()
  await expect(lineOf(dialog, one)).toContainText('Done Approved')
  await expect(lineOf(dialog, two)).toContainText(/set this request to Processing in the meantime/)
  await expect(lineOf(dialog, three)).toContainText(/set this request to Rejected in the meantime/)
  await checkLooks(page, 'check-requests-pending-bulk-results')
  await dialog.getByRole('button', { name: 'Retry 1 request' }).click()
  await dialog.getByRole('button', { name: 'Approve 1 request, $200.00', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: '1 request updated' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(selectionBar(page)).toContainText('1 selected request has left the list')
  await selectionBar(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(selectionBar(page)).toHaveCount(0)
})

test('resends an approval that received no response, but approves the request only once', async ({
  page,
  request,
  server,
  errors,
}) => {
  errors.allow(lostConnection)
  const raised = await raiseSeveral(request, 1, 'Eucalyptus Oils', [5, 6])
  await openQueue(page, 'Eucalyptus Oils', 2)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Comment').fill('By keyboard alone.')
  await server.kill()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Comment')).toHaveValue('By keyboard alone.')
  await server.start()
  await dialog.getByRole('button', { name: 'Approve 2 requests, $11.00', exact: true }).click()
  for (const one of raised) await expect(lineOf(dialog, one)).toContainText('Done Approved')
})

test('names requests barred by separation of duties in the review, and excludes them from the totals', async ({
  page,
  request,
}) => {
  const manager = 'manager@lakeside.example'
  const fields = { payee_name_1: 'Elm Electric', dealership_id: await dealershipCalled(request, 'HON') }
  const own = await raise(await apiAs(request, manager, 2), { ...fields, amount: 70, po_purchase_no: 'EE-70' })
  const colleague = await apiAs(request, 'requester2@lakeside.example')
  const other = await raise(colleague, { ...fields, amount: 30, po_purchase_no: 'EE-30' })
  await openQueue(page, 'Elm Electric', 2, manager)
  await page.getByRole('columnheader').getByRole('checkbox').click()
  await expect(boxOf(page, own)).not.toBeChecked()
  await boxOf(page, own).check()
  await selectionBar(page).getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: '1 request can’t be updated.' })).toBeVisible()
  await expect(lineOf(dialog, own)).toContainText('separation of duties')
  await checkLooks(page, 'check-requests-pending-bulk-refused')
  await dialog.getByRole('button', { name: 'Approve 1 request, $30.00', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: '1 of 2 requests updated' })).toBeVisible()
  await expect(lineOf(dialog, own)).toContainText('Not updated: You raised this request')
  await expect(lineOf(dialog, other)).toContainText('Done Approved')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(selectionBar(page)).toContainText('1 selected, $70.00')
  const approve = selectionBar(page).getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toHaveAttribute('aria-disabled', 'true')
  await expect(
    selectionBar(page)
      .getByText(/separation of duties/)
      .last(),
  ).toBeVisible()
})

test('names a possible duplicate in the review without blocking approval', async ({ page, request }) => {
  const [paid] = await raiseSeveral(request, 3, 'Ginger Gaskets', [640])
  const [repeat, other] = await raiseSeveral(request, 1, 'Ginger Gaskets', [640, 641])
  await openQueue(page, 'Ginger Gaskets', 2)
  const dialog = await openReview(page, 'Approve', [repeat, other])
  await expect(lineOf(dialog, repeat).getByText('Possible duplicate')).toBeVisible()
  await expect(lineOf(dialog, repeat).getByRole('link', { name: paid.request_number })).toBeVisible()
  await expect(lineOf(dialog, other).getByText('Possible duplicate')).toHaveCount(0)
  await checkLooks(page, 'check-requests-pending-bulk-duplicate')
  await dialog.getByRole('button', { name: 'Approve 2 requests, $1,281.00', exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText('2 requests updated')
})

test('keeps the selection when other users change requests, and clears it when the filter changes', async ({
  page,
  request,
}) => {
  const [one, two, three] = await raiseSeveral(request, 1, 'Fir Fasteners', [1, 2, 4])
  await openQueue(page, 'Fir Fasteners', 3)
  for (const each of [one, two, three]) await boxOf(page, each).check()
  const other = await apiAs(request, 'approver2@lakeside.example')
  await move(other, one, 2)
  await expect(rowOf(page, one.request_number)).toContainText('Processing')
  await expect(selectionBar(page)).toContainText('3 selected, $7.00')
  await move(other, two, 3)
  await expect(rowOf(page, two.request_number)).toHaveCount(0)
  await expect(selectionBar(page)).toContainText('2 selected, $5.00')
  await expect(selectionBar(page)).toContainText('1 selected request has left the list and is no longer selected.')
  await page.getByLabel('Sort by').selectOption('Newest first')
  await expect(rowsOf(page).first()).toContainText(three.request_number)
  await expect(selectionBar(page)).toContainText('2 selected, $5.00')
  await searchBox(page).fill('Fir')
  await expect(selectionBar(page)).toHaveCount(0)
  await boxOf(page, one).check()
  await page.getByRole('link', { name: 'All Requests', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check Requests', exact: true })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.goBack()
  await expect(boxOf(page, one)).not.toBeChecked()
})

test('offers no selection to an admin or after a role switch', async ({ page }) => {
  await logIn(page, 'everyone@summit.example')
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('menuitemradio', { name: 'Approver' }).click()
  await page.getByRole('link', { name: 'Pending Approvals', exact: true }).click()
  await rowsOf(page).first().getByRole('checkbox').check()
  await expect(selectionBar(page)).toBeVisible()
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('menuitemradio', { name: 'Admin' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(selectionBar(page)).toHaveCount(0)
})

test('renders a selection accessibly in every theme and window size, and lists the selection key in the help', async ({
  page,
}) => {
  await signIn(page.context(), approver)
  await page.goto(address)
  await page.getByRole('columnheader').getByRole('checkbox').click()
  await expect(selectionBar(page)).toBeInViewport()
  await checkLooks(page, 'check-requests-pending-selected')
  await page.keyboard.press('?')
  await expect(page.getByRole('row', { name: 'x Select the row' })).toBeVisible()
})
