import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { findings, openRequest, statusChoice } from './support/request-detail.ts'
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
  const line = findings(page).getByText(`3 paid in 90 days, usually $2,100; 1 other in progress. Last paid ${today}.`)
  await expect(line).toBeVisible()
  await expect(findings(page).getByText('$9,900 is 4.7 times the usual $2,100.')).toBeVisible()
  const [above, below] = [await line.boundingBox(), await statusChoice(page, 'Approved').boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
  await checkLooks(page, 'check-request-payee-history')
})

test('marks a payee’s first payment only for approvers', async ({ page, request, openAs }) => {
  const raised = await raiseAt(request, 1, { payee_name_1: 'Never Seen Before Inc' })
  await signIn(page.context(), approver)
  await openRequest(page, raised)
  await expect(findings(page).getByText('First payment to this payee.')).toBeVisible()
  await checkLooks(page, 'check-request-first-payment')
  const narrow = await openAs(oneDealership, `/check-requests/${raised.id}`)
  await expect(findings(narrow).getByText('First payment to this payee at your dealerships.')).toBeVisible()
  const clerk = await openAs(processor, `/check-requests/${raised.id}`)
  await expect(clerk.getByText('Never Seen Before Inc').first()).toBeVisible()
  await expect(clerk.getByText('First payment')).toHaveCount(0)
})
