import { expect, type Locator } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import {
  expectColumns,
  expectFound,
  expectNoMatch,
  expectSearches,
  type ListPage,
  rowOf,
  rowsOf,
  textsIn,
  widthOfSpecifiedColumns,
} from './support/lists.ts'
import { makeNewcomer } from './support/newcomer.ts'
import { part, raiseAt } from './support/requests.ts'
import { logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'

const processor = 'processor@lakeside.example'
const address = '/check-requests-completed'

interface Item {
  cleared_date: string | null
  status_id: number
}

test('lists completed checks with the status Ready or Closed', async ({ page, request }) => {
  const user = await apiAs(request, processor)
  const all = await user.call<Item[]>('GET', '/check-requests/by-user')
  const completed = all.filter(({ status_id }) => [6, 7].includes(status_id))
  await logIn(page, processor)
  await page.getByRole('link', { name: 'Completed', exact: true }).click()
  await expect(page).toHaveURL(address)
  await expect(page).toHaveTitle(/^Completed /)
  await expect(page.getByRole('heading', { name: 'Completed', level: 1 })).toBeVisible()
  await expectFound(page, completed.length)
  await page.setViewportSize(widthOfSpecifiedColumns)
  await expectColumns(page, [
    'Select all shown',
    'Request #',
    'Check #',
    'Requester',
    'Payee',
    'Amount',
    'Purpose',
    'Delivery Method',
    'Status',
    'Completed Date',
    'View',
  ])
})

test('finds completed checks by number, check number, requester, payee, and purpose in any capitalization', async ({
  page,
  request,
}) => {
  await signIn(page.context(), processor)
  await page.goto(address)
  await expectSearches(
    page,
    await apiAs(request, processor),
    [6, 7],
    ['Request #', 'Check #', 'Requester', 'Payee', 'Purpose'],
  )
})

test('lists only checks with a completion date, latest first, when sorted by that date', async ({ page, request }) => {
  const all = await (await apiAs(request, processor)).call<Item[]>('GET', '/check-requests/by-user')
  await signIn(page.context(), processor)
  await page.goto(address)
  await page.getByRole('columnheader', { name: 'Completed Date' }).getByRole('button').click()
  await expect(page).toHaveURL(`${address}?sort=completed`)
  await expectFound(page, all.filter(({ cleared_date }) => cleared_date !== null).length)
  const days = (await textsIn(page, 'Completed Date')).map((text) => Date.parse(text))
  expect(days).toEqual(days.toSorted((one, other) => other - one))
})

test('filters the checks completed in the last 30 or 90 days', async ({ page, request }) => {
  const all = await (await apiAs(request, processor)).call<Item[]>('GET', '/check-requests/by-user')
  const day = 24 * 60 * 60 * 1000
  const within = (days: number) =>
    all.filter(({ cleared_date }) => cleared_date && Date.parse(cleared_date) >= Date.now() - days * day).length
  await signIn(page.context(), processor)
  await page.goto(address)
  const filter = page.getByLabel('Completed', { exact: true })
  await expect(filter.getByRole('option')).toHaveText(['All Time', 'Last 30 Days', 'Last 90 Days'])
  await filter.selectOption('Last 30 Days')
  await expect(page).toHaveURL(`${address}?within=30`)
  await expectFound(page, within(30))
  await filter.selectOption('Last 90 Days')
  await expectFound(page, within(90))
  expect(within(90)).toBeGreaterThan(within(30))
})

test('shows a dash as the completion date of a ready check, and only under All Time', async ({ page }) => {
  await signIn(page.context(), processor)
  await page.goto(`${address}?status=6`)
  await expect(rowsOf(page).first()).toBeVisible()
  expect(new Set(await textsIn(page, 'Completed Date'))).toEqual(new Set(['–']))
  await page.getByLabel('Completed', { exact: true }).selectOption('Last 30 Days')
  await expectFound(page, 0)
})

test('shows a message when a search finds no completed checks', async ({ page }) => {
  await signIn(page.context(), processor)
  await page.goto(address)
  await expectNoMatch(page, 'No completed check requests found matching your criteria')
})

test('shows a processor a message when no checks have been completed', async ({ page, request }) => {
  await signIn(page.context(), await makeNewcomer(request, 'processor'))
  await page.goto(address)
  await expect(page.getByText('No check request has been completed yet.', { exact: true })).toBeVisible()
})

test('hides completed checks from requesters and approvers', async ({ page, openAs }) => {
  await signIn(page.context(), 'requester@lakeside.example')
  await page.goto(address)
  await expect(page).toHaveURL('/unauthorized')
  const approver = await openAs('approver@lakeside.example', address)
  await expect(approver).toHaveURL('/unauthorized')
})

test('renders completed checks accessibly in every theme and window size', async ({ page }) => {
  await signIn(page.context(), processor)
  await page.goto(`${address}?within=30`)
  await expect(rowsOf(page).first()).toBeVisible()
  await checkLooks(page, 'check-requests-completed')
})

test('filters by checks that are waiting for handover, and completes several checks together', async ({
  page,
  request,
}) => {
  const raised = []
  for (const amount of [100.25, 200.5])
    raised.push(await raiseAt(request, 6, { amount, payee_name_1: 'Handed Over Co' }))
  const { total } = await (await apiAs(request, processor)).call<ListPage>('GET', '/check-requests?status=6')
  await signIn(page.context(), processor)
  await page.goto(`${address}?search=Handed+Over`)
  const tab = page.getByRole('button', { name: `Ready (${total})` })
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await tab.click()
  await expect(page).toHaveURL(`${address}?search=Handed+Over&status=6`)
  await expect(tab).toHaveAttribute('aria-pressed', 'true')
  await expectFound(page, 2)
  await page.getByRole('checkbox', { name: 'Select all shown' }).first().check()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Complete Check Request' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'In-Person Pickup2 requests' })).toBeVisible()
  const [first, second] = raised.map(({ request_number }) => dialog.getByLabel(`Received By for ${request_number}`))
  await first?.fill('Maria Lopez')
  await expect(second as Locator).toHaveValue('')
  await checkLooks(page, 'check-requests-completed-review')
  await dialog.getByRole('button', { name: 'Complete 2 requests, $300.75', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: '2 requests updated' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectFound(page, 0)
  await page.getByRole('button', { name: 'Closed', exact: true }).click()
  for (const { request_number } of raised) await expect(rowOf(page, request_number)).toContainText('Closed')
  await checkLooks(page, 'check-requests-completed-closed')
  await page.goto(`/check-requests/${raised[0]?.id}`)
  await expect(part(page, 'Activity Log')).toContainText('Received By: Maria Lopez')
})
