import { expect, type Page } from '@playwright/test'
import { formatDollars } from '../domain/src/values/money.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import {
  amountsIn,
  expectColumns,
  expectFound,
  expectNoMatch,
  noMatchSearch,
  rowOf,
  rowsOf,
  searchBox,
  textsIn,
} from './support/lists.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const admin = 'admin@lakeside.example'

interface Item {
  id: number
  version: number
  request_number: string
  payee_name_1: string
  amount: number
  status_id: number
  due_date: string
  department_name: string | null
}

interface ListPage {
  items: Item[]
  total: number
}

const roles = [
  { email: requester, title: 'My Requests', subtitle: 'Manage your check requests' },
  { email: approver, title: 'All Requests', subtitle: 'Review and approve check requests' },
  { email: 'processor@lakeside.example', title: 'All Requests', subtitle: 'Process approved check requests' },
  { email: admin, title: 'All Check Requests', subtitle: 'Manage all check requests' },
]

async function openList(page: Page, email: string, query = ''): Promise<void> {
  await logIn(page, email)
  await page.goto(`/check-requests${query}`)
  await expect(page.getByText(/check requests found/)).toBeVisible()
}

for (const { email, title, subtitle } of roles)
  test(`the list names itself for ${email}`, async ({ page }) => {
    await openList(page, email)
    await expect(page).toHaveTitle(new RegExp(`^${title} `))
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Check Requests', level: 1, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Check Request List', exact: true })).toBeVisible()
    await expect(page.getByText(subtitle, { exact: true })).toBeVisible()
    await expectColumns(page, [
      'Request #',
      'Amount',
      'Payee',
      'Department',
      'Req Date',
      'Status',
      'Priority',
      'Action',
    ])
    const button = page.getByRole('link', { name: 'New Check Request' })
    await expect(button).toHaveCount(email === requester ? 1 : 0)
  })

test('a requester sees their own requests only, an approver all in scope', async ({ page, request, openAs }) => {
  const own = await (await apiAs(request, requester)).call<Item[]>('GET', '/check-requests/by-user')
  const all = await (await apiAs(request, approver)).call<Item[]>('GET', '/check-requests/by-user')
  await openList(page, requester)
  await expectFound(page, own.length)
  const other = await openAs(approver)
  await other.goto('/check-requests')
  await expectFound(other, all.length)
  expect(all.length).toBeGreaterThan(own.length)
})

