import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { WholeRequest } from '../domain/src/check-requests/replies.ts'
import { formatDollars } from '../domain/src/values/money.ts'
import { addDealership, addUser, findGroup } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { expectFound, rowsOf } from './support/lists.ts'
import { move, part, raiseAt } from './support/requests.ts'
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

/** The number on a card. */
async function figureOn(page: Page, label: string): Promise<string> {
  await expect(card(page, label)).toContainText(/\d/)
  const [, figure = ''] = (await card(page, label).innerText()).split('\n').filter((line) => line.trim() !== '')
  return figure
}

/** Expects a card to show the same count as the list behind it. */
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

/** Waits until a table has exactly these rows, cell by cell; badges and links are compared by text. */
async function expectRows(page: Page, name: string, rows: readonly (readonly (string | RegExp)[])[]): Promise<void> {
  const shown = table(page, name).locator('tbody').getByRole('row')
  await expect(shown).toHaveCount(rows.length)
  for (const [index, cells] of rows.entries()) await expect(shown.nth(index).getByRole('cell')).toHaveText([...cells])
}

/** The cells of a request in the columns of the tables. */
function textsOf(request: WholeRequest) {
  const day = (moment: string | null) => (moment ? dayFormat.format(new Date(moment)) : '–')
  return {
    number: request.request_number,
    requester: request.requester_name,
    payee: request.payee_name_1,
    amount: formatDollars(request.amount),
    purpose: request.purpose_name,
    requested: day(request.request_date),
    completed: day(request.cleared_date),
    priority: capitalized(request.priority_level),
  }
}

// The test browser's time zone is Chicago.
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/Chicago' })
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function found(requests: WholeRequest[], { id }: { id: number }): WholeRequest {
  const request = requests.find((one) => one.id === id)
  if (!request) throw new Error(`There is no request ${id}`)
  return request
}

const everyRequest = async (request: APIRequestContext, email: string) =>
  (await apiAs(request, email)).call<WholeRequest[]>('GET', '/check-requests/by-user')

