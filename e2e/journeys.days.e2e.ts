import { expect, type Page } from '@playwright/test'
import { selectionBar } from './support/bulk.ts'
import { addEffort, type Effort } from './support/keys.ts'
import { rowsOf } from './support/lists.ts'
import { expectNotice } from './support/notices.ts'
import { activities, updateForm } from './support/request-detail.ts'
import { part } from './support/requests.ts'
import { TestServer } from './support/server.ts'
import { test } from './support/test.ts'

// The demo as filled by `npm start`: each role's day is what its dashboard says needs the user.
const demo = new TestServer({ DEMO: 'on' })
test.use({
  baseURL: async ({ errors: _ }, use) => use(demo.url),
})
test.beforeAll(() => demo.start())
test.afterAll(() => demo.stop())

/** Signs in from the login page with one click. Returns the keys and clicks so far. */
async function beginDay(page: Page, role: string): Promise<Effort> {
  const effort: Effort = { keys: 0, clicks: 0 }
  await addEffort(page, effort)
  await page.goto('/login')
  await page.getByRole('button', { name: new RegExp(`^${role}@lakeside\\.example`) }).click()
  await expect(page).toHaveURL('/dashboard')
  return effort
}

/** Opens what the first card of the dashboard offers under this name. */
async function goTo(page: Page, link: string): Promise<void> {
  if (!page.url().endsWith('/dashboard')) await page.keyboard.press('g').then(() => page.keyboard.press('d'))
  await part(page, 'What Needs Me').getByRole('link', { name: link, exact: true }).click()
}

// U5: an exception of the bank, from the login page to its resolution in at most five clicks.
test('settles an exception of the bank in five clicks from the login page', async ({ page }) => {
  const effort = await beginDay(page, 'admin')
  await goTo(page, 'Resolve Exceptions')
  const rows = part(page, 'Exceptions').locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: /^Resolve: .*20899/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Resolve Exception/ })
  await dialog.getByLabel(/^Resolution/).click()
  await page.keyboard.type('The bank posted it to the wrong account and paid it back')
  await dialog.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(rows).toHaveCount(2)
  expect(effort.clicks).toBeLessThanOrEqual(5)
})

test('takes a requester five clicks to correct and resubmit a request that was sent back', async ({ page }) => {
  const effort = await beginDay(page, 'requester')
  await goTo(page, 'Correct Requests')
  await rowsOf(page).filter({ hasText: 'Ben Whitaker' }).getByRole('link').first().click()
  await expect(part(page, 'Sent Back')).toContainText('The purchase order number doesn’t match the invoice.')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel(/^PO/).fill('PO-40905')
  await page.getByRole('button', { name: 'Resubmit $275.10' }).click()
  await expect(activities(page).first()).toContainText('resubmitted it')
  await expect(part(page, 'Request Information')).toContainText('PO-40905')
  expect(effort.clicks).toBeLessThanOrEqual(5)
})

test('leads a processor from every line of the first card to what it counts', async ({ page }) => {
  await beginDay(page, 'processor')
  const links = part(page, 'What Needs Me').getByRole('link')
  await expect(links.first()).toBeVisible()
  for (const link of await links.allTextContents()) {
    await goTo(page, link)
    await expect(page, link).not.toHaveURL(/\/(dashboard|unauthorized)/)
    await expect(page.locator('tbody').getByRole('row').first(), link).toBeVisible()
  }
})

test('takes a processor nine clicks to record the day’s printing, and to mark signed checks as Ready', async ({
  page,
}) => {
  const effort = await beginDay(page, 'processor')
  for (const [link, act, button, next] of [
    ['Record Printing', 'Mark as Printed', /^Mark 4 requests as Printed, \$7,395\.30$/, '4 of 12 requests updated'],
    ['Mark as Ready', 'Mark as Ready', /^Mark 10 requests as Ready, \$45,543\.74$/, 'Complete 10 requests'],
  ] as const) {
    await goTo(page, link)
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    await selectionBar(page).getByRole('button', { name: act, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog.getByRole('heading', { name: next })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  expect(effort.clicks).toBeLessThanOrEqual(9)
})

test('takes an approver two keys for each decision, and four clicks for the day’s signature', async ({ page }) => {
  const effort = await beginDay(page, 'approver')
  await goTo(page, 'Review Requests')
  await expect(rowsOf(page).first()).toBeVisible()
  const before = { ...effort }
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  for (let decided = 0; decided < 3; decided += 1) {
    const status = updateForm(page)
    const place = await page.getByText(/^1 of \d+$/).textContent()
    await page.keyboard.press('a')
    await expect(status.getByRole('button', { name: /^Approve \$/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText(place ?? '', { exact: true })).toHaveCount(0)
  }
  expect(effort).toEqual({ keys: before.keys + 8, clicks: before.clicks })

  await goTo(page, 'Sign Checks')
  await page.getByRole('checkbox', { name: 'Select check 20408' }).check()
  await page.getByRole('button', { name: 'Confirm Signatures' }).click()
  await expectNotice(page, 'Signatures confirmed', '1 check is signed.')
  expect(effort.clicks - before.clicks).toBeLessThanOrEqual(4)
})
