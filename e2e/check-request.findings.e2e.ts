import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { addFiles, documentRow, expectAdded, pdfFile } from './support/documents.ts'
import { countKeys } from './support/keys.ts'
import { rowsOf } from './support/lists.ts'
import { addPayee, addPayeeGroup } from './support/payees.ts'
import { findings, openRequest, statusChoice, updateForm } from './support/request-detail.ts'
import { part, type Raised, raise, raiseAt } from './support/requests.ts'
import { logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'
import { openWith, pages, viewer } from './support/viewer.ts'

const approver = 'approver@lakeside.example'
const invoice = pdfFile('invoice-88.pdf', 'Invoice 88')
const sheet = (page: Page) => part(page, 'Decide')

test('switches Approve off for a blocked payee, and says why (decision 177)', async ({ page, request }) => {
  const { admin, group, approver: decider, requester } = await addPayeeGroup(request, { needed: 'no' })
  const { id } = await addPayee(admin, group, 'Crook Holdings')
  await admin.call('POST', `/payees/${id}/block`, { reason: 'Two forged invoices' })
  const raised = await raise(await apiAs(request, requester), { payee_name_1: 'Crook Holdings LLC', amount: 900 })
  await signIn(page.context(), decider)
  await openRequest(page, raised)
  const sentence = 'Crook Holdings is blocked: Two forged invoices.'
  await expect(findings(page).getByRole('listitem').first()).toContainText(sentence)
  await expect(statusChoice(page, 'Approved')).toBeDisabled()
  await expect(statusChoice(page, 'Approved')).toHaveAccessibleDescription(new RegExp(sentence))
  await page.keyboard.press('a')
  await expect(updateForm(page).getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await expect(statusChoice(page, 'Rejected')).toBeEnabled()
  await checkLooks(page, 'findings-blocked')
  await usePhone(page)
  await expect(sheet(page)).toContainText(sentence)
  await expect(sheet(page).getByRole('button')).toHaveText(['Reject', 'Send Back'])
})

test('repeats in the confirmation what speaks against the request', async ({ page, request }) => {
  const shared = { payee_name_1: 'Twice Confirmed', amount: 71, po_purchase_no: 'PO-TWICE' }
  await raiseAt(request, 1, shared)
  await signIn(page.context(), approver)
  await openRequest(page, await raiseAt(request, 1, shared))
  await page.keyboard.press('a')
  const said = 'Despite: possible duplicate, no document, and first payment.'
  await expect(updateForm(page).getByText(said)).toBeVisible()
  await page.keyboard.press('r')
  await expect(updateForm(page).getByText(/^Despite/)).toHaveCount(0)
})

test('shows what speaks against a request with the decisions on a phone, over a document too', async ({
  page,
  request,
}) => {
  const raised = await openWith(page, request, [invoice], { payee_name_1: 'Pocket Decision', amount: 80 })
  await usePhone(page)
  await expect(sheet(page).getByRole('listitem')).toHaveText(['Warning: First payment'])
  await checkLooks(page, 'findings-phone')
  await usePhone(page)
  await page.getByRole('button', { name: invoice.name, exact: true }).click()
  const document = page.getByRole('dialog', { name: `Document ${invoice.name}` })
  await expect(document.getByRole('img', { name: invoice.name })).toBeVisible()
  const over = document.getByRole('region', { name: 'Decide' })
  await expect(over.getByText('First payment')).toBeInViewport({ ratio: 1 })
  await expect(over.getByRole('button', { name: 'Approve' })).toBeInViewport({ ratio: 1 })
  await checkLooks(page, 'findings-phone-document')
  await usePhone(page)
  await over.getByRole('button', { name: 'Approve' }).click()
  await expect(over.getByText('First payment to this payee.')).toBeVisible()
  await expect(over.getByText('Despite: first payment.')).toBeInViewport({ ratio: 1 })
  await expect(over.getByRole('button', { name: 'Approve $80.00' })).toBeInViewport({ ratio: 1 })
  await checkLooks(page, 'findings-phone-confirmation')
  await usePhone(page)
  await over.getByRole('button', { name: 'Approve $80.00' }).click()
  await expect(over).toHaveCount(0)
  await document.getByRole('button', { name: 'Close Document' }).click()
  await openRequest(page, raised)
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
})

test('opens the first document by itself on a wide screen, with comments beside it, and on v elsewhere', async ({
  page,
  request,
}) => {
  const raised = await openWith(page, request, [invoice], { payee_name_1: 'Opens By Itself' })
  await expect(viewer(page)).toContainText('Invoice 88')
  await expect(page).toHaveURL(`/check-requests/${raised.id}`)
  await expect(pages(page, invoice.name)).not.toBeFocused()
  const [document, comments] = [await viewer(page).boundingBox(), await part(page, 'Comments').boundingBox()]
  expect(comments?.x).toBeGreaterThan((document?.x ?? 0) + (document?.width ?? 0))
  // What speaks against the request never scrolls out of its box.
  const scrolls = (list: Element) => getComputedStyle(list).overflowY
  expect(await findings(page).evaluate(scrolls)).toBe('visible')
  expect(await findings(page).getByRole('list').first().evaluate(scrolls)).toBe('visible')
  await checkLooks(page, 'findings-document')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(viewer(page)).toBeVisible()
  await page.keyboard.press('v')
  await expect(viewer(page)).toHaveCount(0)
  await page.keyboard.press('v')
  await expect(pages(page, invoice.name)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.reload()
  await expect(documentRow(page, invoice.name)).toContainText(/ KB · /)
  await expect(viewer(page)).toHaveCount(0)
  await page.keyboard.press('v')
  await expect(viewer(page)).toContainText('Invoice 88')
})

test('takes at most 26 key presses for twelve decisions with documents', async ({ page, request }) => {
  const raised: Raised[] = []
  for (let count = 1; count <= 12; count += 1)
    raised.push(await raiseAt(request, 1, { payee_name_1: `Dozen Papers ${count}`, po_purchase_no: `PO-DOZ-${count}` }))
  await signIn(page.context(), 'requester@lakeside.example')
  for (const one of raised.slice(-3)) {
    await openRequest(page, one)
    await addFiles(page, invoice)
    await expectAdded(page, invoice.name)
  }
  const keys = await countKeys(page)
  await logIn(page, approver)
  await page.goto('/check-requests-pending?search=dozen+papers')
  await expect(rowsOf(page)).toHaveCount(12)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  for (let left = 12; left > 0; left -= 1) {
    await expect(page.getByText(`1 of ${left}`, { exact: true })).toBeVisible()
    await page.keyboard.press('a')
    await expect(updateForm(page).getByRole('button', { name: 'Approve $1,234.50' })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('12 approved, $14,814.00')).toBeVisible()
  expect((await keys()).length).toBeLessThanOrEqual(26)
})

/** The looks of a screen are checked in several sizes, so this comes after each check. */
async function usePhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(() => scrollTo(0, 0))
}
