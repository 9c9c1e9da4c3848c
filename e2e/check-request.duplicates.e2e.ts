import { expect } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { findings, openRequest, statusChoice, updateForm } from './support/request-detail.ts'
import { part, raise, raiseAt } from './support/requests.ts'
import { logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const approver2 = 'approver2@lakeside.example'
const processor = 'processor@lakeside.example'

test('warns an approver about a duplicate above the decision, without blocking the decision', async ({
  page,
  request,
  context,
}) => {
  const first = await raiseAt(request, 3, { payee_name_1: 'Paid Before', amount: 640, po_purchase_no: 'PO-A1' })
  const second = await raiseAt(request, 1, { payee_name_1: 'PAID BEFORE', amount: 640, po_purchase_no: 'PO-A1' })
  await signIn(page.context(), approver)
  await openRequest(page, second)
  const warning = findings(page)
  for (const text of [first.request_number, '$640.00', 'Approved', 'same payee and amount, same PO number'])
    await expect(warning).toContainText(text)
  const box = async (what: typeof warning) => (await what.boundingBox()) as { y: number; height: number }
  const above = await box(warning)
  expect(above.y + above.height).toBeLessThan((await box(statusChoice(page, 'Approved').locator('..'))).y)
  await checkLooks(page, 'check-request-duplicate')
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    warning.getByRole('link', { name: first.request_number }).click(),
  ])
  await expect(tab).toHaveURL(`/check-requests/${first.id}`)
  await statusChoice(page, 'Approved').check()
  await updateForm(page).getByRole('button', { name: 'Approve $640.00' }).click()
  await expect(updateForm(page)).toHaveCount(0)
  await expect(warning).toHaveCount(0)
})

test('gets what speaks against a request with the request, so that the decision never moves', async ({
  page,
  request,
}) => {
  const shared = { payee_name_1: 'Steady Decision', amount: 12.5, po_purchase_no: 'PO-A2' }
  await raiseAt(request, 1, shared)
  const second = await raiseAt(request, 1, shared)
  await logIn(page, approver)
  const asked: string[] = []
  page.on('request', (call) => asked.push(call.url()))
  await page.goto(`/check-requests/${second.id}`)
  await updateForm(page).waitFor()
  await expect(findings(page)).toContainText('Possible duplicate', { timeout: 1 })
  expect(asked.filter((url) => /duplicates|payee-history|likeness/.test(url))).toEqual([])
})

test('warns a processor about a duplicate while the check can still be stopped', async ({ page, request }) => {
  const shared = { vin_last_digits: 'W55443', po_purchase_no: 'PO-A4' }
  const first = await raiseAt(request, 1, { ...shared, amount: 1 })
  const second = await raiseAt(request, 3, { ...shared, amount: 2 })
  await signIn(page.context(), processor)
  await openRequest(page, second)
  await expect(findings(page)).toContainText(`${first.request_number}`)
  await expect(findings(page)).toContainText('same VIN, same PO number')
})

test('tells an approver of one dealership only that duplicates exist at other dealerships', async ({
  page,
  request,
}) => {
  const shared = { po_purchase_no: 'PO-A5', payee_name_1: 'Two Dealerships', amount: 77 }
  const toyota = await raiseAt(request, 1, shared)
  const titles = await apiAs(request, 'requester2@lakeside.example')
  const dealerships = await titles.call<{ id: number; code: string }[]>('GET', '/dealerships')
  const honda = dealerships.find(({ code }) => code === 'HON')?.id
  await raise(titles, { ...shared, dealership_id: honda })
  await signIn(page.context(), approver2)
  await openRequest(page, toyota)
  await expect(
    findings(page).getByText(
      'Possible duplicate. Another request in your dealer group looks the same, but you can’t open it.',
    ),
  ).toBeVisible()
  await expect(findings(page).getByRole('link')).toHaveCount(0)
})

test('shows no duplicate warning to requesters, or to anyone if there are no duplicates', async ({
  page,
  request,
  openAs,
}) => {
  const shared = { payee_name_1: 'Own Twice', amount: 9, po_purchase_no: 'PO-A6' }
  await raiseAt(request, 1, shared)
  const second = await raiseAt(request, 1, shared)
  await signIn(page.context(), requester)
  await openRequest(page, second)
  await expect(part(page, 'Status Flow')).toBeVisible()
  await expect(page.getByText('Possible duplicate')).toHaveCount(0)
  const alone = await raiseAt(request, 1, { payee_name_1: 'All Alone', amount: 8.88, po_purchase_no: 'PO-ALONE' })
  const decider = await openAs(approver)
  await openRequest(decider, alone)
  await expect(updateForm(decider)).toBeVisible()
  await expect(decider.getByText('Possible duplicate')).toHaveCount(0)
})
