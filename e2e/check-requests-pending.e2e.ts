import { expect } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import {
  expectColumns,
  expectFound,
  expectNoMatch,
  expectSearches,
  type ListPage,
  queueColumns,
  rowOf,
  rowsOf,
  searchBox,
  textsIn,
  widthOfSpecifiedColumns,
} from './support/lists.ts'
import { makeNewcomer } from './support/newcomer.ts'
import { move, raise } from './support/requests.ts'
import { logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'

const approver = 'approver@lakeside.example'
const address = '/check-requests-pending'

test('lists pending approvals with the status Request or Processing in the approver’s scope', async ({
  page,
  request,
}) => {
  const { total } = await (await apiAs(request, approver)).call<ListPage>('GET', '/check-requests?view=pending')
  await logIn(page, approver)
  await page.getByRole('link', { name: 'Pending Approvals', exact: true }).click()
  await expect(page).toHaveURL(address)
  await expect(page).toHaveTitle(/^Pending Approvals /)
  await expect(page.getByRole('heading', { name: 'Pending Approvals', level: 1 })).toBeVisible()
  const subtitle = 'Review and approve check requests that require your attention.'
  await expect(page.getByText(subtitle, { exact: true })).toBeVisible()
  await expectFound(page, total)
  await page.setViewportSize(widthOfSpecifiedColumns)
  await expectColumns(page, ['Select all shown', ...queueColumns])
  const shown = new Set((await textsIn(page, 'Status')).map((text) => text.split('\n')[0]))
  expect(shown).toEqual(new Set(['Request', 'Processing']))
})

test('lists the longest-waiting request first when sorted by status', async ({ page, request }) => {
  const { items } = await (await apiAs(request, approver)).call<ListPage>('GET', '/check-requests?view=pending')
  const [longest] = items.toSorted((one, other) => one.status_changed_at.localeCompare(other.status_changed_at))
  await signIn(page.context(), approver)
  await page.goto(address)
  await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click()
  await expect(page).toHaveURL(`${address}?sort=waiting`)
  await expect(rowsOf(page).first()).toContainText(longest?.request_number ?? '?')
  await expect(page.getByLabel('Sort by').getByRole('option', { selected: true })).toHaveText('Longest waiting')
})

test('shows how long pending approvals have been waiting', async ({ page }) => {
  await signIn(page.context(), approver)
  await page.goto(`${address}?sort=due`)
  await expect(rowsOf(page).first()).toBeVisible()
  for (const status of await textsIn(page, 'Status'))
    expect(status).toMatch(/\n(just now|waiting \d+ (minute|hour|day)s?)/)
})

test('finds pending approvals by number, requester, payee, and purpose in any capitalization', async ({
  page,
  request,
}) => {
  await signIn(page.context(), approver)
  await page.goto(address)
  await expectSearches(page, await apiAs(request, approver), [1, 2], ['Request #', 'Requester', 'Payee', 'Purpose'])
})

test('shows the description for the purpose "other," and finds a request by its second payee', async ({
  page,
  request,
}) => {
  const fields = { payee_name_2: 'Nadia Second', purpose_id: 21, purpose_other: 'Flowers for charity' }
  const raised = await raise(await apiAs(request, 'requester@lakeside.example'), fields)
  await signIn(page.context(), approver)
  await page.goto(address)
  await searchBox(page).fill('nadia second')
  await expect.poll(() => textsIn(page, 'Request #')).toEqual([raised.request_number])
  expect(await textsIn(page, 'Purpose')).toEqual(['other Flowers for charity'])
})

test('shows a message when a search finds no pending approvals', async ({ page }) => {
  await signIn(page.context(), approver)
  await page.goto(address)
  await expectNoMatch(page, 'No pending check requests found matching your criteria')
})

test('shows an approver a message when no requests are waiting for approval', async ({ page, request }) => {
  await signIn(page.context(), await makeNewcomer(request, 'approver'))
  await page.goto(address)
  await expect(page.getByText('No check requests are waiting for approval.', { exact: true })).toBeVisible()
})

test('removes a request that another approver decides, and continues from the same position on j', async ({
  page,
  request,
}) => {
  const other = await apiAs(request, 'approver2@lakeside.example')
  await signIn(page.context(), approver)
  await page.goto(address)
  await expect(rowsOf(page).first()).toBeVisible()
  const { items } = await other.call<ListPage>('GET', '/check-requests?view=pending')
  const [item] = items as [ListPage['items'][number]]
  const numbers = await textsIn(page, 'Request #')
  const position = numbers.indexOf(item.request_number)
  for (let step = 0; step <= position; step++) await page.keyboard.press('j')
  await expect(rowOf(page, item.request_number)).toHaveAttribute('aria-current', 'true')
  await move(other, item, 3)
  await expect(rowOf(page, item.request_number)).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(rowOf(page, String(numbers[position + 1]))).toHaveAttribute('aria-current', 'true')
})

test('shows pending approvals to an admin, but not to a requester', async ({ page, openAs }) => {
  await signIn(page.context(), 'requester@lakeside.example')
  await page.goto(address)
  await expect(page).toHaveURL('/unauthorized')
  const admin = await openAs('admin@lakeside.example', address)
  await expect(admin.getByRole('heading', { name: 'Pending Approvals', level: 1 })).toBeVisible()
})

test('renders pending approvals accessibly in every theme and window size', async ({ page }) => {
  await signIn(page.context(), approver)
  await page.goto(address)
  await expect(rowsOf(page).first()).toBeVisible()
  await checkLooks(page, 'check-requests-pending')
})
