import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { expectFound, rowsOf } from './support/lists.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const people = {
  admin: 'admin@lakeside.example',
  requester: 'requester@lakeside.example',
  approver: 'approver@lakeside.example',
  processor: 'processor@lakeside.example',
}

/** The card with this label. */
function card(page: Page, label: string) {
  return page.getByRole('main').getByText(label, { exact: true }).first().locator('..')
}

/** The figure on a card. */
async function figureOn(page: Page, label: string): Promise<string> {
  await expect(card(page, label)).toContainText(/\d/)
  const [, figure = ''] = (await card(page, label).innerText()).split('\n').filter((line) => line.trim() !== '')
  return figure
}

/** The card counts what the list behind it holds. */
async function expectCardCounts(page: Page, label: string): Promise<void> {
  const figure = await figureOn(page, label)
  await card(page, label).click()
  await expectFound(page, figure)
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
}

/** The table with this name. */
function table(page: Page, name: string) {
  return page.getByRole('table', { name, exact: true })
}

test('the dashboard greets in the words of the product', async ({ page }) => {
  await logIn(page, people.requester)
  const greeting = "Welcome back, Here's what's happening with your check requests."
  await expect(page.getByText(greeting, { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/^Dashboard/)
})

test('the cards of an admin count what the lists behind them hold', async ({ page }) => {
  await logIn(page, people.admin)
  const hints = {
    'Total Requests': 'All time check requests',
    'Pending Approvals': 'Awaiting approval',
    Processing: 'Checks being processed',
    Completed: 'Fulfilled check requests',
  }
  for (const [label, hint] of Object.entries(hints)) {
    await expect(card(page, label)).toContainText(hint)
    await expectCardCounts(page, label)
  }
})

test('an admin sees the two latest requests, users and dealerships', async ({ page }) => {
  await logIn(page, people.admin)
  const tables = {
    'Recent Check Requests': ['Request #', 'Requester', 'Amount', 'Status', 'Req Date'],
    'Recent Users': ['Name', 'Role'],
    'Recent Dealerships': ['Name', 'Code', 'Dealer Group'],
  }
  for (const [name, columns] of Object.entries(tables)) {
    await expect(table(page, name).getByRole('columnheader')).toHaveText(columns)
    await expect(table(page, name).locator('tbody').getByRole('row')).toHaveCount(2)
  }
  await expect(page.getByRole('link', { name: 'Manage Users' })).toHaveAttribute('href', '/admin-users')
  await expect(page.getByRole('link', { name: 'Manage Dealerships' })).toHaveAttribute('href', '/admin-dealerships')
})

test('the admin’s Requester column shows the payee, and the latest request comes first', async ({ page, request }) => {
  const admin = await apiAs(request, people.admin)
  const { items } = await admin.call<{ items: { request_number: string; payee_name_1: string }[] }>(
    'GET',
    '/check-requests?limit=2',
  )
  await logIn(page, people.admin)
  const rows = table(page, 'Recent Check Requests').locator('tbody').getByRole('row')
  for (const [index, item] of items.entries()) {
    await expect(rows.nth(index).getByRole('cell').nth(0)).toHaveText(item.request_number)
    await expect(rows.nth(index).getByRole('cell').nth(1)).toHaveText(item.payee_name_1)
  }
})

test('the cards of a requester count what the lists behind them hold', async ({ page }) => {
  await logIn(page, people.requester)
  for (const label of ['My Requests', 'Pending Approval', 'In Process', 'Completed'])
    await expectCardCounts(page, label)
})

test('a requester sees their two latest requests and leads on to all of them or a new one', async ({ page }) => {
  await logIn(page, people.requester)
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(page.getByRole('columnheader', { name: 'Priority' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Action' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/check-requests')
  await expect(page.getByRole('main').getByRole('link', { name: 'New Request' })).toHaveAttribute(
    'href',
    '/check-request-new',
  )
})

test('the cards of an approver count what the lists behind them hold', async ({ page }) => {
  await logIn(page, people.approver)
  await expect(card(page, 'Pending Approvals')).toContainText('Awaiting your approval')
  await expect(card(page, 'Sent Back')).toContainText('Requests returned for clarification')
  for (const label of ['Pending Approvals', 'Approved', 'Sent Back']) await expectCardCounts(page, label)
})

test('Sent Back counts, and Total Handled grows with each decision, without a reload', async ({ page, request }) => {
  await logIn(page, people.approver)
  const sentBack = Number(await figureOn(page, 'Sent Back'))
  const handled = Number(await figureOn(page, 'Total Handled'))
  const approver = await apiAs(request, people.approver)
  const { items } = await approver.call<{ items: { id: number }[] }>('GET', '/check-requests?view=pending&limit=1')
  const note = 'Which invoice is this?'
  await approver.call('POST', `/status/check-request-history/${items[0]?.id}`, { status_id: 9, note })
  await expect(card(page, 'Sent Back')).toContainText(String(sentBack + 1))
  await expect(card(page, 'Total Handled')).toContainText(String(handled + 1))
})

test('an approver sees two pending requests and the way to all of them', async ({ page }) => {
  await logIn(page, people.approver)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Requester',
    'Payee',
    'Amount',
    'Purpose',
    'Req Date',
    'Priority',
    'View',
  ])
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'View All Pending' }).click()
  await expect(page).toHaveURL('/check-requests-pending')
})

test('the cards of a processor count what the lists behind them hold', async ({ page }) => {
  await logIn(page, people.processor)
  const hints = {
    'Awaiting Processing': 'Ready for printing',
    Printed: 'Ready for signing',
    Signed: 'Ready for delivery',
    'Delivered/Close': 'Completed check requests',
  }
  for (const [label, hint] of Object.entries(hints)) {
    await expect(card(page, label)).toContainText(hint)
    await expectCardCounts(page, label)
  }
})

test('a processor sees two checks in process and the two completed last', async ({ page, request }) => {
  await logIn(page, people.processor)
  for (const name of ['Processing Checks', 'Recently Completed'])
    await expect(table(page, name).locator('tbody').getByRole('row')).toHaveCount(2)
  const completed = table(page, 'Recently Completed')
  await expect(completed.getByRole('columnheader', { name: 'Completed Date' })).toBeVisible()
  const api = await apiAs(request, people.processor)
  type Closed = { request_number: string; cleared_date: string | null }
  const closed = (await api.call<Closed[]>('GET', '/check-requests/by-user')).filter((row) => row.cleared_date !== null)
  const [first, second] = closed.sort((a, b) => String(b.cleared_date).localeCompare(String(a.cleared_date)))
  await expect(completed.locator('tbody').getByRole('row')).toContainText([
    first?.request_number ?? '?',
    second?.request_number ?? '?',
  ])
})

test('figures that cannot be loaded say so and can be asked for again', async ({ page, errors }) => {
  errors.allow(/ERR_FAILED/)
  await logIn(page, people.approver)
  await page.route('**/api/v1/check-requests/summary', (route) => route.abort())
  await page.reload()
  const alert = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })
  await expect(alert).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/v1/check-requests/summary')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(card(page, 'Approved')).toContainText(/\d/)
  await expect(alert).toBeHidden()
})

for (const [role, email] of Object.entries(people))
  test(`the dashboard of the ${role} looks right everywhere`, async ({ page }) => {
    await logIn(page, email)
    await expect(rowsOf(page).first()).toBeVisible()
    await checkLooks(page, `dashboard-${role}`)
  })
