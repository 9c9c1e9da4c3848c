import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { type ListPage, openList } from './support/lists.ts'
import { printed, unspaced } from './support/pdf.ts'
import { test } from './support/test.ts'

const approver = 'approver@lakeside.example'
const landscape = [11, 8.5]

test('prints a list as a table with its filter, total, count, user, and time', async ({ page, request }) => {
  const query = 'statuses=closed,approved&amount_from=500&search=a'
  const api = await apiAs(request, approver)
  const list = await api.call<ListPage & { sum: number }>('GET', `/check-requests?${query}&limit=50`)
  await openList(page, approver, `?${query}`)
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Amount')
  await waitForPaper(page)
  const { text, size } = await printed(page)
  expect(size).toEqual(landscape)
  const sum = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(list.sum)
  const title = 'Status: Closed, Approved · Amount: from $500.00 · Search: “a”'
  for (const words of [title, `${list.total} check requests found · ${sum}`, 'Newest first'])
    expect(text).toContain(unspaced(words))
  expect(text).toMatch(/PrintedbyDeniseCarver\(Approver\),[A-Z][a-z]{2}\d+,20\d\d,\d+:\d\d[AP]M/)
  for (const { request_number, payee_name_1 } of list.items)
    for (const words of [request_number, payee_name_1]) expect(text).toContain(unspaced(words))
})

test('repeats the header on every printed page, and says how much of the list is printed', async ({
  page,
  request,
}) => {
  const api = await apiAs(request, approver)
  const { items, total } = await api.call<ListPage>('GET', '/check-requests?limit=50')
  expect(total).toBeGreaterThan(50)
  await openList(page, approver)
  await waitForPaper(page)
  const { text, pages } = await printed(page)
  expect(pages).toBeGreaterThan(1)
  const header = unspaced('Request # Amount Payee Risk Dealership Department Req Date Due Date Status Priority')
  expect(text.split(header)).toHaveLength(pages + 1)
  expect(text).toContain(unspaced(`Page 1 of ${pages}`))
  expect(text).toContain(unspaced(`${total} check requests found`))
  const [, printedRows] = /\(thefirst(\d+)areprinted\)·Newestfirst/.exec(text) ?? []
  expect(text.match(/LAG-[A-Z-]+\d{6}/g)).toHaveLength(Number(printedRows))
  expect(items.filter(({ request_number }) => !text.includes(request_number))).toEqual([])
  for (const absent of ['Export', 'Skip to content', 'Search by', 'Load More', 'Dashboard'])
    expect(text).not.toContain(unspaced(absent))
})

test('restores the list on the screen after printing', async ({ page }) => {
  await openList(page, approver)
  await page.emulateMedia({ media: 'print' })
  const paper = page.getByRole('region', { name: 'Printed list' })
  await expect(paper.getByRole('table')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(1)
  await expect(page.getByRole('searchbox')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(paper).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toBeVisible()
})

/** The printed form of a list is loaded after the list. */
async function waitForPaper(page: Page): Promise<void> {
  const paper = page.locator('[data-paper]')
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect(paper).toBeAttached({ timeout: 1000 })
  }).toPass()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(paper).toHaveCount(0)
}
