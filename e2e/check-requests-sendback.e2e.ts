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
const address = '/check-requests-sendback'

test('lists only the requester’s own sent-back requests', async ({ page, request }) => {
  const { total } = await (await apiAs(request, requester)).call<{ total: number }>('GET', '/check-requests?status=9')
  await logIn(page, requester)
  await page.getByRole('link', { name: 'SendBacked Checks' }).click()
  await expect(page).toHaveURL(address)
  await expect(page).toHaveTitle(/^SendBacked Checks /)
  await expect(page.getByRole('heading', { name: 'SendBacked Checks', level: 1 })).toBeVisible()
  await expectFound(page, total)
  await page.setViewportSize(widthOfSpecifiedColumns)
  await expectColumns(page, queueColumns)
  for (const status of await textsIn(page, 'Status')) expect(status).toMatch(/^SendBack/)
})

test('opens a sent-back request from its number and from View', async ({ page }) => {
  await signIn(page.context(), requester)
  await page.goto(address)
  const links = rowsOf(page).first().getByRole('link')
  await expect(links).toHaveCount(2)
  await expect(links.nth(0)).toHaveAttribute('href', /^\/check-requests\/\d+$/)
  await expect(links.nth(1)).toHaveText('View')
  await links.nth(1).click()
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
})

test('finds sent-back requests by number, requester, payee, and purpose in any capitalization', async ({
  page,
  request,
}) => {
  await signIn(page.context(), requester)
  await page.goto(address)
  await expectSearches(page, await apiAs(request, requester), [9], ['Request #', 'Requester', 'Payee', 'Purpose'])
})

test('shows a message when a search finds no sent-back requests', async ({ page }) => {
  await signIn(page.context(), requester)
  await page.goto(address)
  await expectNoMatch(page, 'No pending check requests found matching your criteria')
})

test('links a requester without sent-back requests to their list of requests', async ({ page, request }) => {
  await signIn(page.context(), await makeNewcomer(request, 'requester'))
  await page.goto(address)
  await expect(page.getByText('No check request has been sent back to you.', { exact: true })).toBeVisible()
  await expectFound(page, 0)
  await page.getByRole('main').getByRole('link', { name: 'My Requests' }).click()
  await expect(page).toHaveURL('/check-requests')
  await expect(page.getByText('You haven’t raised a check request yet.')).toBeVisible()
})

test('shows sent-back requests only to requesters', async ({ page }) => {
  await signIn(page.context(), 'approver@lakeside.example')
  await page.goto(address)
  await expect(page).toHaveURL('/unauthorized')
})

test('renders sent-back requests accessibly in every theme and window size', async ({ page }) => {
  await signIn(page.context(), requester)
  await page.goto(address)
  await expect(rowsOf(page).first()).toBeVisible()
  await checkLooks(page, 'check-requests-sendback')
})

test('shows the send-back reason on one line below the row', async ({ page, request }) => {
  const note = 'The invoice names another payee, and its total differs from the amount by forty dollars.'
  await raiseAt(request, 9, { payee_name_1: 'Told Why LLC' }, note)
  await signIn(page.context(), requester)
  await page.goto(`${address}?search=Told+Why`)
  await expectNoteBeneath(page, rowsOf(page).first(), note)
})