test('amounts and dates read as people write them, and a check number stands beneath its status', async ({ page }) => {
  await openList(page, admin, '?status=7')
  for (const text of await textsIn(page, 'Amount')) expect(text).toMatch(/^\$\d{1,3}(,\d{3})*\.\d{2}$/)
  for (const text of await textsIn(page, 'Req Date')) expect(text).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  for (const text of await textsIn(page, 'Status')) expect(text).toMatch(/^Closed\s+#\d{1,12}$/)
})

test('the request number and View lead to the request', async ({ page }) => {
  await openList(page, approver)
  const number = rowsOf(page).first().getByRole('link').first()
  const href = await number.getAttribute('href')
  expect(href).toMatch(/^\/check-requests\/\d+$/)
  await expect(
    rowsOf(page)
      .first()
      .getByRole('link', { name: /^View / }),
  ).toHaveAttribute('href', String(href))
  await number.click()
  await expect(page).toHaveURL(String(href))
})

test('a search finds request numbers and payees in small and capital letters, and nothing else', async ({
  page,
  request,
}) => {
  const user = await apiAs(request, approver)
  const { items } = await user.call<ListPage>('GET', '/check-requests?limit=1')
  const [{ request_number, payee_name_1 }] = items as [Item]
  await openList(page, approver)
  await expect(searchBox(page)).toHaveAttribute('placeholder', 'Search by request #, payee, or purpose...')
  await searchBox(page).fill(request_number.toLowerCase())
  await expectFound(page, 1)
  await expect(rowOf(page, request_number)).toBeVisible()
  await searchBox(page).fill(payee_name_1.toUpperCase())
  await expect(async () => expect(new Set(await textsIn(page, 'Payee'))).toEqual(new Set([payee_name_1]))).toPass()
  await searchBox(page).fill('Parts refund of nobody')
  await expectFound(page, 0)
})

test('nothing found says so and offers to clear the filters', async ({ page }) => {
  await openList(page, requester)
  await expectNoMatch(page, 'No check requests found matching your criteria')
})

test('search, filter and order survive a reload, the back button and sharing', async ({ page, openAs }) => {
  await openList(page, approver)
  await page.getByLabel('Status').selectOption('Approval')
  await page.getByLabel('Sort by').selectOption('Lowest amount')
  await searchBox(page).fill('lag')
  await expect(page).toHaveURL('/check-requests?search=lag&status=3&sort=amount-low')
  const shown = await page.getByText(/check requests found/).innerText()

  await page.reload()
  await expect(searchBox(page)).toHaveValue('lag')
  await expect(page.getByLabel('Status')).toHaveValue('3')
  await expect(page.getByLabel('Sort by')).toHaveValue('amount-low')
  await expect(page.getByText(shown, { exact: true })).toBeVisible()

  const other = await openAs(approver)
  await other.goto(page.url())
  await expect(other.getByText(shown, { exact: true })).toBeVisible()

  await rowsOf(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  await page.goBack()
  await expect(searchBox(page)).toHaveValue('lag')
  await page.goBack()
  await expect(page.getByLabel('Sort by')).toHaveValue('newest')
})

test('values that make no sense fall back in silence', async ({ page, request }) => {
  const { total } = await (await apiAs(request, approver)).call<ListPage>('GET', '/check-requests')
  await openList(page, approver, '?status=77&sort=prettiest&view=secret&within=30&search=%00')
  await expectFound(page, total)
  await expect(page.getByLabel('Status')).toHaveValue('0')
  await expect(page.getByLabel('Sort by')).toHaveValue('newest')
})

const filters = [
  { email: requester, choices: ['Request', 'Close'] },
  { email: approver, choices: ['Processing', 'Approval', 'Rejected', 'SendBack', 'Close'] },
  { email: 'processor@lakeside.example', choices: ['Printing', 'Signing', 'Ready', 'Close'] },
]

for (const { email, choices } of filters)
  test(`the status filter offers ${email} their choices, and each shows its status only`, async ({ page }) => {
    await openList(page, email)
    const filter = page.getByLabel('Status')
    await expect(filter.getByRole('option')).toHaveText(['All Statuses', ...choices])
    const badges: Record<string, string> = {
      Approval: 'Approved',
      Printing: 'Printed',
      Signing: 'Signed',
      Close: 'Closed',
    }
    for (const choice of choices) {
      await filter.selectOption(choice)
      const badge = badges[choice] ?? choice
      await expect(async () => {
        const texts = await textsIn(page, 'Status')
        expect(texts.length).toBeGreaterThan(0)
        for (const text of texts) expect(text.split('\n')[0]).toBe(badge)
      }).toPass()
    }
  })

test('an admin sees no status filter, and a status that came with a link can be dropped', async ({ page, request }) => {
  const { total } = await (await apiAs(request, admin)).call<ListPage>('GET', '/check-requests')
  await openList(page, admin, '?status=9')
  await expect(page.getByLabel('Status')).toHaveCount(0)
  await page.getByRole('button', { name: 'SendBack: show all again' }).click()
  await expectFound(page, total)
  await expect(page).toHaveURL('/check-requests')
})

test('every order shows what the server answers in that order', async ({ page, request }) => {
  const user = await apiAs(request, approver)
  await openList(page, approver)
  for (const sort of ['oldest', 'amount-high', 'amount-low', 'priority', 'due', 'newest']) {
    const { items } = await user.call<ListPage>('GET', `/check-requests?sort=${sort}`)
    await page.getByLabel('Sort by').selectOption(sort)
    const numbers = items.map((item) => item.request_number)
    await expect.poll(() => textsIn(page, 'Request #')).toEqual(numbers)
  }
})

test('a column’s header sorts by it and says so', async ({ page }) => {
  await openList(page, approver)
  const amount = page.getByRole('columnheader', { name: 'Amount' })
  await expect(page.getByRole('columnheader', { name: 'Req Date' })).toHaveAttribute('aria-sort', 'descending')
  await expect(amount).toHaveAttribute('aria-sort', 'none')
  await amount.getByRole('button').click()
  await expect(amount).toHaveAttribute('aria-sort', 'descending')
  await expect(async () => {
    const amounts = await amountsIn(page)
    expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))
  }).toPass()
  await amount.getByRole('button').click()
  await expect(amount).toHaveAttribute('aria-sort', 'ascending')
  await expect(async () => {
    const amounts = await amountsIn(page)
    expect(amounts).toEqual(amounts.toSorted((one, other) => one - other))
  }).toPass()
})

