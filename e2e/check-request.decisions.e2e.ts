import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { rowsOf } from './support/lists.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { activities, openRequest, showMore, statusChoice, updateForm } from './support/request-detail.ts'
import { menu, part, raise, raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const approver2 = 'approver2@lakeside.example'
const manager = 'manager@lakeside.example'

test('lets an approver decide by keyboard, with action and amount on the button', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await signIn(page.context(), approver)
  await openRequest(page, raised)
  await updateForm(page).getByRole('button', { name: 'Update Status' }).click()
  await expect(updateForm(page).getByText('status require', { exact: true })).toBeVisible()
  await part(page, 'Request Information').click()
  await page.keyboard.press('r')
  await expect(statusChoice(page, 'Rejected')).toBeChecked()
  await expect(updateForm(page).getByLabel('Comment')).toBeFocused()
  await page.keyboard.press('a')
  await expect(updateForm(page).getByLabel('Comment')).toHaveValue('a')
  await expect(updateForm(page).getByRole('button', { name: 'Reject $1,234.50' })).toBeVisible()
  await updateForm(page).getByLabel('Comment').fill('')
  await part(page, 'Request Information').click()
  await page.keyboard.press('Control+s')
  await expect(statusChoice(page, 'SendBack')).not.toBeChecked()
  expect(await focusedAtOnceBy(page, 'a')).toContain('Approve $1,234.50')
  const approve = updateForm(page).getByRole('button', { name: 'Approve $1,234.50' })
  await expect(approve).toBeFocused()
  await expect(updateForm(page)).toContainText(`$1,234.50 to Harbor Glass Works, ${raised.request_number}`)
  await expect(activities(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  const done = `Approved $1,234.50 to Harbor Glass Works, ${raised.request_number}`
  await expectNotice(page, 'Comment Added', done)
  await expect(activities(page).first()).toContainText('Denise Carver (Approver) approved it')
  await expect(activities(page).first()).toContainText('Request changed to Approved')
  await expect(updateForm(page)).toHaveCount(0)
})

test('requires a reason for a rejection, and shows the reason to the requester', async ({ page, request, openAs }) => {
  const raised = await raiseAt(request, 2)
  await signIn(page.context(), approver)
  await openRequest(page, raised)
  await statusChoice(page, 'Rejected').check()
  await updateForm(page).getByRole('button', { name: 'Reject $1,234.50' }).click()
  await expect(updateForm(page).getByText('Enter a reason so that the requester knows what to do.')).toBeVisible()
  await updateForm(page).getByLabel('Comment').fill('Paid by card already')
  await updateForm(page).getByRole('button', { name: 'Reject $1,234.50' }).click()
  await expect(noticeOf(page, 'Comment Added')).toBeVisible()
  const author = await openAs(requester)
  await openRequest(author, raised)
  const banner = part(author, 'Check Rejected')
  await expect(banner).toContainText('Paid by card already')
  await expect(banner).toContainText('Denise Carver (Approver)')
  await expect(part(author, 'Status Flow')).toHaveCount(0)
  await checkLooks(author, 'check-request-rejected')
})

test('tells a requester why they can’t decide on their own request as an approver', async ({ page, request }) => {
  const api = await apiAs(request, manager, 2)
  const raised = await raise(api)
  await signIn(page.context(), manager)
  await openRequest(page, raised)
  for (const name of ['Approved', 'Rejected', 'SendBack']) {
    await expect(statusChoice(page, name)).toBeDisabled()
    await expect(statusChoice(page, name)).toHaveAccessibleDescription(/^You raised this request/)
  }
  await expect(updateForm(page).getByText(/separation of duties/)).toHaveCount(1)
  await showMore(page)
  await expect(statusChoice(page, 'Processing')).toBeEnabled()
  await page.keyboard.press('a')
  await expect(statusChoice(page, 'Approved')).not.toBeChecked()
  await checkLooks(page, 'check-request-separation')
})

test('refuses the second of two simultaneous decisions with an explanation, and keeps its comment', async ({
  page,
  request,
  openAs,
}) => {
  const raised = await raiseAt(request, 1)
  await signIn(page.context(), approver)
  await openRequest(page, raised)
  await statusChoice(page, 'SendBack').check()
  await updateForm(page).getByLabel('Comment').fill('Which invoice is this?')
  const other = await openAs(approver2)
  await openRequest(other, raised)
  // This approver's screen must not receive the other approver's decision before it sends its own.
  const refused = page.waitForResponse((answer) => answer.status() === 409)
  await page.route('**/api/v1/check-requests/**', async (route) => {
    await refused
    await route.continue()
  })
  await statusChoice(other, 'Approved').check()
  await updateForm(other).getByRole('button', { name: 'Approve $1,234.50' }).click()
  await expect(noticeOf(other, 'Comment Added')).toBeVisible()
  await updateForm(page).getByRole('button', { name: 'Send Back $1,234.50' }).click()
  const notice = 'Victor Hale set this request to Approved in the meantime. Review it before you continue.'
  await expectNotice(page, 'Check update error', notice)
  await expect(updateForm(page).getByRole('alert')).toContainText(notice)
  await expect(updateForm(page).getByLabel('Comment')).toHaveValue('Which invoice is this?')
  await expect(updateForm(page)).toContainText('The status of this request has changed.')
  await expect(activities(page).first()).toContainText('Victor Hale (Approver) approved it')
  await expect(updateForm(page).getByLabel('Comment')).toHaveValue('Which invoice is this?')
})

test('opens the next approval after each decision', async ({ page, request }) => {
  for (const amount of [11, 22, 33]) await raiseAt(request, 1, { amount })
  await signIn(page.context(), approver)
  await page.goto('/check-requests-pending?sort=newest')
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
  await expect(updateForm(page).getByRole('button', { name: 'Approve $22.00' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(part(page, 'Request Information')).toContainText('$11.00')
  await expect(page.getByText(`2 of ${total - 1}`, { exact: true })).toBeVisible()
  await page.keyboard.press('k')
  await expect(part(page, 'Request Information')).toContainText('$33.00')
  await page.getByRole('navigation', { name: 'Pending Approvals' }).getByRole('link').click()
  await expect(page).toHaveURL('/check-requests-pending')
})

test('keeps a typed comment when the user tries to leave', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await signIn(page.context(), approver)
  await openRequest(page, raised)
  await updateForm(page).getByLabel('Comment').fill('Let me ask')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All Requests' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep Editing' }).click()
  await expect(updateForm(page).getByLabel('Comment')).toHaveValue('Let me ask')
})

test('keeps the decision buttons within thumb reach on a phone', async ({ page, request }) => {
  const raised = await raiseAt(request, 1)
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page.context(), approver)
  await openRequest(page, raised)
  const bar = part(page, 'Decide')
  await expect(bar.getByRole('button')).toHaveText(['Approve', 'Reject', 'Send Back'])
  await bar.getByRole('button', { name: 'Send Back' }).click()
  await expect(bar.getByLabel('Comment')).toBeFocused()
  await expect(bar.getByLabel('Comment')).toBeInViewport()
  await expect(activities(page)).toHaveCount(1)
  await bar.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar.getByRole('button')).toHaveText(['Approve', 'Reject', 'Send Back'])
  await statusChoice(page, 'Approved').scrollIntoViewIfNeeded()
  await expect(bar).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(bar).toBeVisible()
})

