import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { rowsOf } from './support/lists.ts'
import { noticeOf } from './support/notices.ts'
import { choose, move, openRequest, part, type Raised, raise } from './support/requests.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const approver2 = 'approver2@lakeside.example'
const processor = 'processor@lakeside.example'
const manager = 'manager@lakeside.example'
const admin = 'admin@lakeside.example'

let lastCheckNumber = 700_000

/** A request of the requester, brought to this status by those who do so. */
async function raiseAt(request: APIRequestContext, status: number, fields = {}): Promise<Raised> {
  const raised = await raise(await apiAs(request, requester), fields)
  const decider = await apiAs(request, approver)
  if (status === 8 || status === 9) await move(decider, raised, status, { note: 'The invoice is missing' })
  else if (status >= 2) await move(decider, raised, status === 2 ? 2 : 3)
  const clerk = await apiAs(request, processor)
  if (status >= 4 && status <= 7) await move(clerk, raised, 4)
  if (status >= 5 && status <= 7) await move(clerk, raised, 5, { check_number: String(++lastCheckNumber) })
  if (status === 6 || status === 7) await move(clerk, raised, 6)
  if (status === 7) await move(clerk, raised, 7)
  return raised
}

function form(page: Page) {
  return part(page, 'Update Status')
}

function status(page: Page, name: string) {
  return form(page).getByRole('radio', { name, exact: true })
}

function log(page: Page) {
  return part(page, 'Activity Log').getByRole('listitem')
}

function steps(page: Page) {
  return part(page, 'Status Flow').getByRole('listitem')
}

test('a closed request shows all of its facts, its whole way and everything that happened', async ({
  page,
  request,
}) => {
  const raised = await raiseAt(request, 7, {
    payee_name_2: 'Harbor Holdings',
    memo_line: 'Invoice 88',
    vin_last_digits: '4F00A1',
    notes: 'Two panes',
    delivery_method_other: 'Ask for Dana',
    due_date: '2099-12-31',
  })
  await logIn(page, requester)
  await openRequest(page, raised)
  const facts = {
    Purpose: 'Parts',
    'Priority Level': 'Normal',
    'Due Date': 'Dec 31, 2099',
    'VIN Last Digits': '4F00A1',
    'PO Number': 'PO-77001',
    'Check Number': String(lastCheckNumber),
    Notes: 'Two panes',
    'Payee Name': 'Harbor Glass Works',
    'Second Payee Name': 'Harbor Holdings',
    'Payee Type': 'Business',
    'Payee Sub Type': 'Vendor',
    'Memo Line': 'Invoice 88',
    Requester: 'Maria Delgado',
    'Dealer Group': 'Lakeside Auto Group',
    Dealership: 'Lakeside Toyota',
    'Delivery Method': 'In-Person Pickup',
    'Message/Details': 'Ask for Dana',
  }
  const information = part(page, 'Request Information')
  await expect(information).toContainText('$1,234.50')
  for (const [label, value] of Object.entries(facts))
    await expect(information.locator('div', { has: page.getByText(label, { exact: true }) }).last()).toContainText(
      value,
    )
  await expect(steps(page)).toHaveCount(7)
  await expect(steps(page).nth(1)).toContainText('Skipped')
  await expect(steps(page).nth(2)).toContainText('Check request in approval')
  await expect(steps(page).nth(2)).toContainText(/Denise Carver, \w+ \d+, \d{4}/)
  await expect(steps(page).last()).toHaveAttribute('aria-current', 'step')
  await expect(log(page)).toHaveCount(6)
  await expect(log(page).nth(2)).toContainText(`Priya Nair (Processor) had the check signed`)
  await expect(log(page).nth(2)).toContainText(`Check number ${lastCheckNumber}`)
  await expect(log(page).last()).toContainText('Maria Delgado (Requester) raised this request')
  await checkLooks(page, 'check-request-closed')
})

test('the steps carry the texts of the flow', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await logIn(page, approver)
  await openRequest(page, raised)
  const texts = [
    'Initial check request',
    'Check in processing',
    'Check request in approval',
    'Check in printing',
    'Check in signing',
    'Check is ready for deliver or pickup',
    'Request complete',
  ]
  for (const [index, text] of texts.entries()) await expect(steps(page).nth(index)).toContainText(text)
  await expect(steps(page).first()).toHaveAttribute('aria-current', 'step')
  await expect(steps(page).first()).toContainText('Waiting for the approver')
  await checkLooks(page, 'check-request-approver')
})

