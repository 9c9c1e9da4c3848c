import { expect } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import {
  expectColumns,
  expectFound,
  expectNoMatch,
  expectNoteBeneath,
  expectSearches,
  queueColumns,
  rowsOf,
  textsIn,
  widthOfSpecifiedColumns,
} from './support/lists.ts'
import { makeNewcomer } from './support/newcomer.ts'
import { raiseAt } from './support/requests.ts'
import { logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const address = '/check-requests-reject'

test('lists only the requester’s own rejected requests', async ({ page, request }) => {
  const { total } = await (await apiAs(request, requester)).call<{ total: number }>('GET', '/check-requests?status=8')
  await logIn(page, requester)
  await page.getByRole('link', { name: 'Rejected Checks' }).click()
  await expect(page).toHaveURL(address)
  await expect(page).toHaveTitle(/^Rejected Checks /)
  await expect(page.getByRole('heading', { name: 'Rejected Checks', level: 1 })).toBeVisible()
  await expectFound(page, total)
  await page.setViewportSize(widthOfSpecifiedColumns)
  await expectColumns(page, queueColumns)
  for (const text of await textsIn(page, 'Status')) expect(text).toMatch(/^Rejected/)
})

test('opens a rejected request from its number and from View', async ({ page }) => {
  await signIn(page.context(), requester)
  await page.goto(address)
  const links = rowsOf(page).first().getByRole('link')
  await expect(links).toHaveCount(2)
  await expect(links.nth(1)).toHaveText('View')
  await links.nth(0).click()
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
})

test('finds rejected requests by number, requester, payee, and purpose in any capitalization', async ({
  page,
  request,
}) => {
  await signIn(page.context(), requester)
  await page.goto(address)
  await expectSearches(page, await apiAs(request, requester), [8], ['Request #', 'Requester', 'Payee', 'Purpose'])
})

test('shows a message when a search finds no rejected requests', async ({ page }) => {
  await signIn(page.context(), requester)
  await page.goto(address)
  await expectNoMatch(page, 'No pending check requests found matching your criteria')
})

test('shows a requester a message when they have no rejected requests', async ({ page, request }) => {
  await signIn(page.context(), await makeNewcomer(request, 'requester'))
  await page.goto(address)
  await expect(page.getByText('None of your check requests have been rejected.', { exact: true })).toBeVisible()
})

test('shows rejected requests only to requesters', async ({ page }) => {
  await signIn(page.context(), 'processor@lakeside.example')
  await page.goto(address)
  await expect(page).toHaveURL('/unauthorized')
})

test('renders rejected requests accessibly in every theme and window size', async ({ page }) => {
  await signIn(page.context(), requester)
  await page.goto(address)
  await expect(rowsOf(page).first()).toBeVisible()
  await checkLooks(page, 'check-requests-reject')
})

test('shows the rejection reason on one line below the row', async ({ page, request }) => {
  const note = 'The invoice names another payee, and its total differs from the amount by forty dollars.'
  await raiseAt(request, 8, { payee_name_1: 'Told Why LLC' }, note)
  await signIn(page.context(), requester)
  await page.goto(`${address}?search=Told+Why`)
  await expectNoteBeneath(page, rowsOf(page).first(), note)
})