test('a long list is loaded page by page, without a gap and without a repetition', async ({ page, request }) => {
  const all = await (await apiAs(request, 'superadmin@example.com')).call<Item[]>('GET', '/check-requests/by-user')
  await openList(page, 'superadmin@example.com')
  await expectFound(page, all.length)
  await expect(rowsOf(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rowsOf(page)).toHaveCount(100)
  await rowsOf(page).last().scrollIntoViewIfNeeded()
  await expect(rowsOf(page)).toHaveCount(all.length)
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  const numbers = await textsIn(page, 'Request #')
  expect(numbers.toSorted()).toEqual(all.map((item) => item.request_number).toSorted())
})

test('j and k walk through the rows and Enter opens one', async ({ page }) => {
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

test('the row keys are off in inputs, in dialogs and with modifiers', async ({ page }) => {
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

test('a view that came with a link can be dropped', async ({ page, request }) => {
  const { total } = await (await apiAs(request, requester)).call<ListPage>('GET', '/check-requests')
  await openList(page, requester, '?view=processing')
  await page.getByRole('button', { name: 'In Process: show all again' }).click()
  await expectFound(page, total)
  await expect(page).toHaveURL('/check-requests')
})

test('requests past their due date are marked until they are closed or rejected', async ({ page, request }) => {
  const all = await (await apiAs(request, requester)).call<Item[]>('GET', '/check-requests/by-user')
  await openList(page, requester, '?sort=due')
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
  const overdue = all.filter((item) => item.due_date < today && item.status_id !== 7 && item.status_id !== 8)
  expect(overdue.length).toBeGreaterThan(0)
  const marked = rowsOf(page).filter({ hasText: /Overdue \d+ days?/ })
  const shown = await textsIn(page, 'Request #')
  await expect(marked).toHaveCount(overdue.filter((item) => shown.includes(item.request_number)).length)
  for (const item of overdue)
    if (shown.includes(item.request_number)) await expect(rowOf(page, item.request_number)).toContainText('Overdue')
})

test('a list is asked for again every 10 seconds, which does not count as work', async ({ page }) => {
  await page.clock.install()
  await openList(page, approver)
  for (let time = 0; time < 2; time++) {
    const poll = page.waitForRequest('**/api/v1/check-requests?**')
    await page.clock.fastForward(10_000)
    expect((await poll).headers()['x-activity']).toBe('poll')
  }
})

test('only the requester of a request at Request can delete it, after a confirmation', async ({ page, request }) => {
  const user = await apiAs(request, requester)
  const { items, total } = await user.call<ListPage>('GET', '/check-requests?status=1')
  const [item] = items as [Item]
  await openList(page, requester, '?status=1')
  await expectFound(page, total)
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(total)
  await expect(page.getByRole('link', { name: /^View / })).toHaveCount(total)
  await rowOf(page, item.request_number)
    .getByRole('button', { name: `Delete ${item.request_number}` })
    .click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you absolutely sure to delete check?' })
  await expect(dialog).toContainText('This action cannot be undone. This will permanently delete your check.')
  const details = [item.request_number, item.payee_name_1, String(item.department_name), formatDollars(item.amount)]
  for (const text of details) await expect(dialog).toContainText(text)
  await checkLooks(page, 'check-requests-delete')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expectFound(page, total)

  await page.getByRole('button', { name: `Delete ${item.request_number}` }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Check Req removed.' })).toContainText('Check Req deleted...')
  await expect(dialog).toBeHidden()
  await expectFound(page, total - 1)
  await expect(rowOf(page, item.request_number)).toHaveCount(0)

  await page.getByLabel('Status').selectOption('Close')
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^View / }).first()).toHaveText('View')
})

test('a request that somebody took up meanwhile is not deleted, and the dialog says why', async ({ page, request }) => {
  const { items } = await (await apiAs(request, requester)).call<ListPage>('GET', '/check-requests?status=1')
  const [item] = items as [Item]
  await openList(page, requester)
  await page.getByRole('button', { name: `Delete ${item.request_number}` }).click()
  const other = await apiAs(request, approver)
  await other.call('POST', `/status/check-request-history/${item.id}`, { status_id: 2 })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Check Req not removed' })).toBeVisible()
  await expect(page.getByRole('alertdialog').getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, item.request_number)).toContainText('Processing')
})

test('what others change appears within a second, is marked, and takes away neither focus nor place', async ({
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
  const [item] = items as [Item]
  await other.call('POST', `/status/check-request-history/${item.id}`, { status_id: 2 })
  const row = rowOf(page, item.request_number)
  await expect(row).toContainText('Processing', { timeout: 1000 })
  await expect(row).toHaveClass(/animate-changed/)
  await expect(focused).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(place)
})

test('a load that fails keeps what was there and can be tried again', async ({ page, request, faults }) => {
  faults.allow(/ERR_FAILED/)
  const oldest = await (await apiAs(request, approver)).call<ListPage>('GET', '/check-requests?sort=oldest')
  await openList(page, approver)
  await expect(rowsOf(page)).toHaveCount(50)
  await page.route('**/api/v1/check-requests?**', (route) => route.abort())
  await page.getByLabel('Sort by').selectOption('oldest')
  const alert = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })
  await expect(alert).toBeVisible({ timeout: 20_000 })
  await expect(rowsOf(page)).toHaveCount(50)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toBeHidden()
  await page.unroute('**/api/v1/check-requests?**')
  await expect.poll(() => textsIn(page, 'Request #')).toEqual(oldest.items.map((item) => item.request_number))
})

test('on a phone the rows are cards and the payee makes room', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openList(page, requester)
  const row = rowsOf(page).first()
  await expect(row).toHaveCSS('display', 'flex')
  await expect(row.getByText('Amount')).toHaveCount(0)
  await expect(row.locator('[data-label="Payee"]')).toBeHidden()
  await expect(row.getByRole('link', { name: /^View / })).toBeInViewport()
})

test('the list looks right everywhere', async ({ page }) => {
  await openList(page, requester)
  await checkLooks(page, 'check-requests')
  await searchBox(page).fill(noMatchSearch)
  await expectFound(page, 0)
  await checkLooks(page, 'check-requests-no-match')
})
