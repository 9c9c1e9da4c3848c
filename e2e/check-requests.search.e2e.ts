import { expect } from '@playwright/test'
import type { ListedRequest } from '../domain/src/check-requests/replies.ts'
import { apiAs } from './support/api.ts'
import {
  amountsIn,
  expectFound,
  expectNoMatch,
  type ListPage,
  openList,
  rowOf,
  rowsOf,
  searchBox,
  textsIn,
} from './support/lists.ts'
import { raise } from './support/requests.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const admin = 'admin@lakeside.example'

test('finds requests by number, payee, and purpose regardless of capitalization', async ({ page, request }) => {
  const user = await apiAs(request, approver)
  const { items } = await user.call<ListPage>('GET', '/check-requests?limit=1')
  const [{ request_number, payee_name_1 }] = items as [ListedRequest]
  const fields = { payee_name_2: 'Nadia Second', purpose_id: 21, purpose_other: 'Flowers for charity' }
  const raised = await raise(await apiAs(request, requester), fields)
  await openList(page, approver)
  await expect(searchBox(page)).toHaveAttribute('placeholder', 'Search by request #, payee, or purpose...')
  await searchBox(page).fill(request_number.toLowerCase())
  await expectFound(page, 1)
  await expect(rowOf(page, request_number)).toBeVisible()
  await searchBox(page).fill(payee_name_1.toUpperCase())
  await expect(async () => expect(new Set(await textsIn(page, 'Payee'))).toEqual(new Set([payee_name_1]))).toPass()
  await searchBox(page).fill('nadia SECOND')
  await expectFound(page, 1)
  await searchBox(page).fill('for CHARITY')
  await expectFound(page, 1)
  await expect(rowOf(page, raised.request_number)).toBeVisible()
  await searchBox(page).fill('Parts refund of nobody')
  await expectFound(page, 0)
})

test('shows the request with the whole number first, above newer requests that mention it', async ({
  page,
  request,
}) => {
  const user = await apiAs(request, requester)
  const { request_number } = await raise(user, { payee_name_1: 'Whole Number Towing' })
  const newer = await raise(user, { notes: `Belongs to ${request_number}` })
  await openList(page, approver)
  await searchBox(page).fill(request_number.toLowerCase())
  await expectFound(page, 2)
  await expect(rowsOf(page).nth(0)).toContainText('Whole Number Towing')
  await expect(rowsOf(page).nth(1)).toContainText(newer.request_number)
})

test('shows a message when a search finds nothing, and offers to clear the filters', async ({ page }) => {
  await openList(page, requester)
  await expectNoMatch(page, 'No check requests found matching your criteria')
})

test('keeps search, filter, and sort order through reload, back button, and sharing', async ({ page, openAs }) => {
  await openList(page, approver)
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Approval')
  await page.getByLabel('Sort by').selectOption('Lowest amount')
  await searchBox(page).fill('lag')
  await expect(page).toHaveURL('/check-requests?search=lag&status=3&sort=amount-low')
  const shown = await page.getByText(/check requests? found/).innerText()

  await page.reload()
  await expect(searchBox(page)).toHaveValue('lag')
  await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toHaveValue('3')
  await expect(page.getByLabel('Sort by')).toHaveValue('amount-low')
  await expect(page.getByText(shown, { exact: true })).toBeVisible()

  const other = await openAs(approver, page.url())
  await expect(other.getByText(shown, { exact: true })).toBeVisible()

  await rowsOf(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/check-requests\/\d+$/)
  await page.goBack()
  await expect(searchBox(page)).toHaveValue('lag')
  await page.goBack()
  await expect(page.getByLabel('Sort by')).toHaveValue('newest')
})

test('ignores invalid values in the URL', async ({ page, request }) => {
  const { total } = await (await apiAs(request, approver)).call<ListPage>('GET', '/check-requests')
  await openList(page, approver, '?status=77&sort=prettiest&view=secret&within=30&search=%00')
  await expectFound(page, total)
  await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toHaveValue('0')
  await expect(page.getByLabel('Sort by')).toHaveValue('newest')
})

const filters = [
  { email: requester, choices: ['Request', 'Close'] },
  { email: approver, choices: ['Processing', 'Approval', 'Rejected', 'SendBack', 'Close'] },
  { email: 'processor@lakeside.example', choices: ['Printing', 'Signing', 'Ready', 'Close'] },
]

for (const { email, choices } of filters)
  test(`offers the user ${email} only status filters that fit their role`, async ({ page }) => {
    await openList(page, email)
    const filter = page.getByRole('combobox', { name: 'Status', exact: true })
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

test('hides the status filter from an admin, and lets them remove a status that a link selected', async ({
  page,
  request,
}) => {
  const { total } = await (await apiAs(request, admin)).call<ListPage>('GET', '/check-requests')
  await openList(page, admin, '?status=9')
  await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove filter SendBack' }).click()
  await expectFound(page, total)
  await expect(page).toHaveURL('/check-requests')
})

test('shows the server’s results in every sort order', async ({ page, request }) => {
  const user = await apiAs(request, approver)
  await openList(page, approver)
  for (const sort of ['oldest', 'amount-high', 'amount-low', 'priority', 'due', 'newest']) {
    const { items } = await user.call<ListPage>('GET', `/check-requests?sort=${sort}`)
    await page.getByLabel('Sort by').selectOption(sort)
    const numbers = items.map((item) => item.request_number)
    await expect.poll(() => textsIn(page, 'Request #')).toEqual(numbers)
  }
})

test('sorts by a column when its header is clicked, and announces the order', async ({ page }) => {
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

test('loads a long list page by page without gaps or repetitions', async ({ page, request }) => {
  const all = await (await apiAs(request, 'superadmin@example.com')).call<ListedRequest[]>(
    'GET',
    '/check-requests/by-user',
  )
  await openList(page, 'superadmin@example.com')
  await expectFound(page, all.length)
  await expect(rowsOf(page)).toHaveCount(50)
  // A mouse click would scroll first, which loads the page automatically and moves the button away.
  await page.getByRole('button', { name: 'Load More' }).dispatchEvent('click')
  await expect(rowsOf(page).nth(99)).toBeAttached()
  await expect(async () => {
    await rowsOf(page).last().scrollIntoViewIfNeeded()
    await expect(rowsOf(page)).toHaveCount(all.length, { timeout: 500 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0)
  const numbers = await textsIn(page, 'Request #')
  expect(numbers.toSorted()).toEqual(all.map((item) => item.request_number).toSorted())
})

test('lets a user remove a filter that a link selected', async ({ page, request }) => {
  const { total } = await (await apiAs(request, requester)).call<ListPage>('GET', '/check-requests')
  await openList(page, requester, '?view=processing')
  await page.getByRole('button', { name: 'Remove filter In Process' }).click()
  await expectFound(page, total)
  await expect(page).toHaveURL('/check-requests')
})