test('a request past its due date is marked as overdue', async ({ page, request }) => {
  const raised = await raiseAt(request, 1, { due_date: '2099-01-01' })
  await page.clock.setFixedTime('2099-01-04T12:00:00-06:00')
  await logIn(page, requester)
  await openRequest(page, raised)
  await expect(part(page, 'Request Information')).toContainText('Overdue 3 days')
})

test('an approver decides with the keyboard: a key chooses, the button names act and money', async ({
  page,
  request,
}) => {
  const raised = await raiseAt(request, 1)
  await logIn(page, approver)
  await openRequest(page, raised)
  await form(page).getByRole('button', { name: 'Update Status' }).click()
  await expect(form(page).getByText('status require', { exact: true })).toBeVisible()
  await part(page, 'Request Information').click()
  await page.keyboard.press('r')
  await expect(status(page, 'Rejected')).toBeChecked()
  await expect(form(page).getByLabel('Comment')).toBeFocused()
  await page.keyboard.press('a')
  await expect(form(page).getByLabel('Comment')).toHaveValue('a')
  await expect(form(page).getByRole('button', { name: 'Reject $1,234.50' })).toBeVisible()
  await form(page).getByLabel('Comment').fill('')
  await part(page, 'Request Information').click()
  await page.keyboard.press('Control+s')
  await expect(status(page, 'SendBack')).not.toBeChecked()
  await page.keyboard.press('a')
  const approve = form(page).getByRole('button', { name: 'Approve $1,234.50' })
  await expect(approve).toBeFocused()
  await expect(form(page)).toContainText(`$1,234.50 to Harbor Glass Works, ${raised.request_number}`)
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  await expect(log(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(noticeOf(page, 'Comment Added')).toBeVisible()
  await expect(log(page).first()).toContainText('Denise Carver (Approver) approved it')
  await expect(log(page).first()).toContainText('Request changed to Approved')
  await expect(form(page)).toHaveCount(0)
})

test('a rejection needs a reason, and the requester reads it first', async ({ page, request, openAs }) => {
  const raised = await raiseAt(request, 2)
  await logIn(page, approver)
  await openRequest(page, raised)
  await status(page, 'Rejected').check()
  await form(page).getByRole('button', { name: 'Reject $1,234.50' }).click()
  await expect(form(page).getByText('Say why: the requester needs to know what to do.')).toBeVisible()
  await form(page).getByLabel('Comment').fill('Paid by card already')
  await form(page).getByRole('button', { name: 'Reject $1,234.50' }).click()
  await expect(noticeOf(page, 'Comment Added')).toBeVisible()
  const author = await openAs(requester)
  await openRequest(author, raised)
  const banner = part(author, 'Check Rejected')
  await expect(banner).toContainText('Paid by card already')
  await expect(banner).toContainText('Denise Carver (Approver)')
  await expect(part(author, 'Status Flow')).toHaveCount(0)
  await checkLooks(author, 'check-request-rejected')
})

test('a sent-back request stands at step 1 with its reason, and its requester can edit or send it again', async ({
  page,
  request,
}) => {
  const raised = await raiseAt(request, 9)
  await logIn(page, requester)
  await openRequest(page, raised)
  await expect(part(page, 'Sent Back')).toContainText('The invoice is missing')
  await expect(steps(page).first()).toHaveAttribute('aria-current', 'step')
  await expect(steps(page).first()).toContainText('Sent back by Denise Carver')
  await expect(page.getByRole('button', { name: 'Edit' })).toBeEnabled()
  await checkLooks(page, 'check-request-sendback')
  await form(page).getByLabel('Comment').fill('It was attached to the first one')
  await form(page).getByRole('button', { name: 'Send In Again $1,234.50' }).click()
  await expect(log(page).first()).toContainText('It was attached to the first one')
  await expect(part(page, 'Sent Back')).toHaveCount(0)
})

test('whoever raised a request cannot decide on it in another role, and is told why', async ({ page, request }) => {
  const api = await apiAs(request, manager, 2)
  const raised = await raise(api)
  await logIn(page, manager)
  await openRequest(page, raised)
  for (const name of ['Approved', 'Rejected', 'SendBack']) {
    await expect(status(page, name)).toBeDisabled()
    await expect(status(page, name)).toHaveAccessibleDescription(/^You raised this request/)
  }
  await expect(form(page).getByText(/separation of duties/)).toHaveCount(1)
  await expect(status(page, 'Processing')).toBeEnabled()
  await page.keyboard.press('a')
  await expect(status(page, 'Approved')).not.toBeChecked()
  await checkLooks(page, 'check-request-separation')
})

test('a printed check needs its number, and a number is never given twice', async ({ page, request }) => {
  const taken = await raiseAt(request, 5)
  const raised = await raiseAt(request, 4)
  await logIn(page, processor)
  await openRequest(page, raised)
  await expect(status(page, 'Signed')).toBeChecked()
  const sign = form(page).getByRole('button', { name: 'Mark as Signed $1,234.50' })
  await sign.click()
  await expect(form(page).getByText('Check number is required')).toBeVisible()
  await form(page).getByLabel('Check Number').fill(String(lastCheckNumber))
  await sign.click()
  const refusal = `Check number ${lastCheckNumber} is already on ${taken.request_number}.`
  await expect(noticeOf(page, 'Comment add error')).toContainText(refusal)
  await expect(form(page).getByText(refusal)).toBeVisible()
  await checkLooks(page, 'check-request-processor')
  await form(page).getByLabel('Check Number').fill(String(++lastCheckNumber))
  await sign.click()
  await status(page, 'Ready').check()
  await form(page).getByRole('button', { name: 'Mark as Ready $1,234.50' }).dblclick()
  await expect(steps(page).nth(5)).toHaveAttribute('aria-current', 'step')
  await page.keyboard.press('Enter')
  await expect(status(page, 'Closed')).not.toBeChecked()
  await expect(log(page).first()).toContainText('made it ready for delivery or pickup')
  await status(page, 'Closed').check()
  await form(page).getByRole('button', { name: 'Complete Check Request', exact: true }).click()
  await expect(steps(page).last()).toHaveAttribute('aria-current', 'step')
  await expect(form(page)).toHaveCount(0)
})

test('a requester confirms that a ready check has arrived', async ({ page, request }) => {
  const raised = await raiseAt(request, 6)
  await logIn(page, requester)
  await openRequest(page, raised)
  await form(page).getByRole('button', { name: 'Complete Check Request', exact: true }).click()
  await expect(log(page).first()).toContainText('Maria Delgado (Requester) completed it')
})

test('an admin sees everything and decides nothing', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await logIn(page, admin)
  await openRequest(page, raised)
  await expect(part(page, 'Status Flow')).toBeVisible()
  await expect(form(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await checkLooks(page, 'check-request-admin')
})

test('a requester changes the priority with a message, and can take it back', async ({ page, request }) => {
  const raised = await raiseAt(request, 3)
  await logIn(page, requester)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Change Priority' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Priority' })
  await expect(dialog.getByRole('radio', { name: 'Normal' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Critical' }).check()
  await dialog.getByLabel('Message').fill('The vendor is waiting')
  await checkLooks(page, 'check-request-priority')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(noticeOf(page, 'Priority Updated.')).toBeVisible()
  await expect(log(page).first()).toContainText('Priority Level: Normal changed to Critical')
  await expect(log(page).first()).toContainText('The vendor is waiting')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(log(page).first()).toContainText('Priority Level: Critical changed to Normal')
  await page.getByRole('button', { name: 'Change Priority' }).click()
  await expect(dialog.getByLabel('Message')).toHaveValue('')
})

test('a processor changes how a ready check is handed over', async ({ page, request }) => {
  const raised = await raiseAt(request, 6)
  await logIn(page, processor)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Delivery Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delivery Details' })
  await expect(dialog.getByLabel('Message/Details')).toBeVisible()
  await expect(dialog.getByLabel('Tracking Number')).toHaveCount(0)
  await choose(page, 'Delivery Method', 'FedEx Overnight')
  await choose(page, 'Mailing Method', 'FedEx')
  await dialog.getByLabel('Tracking Number').fill('7749 2211')
  await checkLooks(page, 'check-request-delivery')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(noticeOf(page, 'Check delivery details updated')).toBeVisible()
  await expect(log(page).first()).toContainText('Delivery Method: In-Person Pickup changed to FedEx Overnight')
  await expect(log(page).first()).toContainText('Tracking Number: nothing changed to 7749 2211')
  await expect(part(page, 'Request Information')).toContainText('7749 2211')
})

test('an act that is not possible now tells why', async ({ page, request }) => {
  const raised = await raiseAt(request, 3)
  await logIn(page, requester)
  await openRequest(page, raised)
  const reason = 'This request is Approved now and can only be deleted while it is Request.'
  const remove = page.getByRole('button', { name: 'Delete' })
  await expect(remove).toHaveAccessibleDescription(reason)
  await remove.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: reason })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('a requester deletes a request that nobody has worked on', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await logIn(page, requester)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you absolutely sure to delete check?' })
  await expect(dialog).toContainText('This action cannot be undone. This will permanently delete your check.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/check-requests')
  await expect(noticeOf(page, 'Check Req removed.')).toContainText('Check Req deleted...')
  await page.goto(`/check-requests/${raised.id}`)
  await expect(page.getByText('This check request does not exist, or you have no access to it.')).toBeVisible()
  await checkLooks(page, 'check-request-missing')
})

test('two who decide at once: one wins, the other is told by whom and keeps the comment', async ({
  page,
  request,
  openAs,
}) => {
  const raised = await raiseAt(request, 1)
  await logIn(page, approver)
  await openRequest(page, raised)
  await status(page, 'SendBack').check()
  await form(page).getByLabel('Comment').fill('Which invoice is this?')
  const other = await openAs(approver2)
  await openRequest(other, raised)
  // The first approver's screen must not learn of the other's decision before it sends its own.
  const refused = page.waitForResponse((answer) => answer.status() === 409)
  await page.route('**/api/v1/check-requests/**', async (route) => {
    await refused
    await route.continue()
  })
  await status(other, 'Approved').check()
  await form(other).getByRole('button', { name: 'Approve $1,234.50' }).click()
  await expect(noticeOf(other, 'Comment Added')).toBeVisible()
  await form(page).getByRole('button', { name: 'Send Back $1,234.50' }).click()
  const told = 'Victor Hale set this request to Approved in the meantime.'
  await expect(noticeOf(page, 'Comment add error')).toContainText(told)
  await expect(form(page).getByRole('alert')).toContainText(told)
  await expect(form(page).getByLabel('Comment')).toHaveValue('Which invoice is this?')
  await expect(log(page).first()).toContainText('Victor Hale (Approver) approved it')
  await expect(form(page).getByLabel('Comment')).toHaveValue('Which invoice is this?')
})

test('a change by somebody else appears within a second, with a word about it', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await logIn(page, requester)
  await openRequest(page, raised)
  await move(await apiAs(request, approver), raised, 2)
  await expect(page.getByText('Denise Carver (Approver) took it into processing')).toHaveCount(2, { timeout: 1000 })
  await expect(steps(page).nth(1)).toHaveAttribute('aria-current', 'step')
})

test('approvals are worked through one after the other, the next one opening by itself', async ({ page, request }) => {
  for (const amount of [11, 22, 33]) await raiseAt(request, 1, { amount })
  await logIn(page, approver)
  await page.goto('/check-requests-pending')
  await expect(rowsOf(page).first()).toContainText('$33.00')
  const total = await rowsOf(page).count()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`1 of ${total}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.keyboard.press('j')
  await expect(page.getByText(`2 of ${total}`, { exact: true })).toBeVisible()
  await expect(part(page, 'Request Information')).toContainText('$22.00')
  await checkLooks(page, 'check-request-queue')
  await page.keyboard.press('a')
  await expect(form(page).getByRole('button', { name: 'Approve $22.00' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(part(page, 'Request Information')).toContainText('$11.00')
  await expect(page.getByText(`2 of ${total - 1}`, { exact: true })).toBeVisible()
  await page.keyboard.press('k')
  await expect(part(page, 'Request Information')).toContainText('$33.00')
  await page.getByRole('navigation', { name: 'Pending Approvals' }).getByRole('link').click()
  await expect(page).toHaveURL('/check-requests-pending')
})

test('a comment that was typed is not lost by leaving', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await logIn(page, approver)
  await openRequest(page, raised)
  await form(page).getByLabel('Comment').fill('Let me ask')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All Requests' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await expect(form(page).getByLabel('Comment')).toHaveValue('Let me ask')
})

test('on a phone the decisions are within reach of the thumb', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await page.setViewportSize({ width: 360, height: 740 })
  await logIn(page, approver)
  await openRequest(page, raised)
  const bar = part(page, 'Decide')
  await expect(bar.getByRole('button')).toHaveText(['Approve', 'Reject', 'Send Back'])
  await bar.getByRole('button', { name: 'Send Back' }).click()
  await expect(form(page).getByLabel('Comment')).toBeFocused()
  await expect(form(page).getByLabel('Comment')).toBeInViewport()
  await expect(log(page)).toHaveCount(1)
})

test('a request prints on one Letter page, without navigation and forms', async ({ page, request }) => {
  const raised = await raiseAt(request, 6, { notes: 'Two panes' })
  await logIn(page, processor)
  await openRequest(page, raised)
  await page.emulateMedia({ media: 'print' })
  for (const hidden of [page.getByRole('navigation', { name: 'Main' }), form(page), page.getByRole('banner')])
    await expect(hidden).toBeHidden()
  await expect(part(page, 'Activity Log')).toBeVisible()
  const pdf = await page.pdf({ format: 'Letter' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
