import { expect } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { rowOf } from './support/lists.ts'
import { noticeOf } from './support/notices.ts'
import { addPolicyGroup, putPolicyInForce } from './support/policies.ts'
import { activities, openRequest, steps } from './support/request-detail.ts'
import { move, part, raise, raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'

test('lets a requester withdraw their own request with a reason visible to everyone', async ({ page, request }) => {
  const raised = await raiseAt(request, 1, { payee_name_1: 'Tulip Towing' })
  await signIn(page.context(), requester)
  await openRequest(page, raised)
  await expect(steps(page).first()).toContainText('Waiting for the approver')
  await expect(part(page, 'Update Status')).toHaveCount(0)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const dialog = page.getByRole('dialog', { name: `Withdraw ${raised.request_number}` })
  await expect(dialog).toContainText('$1,234.50 to Tulip Towing. The request won’t be paid.')
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(dialog.getByText('Enter the reason for withdrawing this request')).toBeVisible()
  await checkLooks(page, 'check-request-withdraw')
  await dialog.getByLabel('Reason').fill('Ordered twice.\nThe other one stays.')
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(noticeOf(page, 'Check request withdrawn')).toBeVisible()
  const banner = page.getByRole('region', { name: 'Withdrawn' })
  await expect(banner).toContainText('Ordered twice.')
  await expect(activities(page).first()).toContainText('(Requester) withdrew it')
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
  await checkLooks(page, 'check-request-withdrawn')
  await page.goto(`/check-requests-reject?search=${raised.request_number}`)
  await expect(page.getByText('Ordered twice.').first()).toBeVisible()
  await expect(rowOf(page, raised.request_number)).toHaveCount(1)
})

test('offers withdrawal only to the requester and only before approval', async ({ page, request }) => {
  const waiting = await raiseAt(request, 2)
  const approved = await raiseAt(request, 3)
  for (const other of ['approver@lakeside.example', 'admin@lakeside.example']) {
    await signIn(page.context(), other)
    await openRequest(page, waiting)
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
  }
  await signIn(page.context(), requester)
  await openRequest(page, approved)
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
})

test('keeps a withdrawn request’s approvals, and notifies its approvers', async ({ page, request }) => {
  const place = await addPolicyGroup(request)
  const anyone = { anyone_in_scope: true }
  const steps = [
    { name: 'Service desk', approvers: anyone, needed: 1 },
    { name: 'Manager', approvers: anyone, needed: 1 },
  ]
  await putPolicyInForce(request, place, { rules: [], otherwise: { steps } })
  const raised = await raise(await apiAs(request, place.emails.requester))
  await move(await apiAs(request, place.emails.approver), raised, 3)
  await signIn(page.context(), place.emails.requester)
  await openRequest(page, raised)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByLabel('Reason').fill('The car was returned.')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
  const chain = part(page, 'Approval')
  await expect(chain).toContainText('Approval ended when the request was withdrawn.')
  await expect(chain.getByRole('listitem').nth(0)).toContainText('Service desk: done')
  await expect(chain.getByRole('listitem').nth(1)).toContainText('Manager: skipped')
  await signIn(page.context(), place.emails.approver)
  await page.goto('/inbox')
  await expect(page.getByRole('main')).toContainText('Rita Rowe withdrew the request')
})
