import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { rowsOf } from './support/lists.ts'
import { noticeOf } from './support/notices.ts'
import { findings, openRequest, statusChoice, updateForm } from './support/request-detail.ts'
import { choose, menu, part } from './support/requests.ts'
import { TestServer } from './support/server.ts'
import { test } from './support/test.ts'

const [admin, controller, manager] = [
  'admin@lakeside.example',
  'approver@lakeside.example',
  'approver2@lakeside.example',
]

// The demo as filled by `npm start`; the other specs' demo has no approval control.
const demo = new TestServer({ DEMO: 'on' })
test.use({
  baseURL: async ({ errors: _ }, use) => use(demo.url),
})
test.beforeAll(() => demo.start())
test.afterAll(() => demo.stop())

interface Found {
  id: number
  request_number: string
}

/** The demo's newest request to this payee. */
async function newestTo(request: APIRequestContext, payee: string): Promise<Found> {
  const query = `search=${encodeURIComponent(payee)}&sort=newest&limit=1`
  const { items } = await (await apiAs(request, admin)).call<{ items: Found[] }>('GET', `/check-requests?${query}`)
  return items[0] as Found
}

async function approve(page: Page, amount: string): Promise<void> {
  await statusChoice(page, 'Approved').check({ force: true })
  await updateForm(page)
    .getByRole('button', { name: `Approve ${amount}` })
    .click()
  await expect(noticeOf(page, 'Comment Added')).toBeVisible()
}

const chain = (page: Page) => part(page, 'Approval')

test('requires the controller’s approval, and then the general manager’s, above $10,000', async ({
  request,
  openAs,
}) => {
  const raised = await newestTo(request, 'Midwest Dealer Exchange')
  const first = await openAs(controller, `/check-requests/${raised.id}`)
  await expect(chain(first)).toContainText('Rule “Over $10,000”')
  await expect(chain(first)).toContainText('Controller: done')
  await expect(chain(first)).toContainText('Waiting for Victor Hale')
  await expect(statusChoice(first, 'Approved')).toHaveCount(0)
  await checkLooks(first, 'demo-approval-chain')
  const second = await openAs(manager, '/check-requests-pending')
  await expect(rowsOf(second).filter({ hasText: 'Midwest Dealer Exchange' })).toHaveCount(1)
  await openRequest(second, raised)
  await approve(second, '$18,400.00')
  await expect(chain(second)).toContainText('General manager: done')
  await expect(second.getByText('Approved', { exact: true }).first()).toBeVisible()
})

test('requires two approvers for a payoff, one of whom can be a delegate', async ({ request, openAs }) => {
  const raised = await newestTo(request, 'Cornerstone Credit Union')
  const first = await openAs(controller, `/check-requests/${raised.id}`)
  await expect(chain(first)).toContainText('Rule “Payoffs”')
  await approve(first, '$9,250.00')
  await expect(first.getByText('Processing', { exact: true }).first()).toBeVisible()
  await expect(statusChoice(first, 'Approved')).toHaveCount(0)
  const second = await openAs(manager, `/check-requests/${raised.id}`)
  await approve(second, '$9,250.00')
  // A delegate sees the request for as long as it is pending.
  await expect(chain(first)).toContainText('Victor Hale for Luis Romero')
  await expect(first.getByText('Approved', { exact: true }).first()).toBeVisible()
})

test('requires one approver for every other request, and refuses a blocked payee', async ({ request, openAs }) => {
  const small = await newestTo(request, 'Fox Valley Fasteners')
  const page = await openAs(manager, `/check-requests/${small.id}`)
  await expect(chain(page)).toContainText('Everything else')
  await approve(page, '$640.50')
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  await openRequest(page, await newestTo(request, 'Great Lake Auto Part'))
  await expect(findings(page)).toContainText('Great Lake Auto Part is blocked: The invoice was forged')
  await expect(statusChoice(page, 'Approved')).toBeDisabled()
})

test('shows a requester the future approvers, and hides payees from users of Summit', async ({ openAs }) => {
  const page = await openAs('requester2@lakeside.example', '/check-request-new')
  await page.getByLabel(/^Payee Name/).fill('Northstar Auto Finance')
  await page.getByRole('radio', { name: 'Business' }).check()
  await choose(page, 'Dealership', 'Lakeside Toyota (TOY)')
  await page.getByRole('combobox', { name: 'Amount', exact: true }).fill('23000')
  await choose(page, 'Purpose', 'Payoff')
  await expect(chain(page)).toContainText('Rule “Over $10,000”')
  await expect(chain(page).getByRole('listitem')).toHaveText([
    '1ControllerDenise Carver',
    '2General managerVictor Hale',
  ])
  const summit = await openAs('everyone@summit.example', '/dashboard')
  await expect(menu(summit).getByRole('link').first()).toBeVisible()
  await expect(menu(summit).getByRole('link', { name: 'Payees' })).toHaveCount(0)
})

test('lists two payees to verify and one blocked payee', async ({ openAs }) => {
  const page = await openAs(admin, '/admin-payees')
  await expect(page.getByRole('row').filter({ hasText: 'New' })).toHaveText([/Cornerstone Credit Union/, /Fox Valley/])
  await expect(page.getByRole('row').filter({ hasText: 'Blocked' })).toHaveText([/Great Lake Auto Part/])
  await page.getByRole('link', { name: 'Great Lake Auto Part' }).click()
  await expect(page.getByRole('region', { name: 'Similar payees' })).toContainText('Great Lakes Auto Parts')
  await checkLooks(page, 'demo-blocked-payee')
  await page.goto('/admin-approvals')
  await expect(page.getByRole('main')).toContainText('Payoffs')
  await checkLooks(page, 'demo-approvals')
})
