import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { openRequest, statusChoice, updateForm } from './support/request-detail.ts'
import { raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const approver = 'approver@lakeside.example'
const oneDealership = 'approver2@lakeside.example'
const processor = 'processor@lakeside.example'

test('shows earlier payments to the payee above the decision', async ({ page, request }) => {
  for (const amount of [2100, 90, 2100.5]) await raiseAt(request, 7, { payee_name_1: 'Known For Long', amount })
  await raiseAt(request, 3, { payee_name_1: 'Known for long', amount: 5 })
  const raised = await raiseAt(request, 1, { payee_name_1: 'Known For Long', amount: 9900 })
  await signIn(page.context(), approver)
  await openRequest(page, raised)
  const today = await page.evaluate(() => new Date().toLocaleDateString('en-US', { month: 'short', day: 'numeric' }))
  const line = updateForm(page).getByText(`3 paid in 90 days, usually $2,100, last ${today}; 1 other in progress`)
  await expect(line).toBeVisible()
  const [above, below] = [await line.boundingBox(), await statusChoice(page, 'Approved').boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
  await checkLooks(page, 'check-request-payee-history')
})

test('marks a payee’s first payment only for approvers', async ({ page, request, openAs }) => {
  const raised = await raiseAt(request, 1, { payee_name_1: 'Never Seen Before Inc' })
  await signIn(page.context(), approver)
  await openRequest(page, raised)
  await expect(updateForm(page).getByText('First payment to this payee', { exact: true })).toBeVisible()
  await checkLooks(page, 'check-request-first-payment')
  const narrow = await openAs(oneDealership, `/check-requests/${raised.id}`)
  await expect(updateForm(narrow).getByText('First payment to this payee at your dealerships')).toBeVisible()
  const clerk = await openAs(processor, `/check-requests/${raised.id}`)
  await expect(clerk.getByText('Never Seen Before Inc').first()).toBeVisible()
  await expect(clerk.getByText('First payment')).toHaveCount(0)
})

test('shows the decision only together with the payment history, so that the decision never moves', async ({
  page,
  request,
}) => {
  const raised = await raiseAt(request, 1, { payee_name_1: 'Slow To Be Known' })
  await signIn(page.context(), approver)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const asked = page.waitForRequest('**/payee-history')
  await page.route('**/payee-history', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/check-requests/${raised.id}`)
  await asked
  answer()
  await updateForm(page).waitFor()
  await expect(updateForm(page).getByText('First payment to this payee')).toBeVisible({ timeout: 1 })
})
