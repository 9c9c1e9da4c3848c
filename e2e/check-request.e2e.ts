import { expect } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { beforeNextPoll } from './support/live.ts'
import { activities, openRequest, steps, updateForm } from './support/request-detail.ts'
import { move, part, raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const admin = 'admin@lakeside.example'
const approver = 'approver@lakeside.example'

test('shows a closed request’s fields, steps, and history', async ({ page, request }) => {
  const raised = await raiseAt(request, 7, {
    payee_name_2: 'Harbor Holdings',
    memo_line: 'Invoice 88',
    vin_last_digits: '4F00A1',
    notes: 'Two panes',
    delivery_method_other: 'Ask for Dana',
    due_date: '2099-12-31',
  })
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  const facts = {
    Purpose: 'Parts',
    'Priority Level': 'Normal',
    'Due Date': 'Dec 31, 2099',
    'VIN Last Digits': '4F00A1',
    'PO Number': 'PO-77001',
    'Check Number': raised.check_number,
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
  await expect(activities(page)).toHaveCount(6)
  await expect(activities(page).nth(2)).toContainText(`Priya Nair (Processor) had the check signed`)
  await expect(activities(page).nth(2)).toContainText(`Check number ${raised.check_number}`)
  await expect(activities(page).last()).toContainText('Maria Delgado (Requester) raised this request')
  await checkLooks(page, 'check-request-closed')
})

test('shows the specified text for each step of a request', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await signIn(page.context(), approver)
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

test('marks a request past its due date as overdue', async ({ page, request }) => {
  const raised = await raiseAt(request, 1, { due_date: '2099-01-01' })
  await page.clock.setFixedTime('2099-01-04T12:00:00-06:00')
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await expect(part(page, 'Request Information')).toContainText('Overdue 3 days')
})

test('shows a sent-back request’s reason, and lets the requester edit or resubmit the request', async ({
  page,
  request,
}) => {
  const raised = await raiseAt(request, 9)
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await expect(part(page, 'Sent Back')).toContainText('The invoice is missing')
  await expect(steps(page).first()).toHaveAttribute('aria-current', 'step')
  await expect(steps(page).first()).toContainText('Sent back by Denise Carver')
  await expect(page.getByRole('button', { name: 'Edit' })).toBeEnabled()
  await checkLooks(page, 'check-request-sendback')
  await updateForm(page).getByLabel('Comment').fill('It was attached to the first one')
  await updateForm(page).getByRole('button', { name: 'Resubmit $1,234.50' }).click()
  await expect(activities(page).first()).toContainText('It was attached to the first one')
  await expect(part(page, 'Sent Back')).toHaveCount(0)
})

test('shows and announces another user’s change immediately', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await move(await apiAs(request, approver), raised, 2)
  await expect(page.getByText('Denise Carver (Approver) started processing it')).toHaveCount(2, beforeNextPoll)
  await expect(steps(page).nth(1)).toHaveAttribute('aria-current', 'step')
})

test('lets an admin view a request at any status, but not decide on it', async ({ page, request }) => {
  await signIn(page.context(), admin)
  for (const status of [9, 8, 7, 6, 5, 4, 3, 2, 1] as const) {
    await openRequest(page, await raiseAt(request, status))
    await expect(part(page, 'Request Information')).toBeVisible()
    await expect(updateForm(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  }
  await expect(part(page, 'Status Flow')).toBeVisible()
  await checkLooks(page, 'check-request-admin')
})
