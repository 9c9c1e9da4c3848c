import { expect } from '@playwright/test'
import type { ListedRequest } from '../domain/src/check-requests/replies.ts'
import { formatDollars } from '../domain/src/values/money.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import {
  expectFound,
  expectNamedColumns,
  type ListPage,
  listColumns,
  noMatchSearch,
  openList,
  rowOf,
  rowsOf,
  searchBox,
  textsIn,
} from './support/lists.ts'
import { expectNotice, noticeOf } from './support/notices.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const admin = 'admin@lakeside.example'

const roles = [
  { email: requester, title: 'My Requests', subtitle: 'Manage your check requests' },
  { email: approver, title: 'All Requests', subtitle: 'Review and approve check requests' },
  { email: 'processor@lakeside.example', title: 'All Requests', subtitle: 'Process approved check requests' },
  { email: admin, title: 'All Check Requests', subtitle: 'Manage all check requests' },
]

for (const { email, title, subtitle } of roles)
  test(`shows the title, subtitle, and columns of the list to the user ${email}`, async ({ page }) => {
    await openList(page, email)
    await expect(page).toHaveTitle(new RegExp(`^${title} `))
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Check Requests', level: 1, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Check Request List', exact: true })).toBeVisible()
    await expect(page.getByText(subtitle, { exact: true })).toBeVisible()
    await expectNamedColumns(page, listColumns)
    const button = page.getByRole('link', { name: 'New Check Request' })
    await expect(button).toHaveCount(email === requester ? 1 : 0)
    const atRequest = (await textsIn(page, 'Status')).filter((text) => text === 'Request').length
    const remove = page.getByRole('button', { name: /^Delete / })
    await expect(remove).toHaveCount(email === requester ? atRequest : 0)
    await expect(page.getByRole('link', { name: /^View / })).toHaveCount(await rowsOf(page).count())
    const wordless = (await textsIn(page, 'Action')).filter((text) => text.trim() !== 'View')
    expect(wordless).toHaveLength(email === requester ? atRequest : 0)
  })

test('shows a requester only their own requests, and an approver all requests in scope', async ({
  page,
  request,
  openAs,
}) => {
  const own = await (await apiAs(request, requester)).call<ListedRequest[]>('GET', '/check-requests/by-user')
  const all = await (await apiAs(request, approver)).call<ListedRequest[]>('GET', '/check-requests/by-user')
  await openList(page, requester)
  await expectFound(page, own.length)
  const other = await openAs(approver, '/check-requests')
  await expectFound(other, all.length)
  expect(all.length).toBeGreaterThan(own.length)
})

test('formats amounts and dates, and shows a check number with the status', async ({ page }) => {
  await openList(page, admin, '?status=7')
  for (const text of await textsIn(page, 'Amount')) expect(text).toMatch(/^\$\d{1,3}(,\d{3})*\.\d{2}$/)
  for (const text of await textsIn(page, 'Req Date')) expect(text).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  for (const text of await textsIn(page, 'Status')) expect(text).toMatch(/^Closed\s+#\d{1,12}$/)
})

test('links the request number and View to the request', async ({ page }) => {
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

test('marks overdue requests until they are closed or rejected', async ({ page, request }) => {
  const all = await (await apiAs(request, requester)).call<ListedRequest[]>('GET', '/check-requests/by-user')
  await openList(page, requester, '?sort=due')
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
  const overdue = all.filter((item) => item.due_date < today && ![7, 8].includes(item.status_id))
  expect(overdue.length).toBeGreaterThan(0)
  const marked = rowsOf(page).filter({ hasText: /Overdue \d+ days?/ })
  const shown = await textsIn(page, 'Request #')
  await expect(marked).toHaveCount(overdue.filter((item) => shown.includes(item.request_number)).length)
  for (const item of overdue)
    if (shown.includes(item.request_number)) await expect(rowOf(page, item.request_number)).toContainText('Overdue')
})

test('lets only the requester delete a request with the status Request, after confirmation', async ({
  page,
  request,
}) => {
  const user = await apiAs(request, requester)
  const { items, total } = await user.call<ListPage>('GET', '/check-requests?status=1')
  const [item] = items as [ListedRequest]
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
  await expectNotice(page, 'Check Req removed.', 'Check Req deleted...')
  await expect(dialog).toBeHidden()
  await expectFound(page, total - 1)
  await expect(rowOf(page, item.request_number)).toHaveCount(0)

  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Close')
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^View / }).first()).toHaveText('View')
})

test('refuses to delete a request that an approver has taken up, and says why in the dialog', async ({
  page,
  request,
}) => {
  const { items } = await (await apiAs(request, requester)).call<ListPage>('GET', '/check-requests?status=1')
  const [item] = items as [ListedRequest]
  await openList(page, requester)
  await page.getByRole('button', { name: `Delete ${item.request_number}` }).click()
  const other = await apiAs(request, approver)
  await other.call('POST', `/status/check-request-history/${item.id}`, { status_id: 2 })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(noticeOf(page, 'Check Req not removed')).toBeVisible()
  await expect(page.getByRole('alertdialog').getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, item.request_number)).toContainText('Processing')
})

test('renders the list accessibly in every theme and window size', async ({ page }) => {
  await openList(page, 'requester2@lakeside.example')
  await checkLooks(page, 'check-requests')
  await searchBox(page).fill(noMatchSearch)
  await expectFound(page, 0)
  await checkLooks(page, 'check-requests-no-match')
})
