import { expect } from '@playwright/test'
import type { ListedRequest } from '../domain/src/check-requests/replies.ts'
import { apiAs } from './support/api.ts'
import { type ListPage, openList, rowOf, rowsOf, searchBox, textsIn } from './support/lists.ts'
import { beforeNextPoll } from './support/live.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const admin = 'admin@lakeside.example'

test('moves between rows with j and k, and opens a row with Enter', async ({ page }) => {
  await openList(page, approver)
  const rows = rowsOf(page)
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(rows.nth(1).getByRole('link').first()).toBeFocused()
  const href = await rows.nth(1).getByRole('link').first().getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(String(href))
})

test('disables row keys in inputs and dialogs, and when a modifier key is pressed', async ({ page }) => {
  await openList(page, requester, '?status=1')
  const current = page.locator('tr[aria-current]')
  await page.keyboard.press('Control+j')
  await expect(current).toHaveCount(0)
  await page.keyboard.press('/')
  await page.keyboard.type('jk')
  await expect(searchBox(page)).toHaveValue('jk')
  await expect(current).toHaveCount(0)
  await searchBox(page).fill('')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  const before = await current.getAttribute('id')
  await page.keyboard.press('j')
  expect(await current.getAttribute('id')).toBe(before)
})

test('refetches a list every 10 seconds without counting as user activity', async ({ page }) => {
  await page.clock.install()
  await openList(page, approver)
  for (let time = 0; time < 2; time++) {
    const poll = page.waitForRequest('**/api/v1/check-requests?**')
    await page.clock.fastForward(10_000)
    expect((await poll).headers()['x-activity']).toBe('poll')
  }
})

test('shows and marks other users’ changes immediately, without moving the focus or the scroll position', async ({
  page,
  request,
}) => {
  const other = await apiAs(request, approver)
  await openList(page, admin)
  await expect(rowsOf(page)).toHaveCount(50)
  await page.keyboard.press('j')
  const focused = rowsOf(page).first().getByRole('link').first()
  await expect(focused).toBeFocused()
  await page.mouse.wheel(0, 120)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  const place = await page.evaluate(() => scrollY)
  const { items } = await other.call<ListPage>('GET', '/check-requests?status=1')
  const [item] = items as [ListedRequest]
  await other.call('POST', `/status/check-request-history/${item.id}`, { status_id: 2 })
  const row = rowOf(page, item.request_number)
  await expect(row).toContainText('Processing', beforeNextPoll)
  await expect(row).toHaveClass(/animate-changed/)
  await expect(focused).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(place)
})

test('keeps the listed rows after a failed load, and offers a retry', async ({ page, request, errors }) => {
  errors.allow(/ERR_FAILED/)
  const oldest = await (await apiAs(request, approver)).call<ListPage>('GET', '/check-requests?sort=oldest')
  await openList(page, approver)
  await expect(rowsOf(page)).toHaveCount(50)
  await page.route('**/api/v1/check-requests?**', (route) => route.abort())
  await page.getByLabel('Sort by').selectOption('oldest')
  const alert = page.getByRole('alert').filter({ hasText: 'The server can’t be reached.' })
  await expect(alert).toBeVisible({ timeout: 20_000 })
  await expect(rowsOf(page)).toHaveCount(50)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toBeHidden()
  await page.unroute('**/api/v1/check-requests?**')
  await expect.poll(() => textsIn(page, 'Request #')).toEqual(oldest.items.map((item) => item.request_number))
})
