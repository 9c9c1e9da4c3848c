import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type ApiUser, apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { openRequest } from './support/request-detail.ts'
import { menu, move, part, type Raised, raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const admin = 'admin@lakeside.example'
const sentBack = { note: 'Please add the invoice number' }

/** A request that an approver has sent back to its requester. */
async function raiseAndSendBack(request: APIRequestContext): Promise<{ api: ApiUser; raised: Raised }> {
  const api = await apiAs(request, requester)
  const raised = await raise(api, { memo_line: 'Invoice 1', due_date: '2099-01-31' })
  await move(await apiAs(request, approver), raised, 9, sentBack)
  return { api, raised }
}

async function edit(page: Page, raised: Raised): Promise<void> {
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page).toHaveURL('/check-request-update')
  await expect(page.getByRole('button', { name: /^Resubmit \$/ })).toBeVisible()
}

function amount(page: Page) {
  return page.getByRole('combobox', { name: 'Amount', exact: true })
}

test('shows a message and a link back if no request was chosen for editing', async ({ page }) => {
  await signIn(page.context(), requester)
  await page.goto('/check-request-update')
  await expect(page.getByText('No Old Data Found', { exact: true })).toBeVisible()
  await checkLooks(page, 'check-request-update-empty')
  await page.getByRole('main').getByRole('link', { name: 'SendBacked Checks' }).click()
  await expect(page).toHaveURL('/check-requests-sendback')
})

test('changes and resubmits a sent-back request under the same number', async ({ page, request }) => {
  const { raised } = await raiseAndSendBack(request)
  await signIn(page.context(), requester)
  await edit(page, raised)
  await expect(page.getByLabel('Request Number')).toHaveValue(raised.request_number)
  await expect(page.getByRole('combobox', { name: 'Dealer Group' })).toBeDisabled()
  await expect(amount(page)).toHaveValue('$1,234.50')
  await expect(page.getByLabel('Due Date')).toHaveValue('Jan 31, 2099')
  await checkLooks(page, 'check-request-update')
  await amount(page).fill('2000')
  await page.getByLabel('Memo Line').fill('Invoice 2')
  await page.getByRole('button', { name: /^Resubmit \$/ }).click()
  await expect(page).toHaveURL(`/check-requests/${raised.id}`)
  await expect(noticeOf(page, 'Check Request Updated')).toBeVisible()
  await expect(page.getByText(raised.request_number, { exact: true }).first()).toBeVisible()
  const latest = part(page, 'Activity Log').getByRole('listitem').first()
  await expect(latest).toContainText('Maria Delgado (Requester) edited and resubmitted it')
  await expect(latest).toContainText('SendBack changed to Request')
  await expect(latest).toContainText('Amount: $1,234.50 changed to $2,000.00')
  await expect(latest).toContainText('Memo Line: Invoice 1 changed to Invoice 2')
  await expect(page.getByRole('region', { name: 'Sent Back' })).toHaveCount(0)
})

test('keeps the request number when the location changes', async ({ page, request }) => {
  const { raised } = await raiseAndSendBack(request)
  await signIn(page.context(), requester)
  await edit(page, raised)
  const department = page.getByRole('combobox', { name: 'Department' })
  const other = (await department.textContent())?.startsWith('Parts') ? 'Service (SVC)' : 'Parts (PRT)'
  await department.click()
  await page.getByRole('listbox').getByRole('option', { name: other }).click()
  await expect(page.getByLabel('Request Number')).toHaveValue(raised.request_number)
  await page.getByRole('button', { name: /^Resubmit \$/ }).click()
  const latest = part(page, 'Activity Log').getByRole('listitem').first()
  await expect(latest).toContainText(`changed to ${other.split(' ')[0]}`)
})

test('explains changes made since the form was opened, and keeps typed values', async ({ page, request }) => {
  const { api, raised } = await raiseAndSendBack(request)
  await signIn(page.context(), requester)
  await edit(page, raised)
  await page.getByLabel('Notes').fill('Invoice number added')
  await api.call('PATCH', `/check-requests/${raised.id}/change-priority`, { priority_level: 'urgent' })
  await page.getByRole('button', { name: /^Resubmit \$/ }).click()
  const refusal = 'Maria Delgado changed the priority of this request in the meantime. Review it before you continue.'
  await expectNotice(page, 'Check update error', refusal)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(refusal)
  await expect(page.getByLabel('Notes')).toHaveValue('Invoice number added')
  await page.getByRole('button', { name: /^Resubmit \$/ }).click()
  await expect(page).toHaveURL(`/check-requests/${raised.id}`)
  await expect(part(page, 'Request Information')).toContainText('Invoice number added')
})

test('refuses an edit if the request’s status has changed, and shows the reason in the form', async ({
  page,
  request,
}) => {
  const { api, raised } = await raiseAndSendBack(request)
  await signIn(page.context(), requester)
  await edit(page, raised)
  await page.getByLabel('Notes').fill('Too late')
  await move(api, raised, 1)
  const update = page.getByRole('button', { name: /^Resubmit \$/ })
  await update.click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('in the meantime')
  const refusal = 'A request can be edited only while it is SendBack. This request is Request now.'
  // A click before the form has refetched the request gets the same message again.
  await expect(async () => {
    await update.click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(refusal, { timeout: 2000 })
  }).toPass()
  await expect(page.getByLabel('Notes')).toHaveValue('Too late')
})

test('lets an admin edit a request without changing its requester', async ({ page, request }) => {
  const { raised } = await raiseAndSendBack(request)
  await signIn(page.context(), admin)
  await edit(page, raised)
  await expect(page.getByLabel('Requester')).toHaveValue('Maria Delgado')
  await expect(page.getByLabel('Requester')).toHaveAttribute('readonly')
  await page.getByLabel('PO Number').fill('PO-90210')
  await page.getByRole('button', { name: /^Resubmit \$/ }).click()
  await expect(page).toHaveURL(`/check-requests/${raised.id}`)
  const latest = part(page, 'Activity Log').getByRole('listitem').first()
  await expect(latest).toContainText('Grace Lindqvist (Admin) edited and resubmitted it')
  await expect(latest).toContainText('PO Number: PO-77001 changed to PO-90210')
  await expect(part(page, 'Request Information')).toContainText('Maria Delgado')
})

test('asks for confirmation before leaving a changed form, but not an unchanged one', async ({ page, request }) => {
  const { raised } = await raiseAndSendBack(request)
  await signIn(page.context(), requester)
  await edit(page, raised)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/check-requests/${raised.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Notes').fill('Something')
  await menu(page).getByRole('link', { name: 'My Requests' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/check-requests')
})

test('keeps the edited request after a reload', async ({ page, request }) => {
  const { raised } = await raiseAndSendBack(request)
  await signIn(page.context(), requester)
  await edit(page, raised)
  await page.reload()
  await expect(page.getByLabel('Request Number')).toHaveValue(raised.request_number)
})