test('summarizes an approver’s decisions at the end of the queue', async ({ page, request }) => {
  for (const amount of [40.5, 60.25]) await raiseAt(request, 1, { amount, payee_name_1: 'Queue End Tires' })
  await signIn(page.context(), approver)
  await page.goto('/check-requests-pending?search=Queue+End&sort=newest')
  await rowsOf(page).first().getByRole('link').first().click()
  await expect(page).toHaveTitle(/^LAG-.* · Queue End Tires /)
  await expect(menu(page).getByRole('link', { name: 'Pending Approvals' })).toHaveAttribute('aria-current', 'true')
  const first = page.url()
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await expect(part(page, 'Request Information')).toContainText('$40.50')
  await expectNotice(page, 'Comment Added', /^Approved \$60\.25 to Queue End Tires, LAG-/)
  await noticeOf(page, 'Comment Added').getByRole('button', { name: 'View' }).click()
  await expect(page).toHaveURL(first)
  await page.goBack()
  await expect(part(page, 'Request Information')).toContainText('$40.50')
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/check-requests-pending')
  await expect(page.getByText('2 approved, $100.75. Nothing left to decide.')).toBeVisible()
})

/** The focused element right after a key press, where the next key would go. */
function focusedAtOnceBy(page: Page, key: string): Promise<string> {
  return page.evaluate((pressed) => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }))
    return document.activeElement?.textContent ?? ''
  }, key)
}
