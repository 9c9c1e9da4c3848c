import { expect } from '@playwright/test'
import { refuseWithoutReason } from './support/browser-errors.ts'
import { checkLooks } from './support/checks.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { activities, openRequest, statusChoice, steps, updateForm } from './support/request-detail.ts'
import { choose, nextCheckNumber, part, raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const processor = 'processor@lakeside.example'

test('requires a check number for a printed check, and refuses a number already used', async ({ page, request }) => {
  const taken = await raiseAt(request, 5)
  const raised = await raiseAt(request, 4)
  await signIn(page.context(), processor)
  await openRequest(page, raised)
  await expect(statusChoice(page, 'Signed')).toBeChecked()
  const sign = updateForm(page).getByRole('button', { name: 'Mark as Signed $1,234.50' })
  await sign.click()
  await expect(updateForm(page).getByText('Check number is required')).toBeVisible()
  await updateForm(page).getByLabel('Check Number').fill(taken.check_number)
  await sign.click()
  const refusal = `Check number ${taken.check_number} is already on ${taken.request_number}.`
  await expectNotice(page, 'Check update error', refusal)
  await expect(updateForm(page).getByText(refusal)).toBeVisible()
  await checkLooks(page, 'check-request-processor')
  await expect(updateForm(page).getByRole('button', { name: /^Use Next Number, \d+$/ })).toBeVisible()
  await updateForm(page).getByLabel('Check Number').fill(nextCheckNumber())
  await sign.click()
  await statusChoice(page, 'Ready').check()
  await updateForm(page).getByRole('button', { name: 'Mark as Ready $1,234.50' }).dblclick()
  await expect(steps(page).nth(5)).toHaveAttribute('aria-current', 'step')
  await page.keyboard.press('Enter')
  await expect(statusChoice(page, 'Closed')).not.toBeChecked()
  await expect(activities(page).first()).toContainText('marked it as ready for delivery or pickup')
  await statusChoice(page, 'Closed').check()
  await updateForm(page).getByLabel('Received By').fill('Maria Lopez')
  await updateForm(page).getByRole('button', { name: 'Complete Check Request', exact: true }).click()
  await expect(steps(page).last()).toHaveAttribute('aria-current', 'step')
  await expect(activities(page).first()).toContainText('Received By: Maria Lopez')
  await expect(updateForm(page)).toHaveCount(0)
})

test('lets a requester confirm receipt of a ready check', async ({ page, request }) => {
  const raised = await raiseAt(request, 6)
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await updateForm(page).getByRole('button', { name: 'Complete Check Request', exact: true }).click()
  await expect(activities(page).first()).toContainText('Maria Delgado (Requester) completed it')
})

test('lets a requester change the priority with a message and undo the change', async ({ page, request }) => {
  const raised = await raiseAt(request, 3)
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Change Priority' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Priority' })
  await expect(dialog.getByRole('radio', { name: 'Normal' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Critical' }).check()
  await dialog.getByLabel('Message').fill('The vendor is waiting')
  await checkLooks(page, 'check-request-priority')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(noticeOf(page, 'Priority Updated.')).toBeVisible()
  await expect(activities(page).first()).toContainText('Priority Level: Normal changed to Critical')
  await expect(activities(page).first()).toContainText('The vendor is waiting')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(activities(page).first()).toContainText('Priority Level: Critical changed to Normal')
  await page.getByRole('button', { name: 'Change Priority' }).click()
  await expect(dialog.getByLabel('Message')).toHaveValue('')
})

test('lets a processor change the delivery of a ready check', async ({ page, request }) => {
  const raised = await raiseAt(request, 6)
  await signIn(page.context(), processor)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Delivery Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delivery Details' })
  for (const method of ['In-Person Pickup', 'Other']) {
    await choose(page, 'Delivery Method', method)
    await expect(dialog.getByLabel('Message/Details')).toBeVisible()
    await expect(dialog.getByLabel('Mailing Method')).toHaveCount(0)
    await expect(dialog.getByLabel('Tracking Number')).toHaveCount(0)
  }
  await choose(page, 'Delivery Method', 'FedEx Overnight')
  await expect(dialog.getByLabel('Message/Details')).toHaveCount(0)
  await choose(page, 'Mailing Method', 'FedEx')
  await dialog.getByLabel('Tracking Number').fill('7749 2211')
  await checkLooks(page, 'check-request-delivery')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(noticeOf(page, 'Check delivery details updated')).toBeVisible()
  await expect(activities(page).first()).toContainText('Delivery Method: In-Person Pickup changed to FedEx Overnight')
  await expect(activities(page).first()).toContainText('Tracking Number: nothing changed to 7749 2211')
  await expect(part(page, 'Request Information')).toContainText('7749 2211')
})

test('retries loading delivery methods in the dialog', async ({ page, request }) => {
  const raised = await raiseAt(request, 6)
  await signIn(page.context(), processor)
  await page.route('**/delivery-methods', refuseWithoutReason)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Delivery Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delivery Details' })
  await expect(dialog.getByRole('alert')).toContainText('Failed to get delivery methods...')
  await checkLooks(page, 'check-request-delivery-failure')
  await page.unroute('**/delivery-methods')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByLabel('Delivery Method')).toHaveText('In-Person Pickup')
  await expect(dialog.getByLabel('Message/Details')).toBeVisible()
})

test('explains why an action isn’t currently available', async ({ page, request }) => {
  const raised = await raiseAt(request, 3)
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  const reason = 'A request can be deleted only while it is Request. This request is Approved now.'
  const remove = page.getByRole('button', { name: 'Delete' })
  await expect(remove).toHaveAccessibleDescription(reason)
  await remove.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: reason })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('lets a requester delete an unprocessed request', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you absolutely sure to delete check?' })
  await expect(dialog).toContainText('This action cannot be undone. This will permanently delete your check.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/check-requests')
  await expectNotice(page, 'Check Req removed.', 'Check Req deleted...')
  await page.goto(`/check-requests/${raised.id}`)
  await expect(page.getByText('This check request doesn’t exist, or you have no access to it.')).toBeVisible()
  await checkLooks(page, 'check-request-missing')
})