test('greets users with the specified text on the dashboard', async ({ page }) => {
  await logIn(page, people.requester)
  const greeting = "Welcome back, Here's what's happening with your check requests."
  await expect(page.getByText(greeting, { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/^Dashboard/)
})

test('shows the counts of the linked lists on an admin’s cards', async ({ page }) => {
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

test('shows an admin the two latest requests, users, and dealerships', async ({ page, request }) => {
  const admin = await apiAs(request, people.admin)
  const group = await findGroup(admin, 'LAG')
  await addDealership(admin, group.id, 'Lakeside Before')
  const { code } = await addDealership(admin, group.id, 'Lakeside Last')
  await addUser(admin, { first_name: 'Vera', last_name: 'Before' })
  await addUser(admin, { first_name: 'Lou', last_name: 'Last', role_ids: [2, 3], primary_role: 3 })
  const before = await raiseAt(request, 1, { payee_name_1: 'Harbor Before', amount: 10 })
  const last = await raiseAt(request, 3, { payee_name_1: 'Harbor Last', amount: 2000.5 })
  const today = textsOf(found(await everyRequest(request, people.admin), last)).requested
  await logIn(page, people.admin)
  const tables = {
    'Recent Check Requests': ['Request #', 'Requester', 'Amount', 'Status', 'Req Date'],
    'Recent Users': ['Name', 'Role'],
    'Recent Dealerships': ['Name', 'Code', 'Dealer Group'],
  }
  for (const [name, columns] of Object.entries(tables))
    await expect(table(page, name).getByRole('columnheader')).toHaveText(columns)
  await expectRows(page, 'Recent Check Requests', [
    [last.request_number, 'Harbor Last', '$2,000.50', 'Approved', today],
    [before.request_number, 'Harbor Before', '$10.00', 'Request', today],
  ])
  await expectRows(page, 'Recent Users', [
    ['Lou Last', 'Requester, Approver'],
    ['Vera Before', 'Requester'],
  ])
  await expectRows(page, 'Recent Dealerships', [
    ['Lakeside Last', code, 'Lakeside Auto Group'],
    ['Lakeside Before', /^[A-Z0-9]+$/, 'Lakeside Auto Group'],
  ])
  await expect(page.getByRole('link', { name: 'Manage Users' })).toHaveAttribute('href', '/admin-users')
  await expect(page.getByRole('link', { name: 'Manage Dealerships' })).toHaveAttribute('href', '/admin-dealerships')
})

test('shows the counts of the linked lists on a requester’s cards', async ({ page }) => {
  await logIn(page, people.requester)
  for (const label of ['My Requests', 'Pending Approval', 'In Process', 'Completed'])
    await expectCardCounts(page, label)
})

test('shows a requester their two latest requests, with links to all requests and to a new request', async ({
  page,
  request,
}) => {
  const before = await raiseAt(request, 3, { payee_name_1: 'Harbor Before', amount: 10, priority_level: 'urgent' })
  const last = await raiseAt(request, 1, { payee_name_1: 'Harbor Last', amount: 2000.5 })
  const { requested } = textsOf(found(await everyRequest(request, people.requester), last))
  await logIn(page, people.requester)
  const columns = ['Request #', 'Payee', 'Amount', 'Req Date', 'Status', 'Priority', 'Action']
  await expect(table(page, 'Recent Requests').getByRole('columnheader')).toHaveText(columns)
  await expectRows(page, 'Recent Requests', [
    [last.request_number, 'Harbor Last', '$2,000.50', requested, 'Request', 'Normal', ''],
    [before.request_number, 'Harbor Before', '$10.00', requested, 'Approved', 'Urgent', /^View/],
  ])
  await expect(page.getByRole('link', { name: `View ${last.request_number}` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveAccessibleName(`Delete ${last.request_number}`)
  await expect(page.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/check-requests')
  await expect(page.getByRole('main').getByRole('link', { name: 'New Request' })).toHaveAttribute(
    'href',
    '/check-request-new',
  )
})

test('shows the counts of the linked lists on an approver’s cards', async ({ page }) => {
  await logIn(page, people.approver)
  await expect(card(page, 'Pending Approvals')).toContainText('Awaiting your approval')
  await expect(card(page, 'Sent Back')).toContainText('Requests returned for clarification')
  for (const label of ['Pending Approvals', 'Approved', 'Sent Back', 'Total Handled'])
    await expectCardCounts(page, label)
})

test('updates Sent Back and Total Handled after each decision without a reload', async ({ page, request }) => {
  await logIn(page, people.approver)
  const sentBack = Number(await figureOn(page, 'Sent Back'))
  const handled = Number(await figureOn(page, 'Total Handled'))
  const approver = await apiAs(request, people.approver)
  const { items } = await approver.call<{ items: { id: number }[] }>('GET', '/check-requests?view=pending&limit=1')
  const note = 'Which invoice is this?'
  await move(approver, items[0] as { id: number }, 9, { note })
  await expect(card(page, 'Sent Back')).toContainText(String(sentBack + 1))
  await expect(card(page, 'Total Handled')).toContainText(String(handled + 1))
})

test('shows an approver two pending requests, with a link to all pending requests', async ({ page, request }) => {
  await logIn(page, people.approver)
  const pending = (await everyRequest(request, people.approver)).filter(({ status_id }) => status_id <= 2)
  await expect(table(page, 'Recent Pending Requests').getByRole('columnheader')).toHaveText([
    'Requester',
    'Payee',
    'Amount',
    'Purpose',
    'Req Date',
    'Priority',
    'View',
  ])
  const latest = pending.toSorted((one, other) => other.id - one.id).slice(0, 2)
  const rows = latest.map(textsOf).map(({ requester, payee, amount, purpose, requested, priority }) => {
    return [requester, payee, amount, purpose, requested, priority, /^View/]
  })
  await expectRows(page, 'Recent Pending Requests', rows)
  await page.getByRole('link', { name: 'View All Pending' }).click()
  await expect(page).toHaveURL('/check-requests-pending')
})

test('shows the counts of the linked lists on a processor’s cards', async ({ page }) => {
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

test('shows a processor two checks in process and the two latest completed checks', async ({ page, request }) => {
  await raiseAt(request, 7, { payee_name_1: 'Harbor Closed' })
  await raiseAt(request, 4, { payee_name_1: 'Harbor Printed' })
  const all = await everyRequest(request, people.processor)
  await logIn(page, people.processor)
  const inProcess = all.filter(({ status_id }) => status_id >= 3 && status_id <= 5)
  const latest = inProcess.toSorted((one, other) => other.id - one.id).slice(0, 2)
  const names: Record<number, string> = { 3: 'Approved', 4: 'Printed', 5: 'Signed' }
  await expectRows(
    page,
    'Processing Checks',
    latest.map((row) => {
      const { number, payee, amount, priority } = textsOf(row)
      return [number, payee, amount, new RegExp(`^${names[row.status_id]}`), priority, /^View/]
    }),
  )
  const columns = ['Request #', 'Payee', 'Amount', 'Completed Date', 'View']
  await expect(table(page, 'Recently Completed').getByRole('columnheader')).toHaveText(columns)
  const closed = all.filter(({ cleared_date }) => cleared_date !== null)
  const last = closed.toSorted((one, other) => String(other.cleared_date).localeCompare(String(one.cleared_date)))
  await expectRows(
    page,
    'Recently Completed',
    last.slice(0, 2).map((row) => {
      const { number, payee, amount, completed } = textsOf(row)
      return [number, payee, amount, completed, /^View/]
    }),
  )
})

test('reports figures that can’t be loaded, and offers a retry', async ({ page, errors }) => {
  errors.allow(/ERR_FAILED/)
  await logIn(page, people.approver)
  await page.route('**/api/v1/check-requests/summary', (route) => route.abort())
  await page.reload()
  const alert = page.getByRole('alert').filter({ hasText: 'The server can’t be reached.' })
  await expect(alert).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/v1/check-requests/summary')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(card(page, 'Approved')).toContainText(/\d/)
  await expect(alert).toBeHidden()
})

for (const [role, email] of Object.entries(people))
  test(`renders the ${role} role’s dashboard accessibly in every theme and window size`, async ({ page }) => {
    await logIn(page, email)
    await expect(rowsOf(page).first()).toBeVisible()
    await expect(part(page, 'What Needs Me')).toBeVisible()
    await checkLooks(page, `dashboard-${role}`)
  })
