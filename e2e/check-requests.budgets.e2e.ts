import { expect, type Page } from '@playwright/test'
import { type ListPage, rowsOf } from './support/lists.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

/** The budget of a row: page elements, and bytes of its response. */
const budgets = [
  { path: '/check-requests', email: 'approver@lakeside.example', nodes: 34, bytes: 800 },
  { path: '/check-requests-pending', email: 'approver@lakeside.example', nodes: 40, bytes: 800 },
  { path: '/check-requests-processing', email: 'processor@lakeside.example', nodes: 48, bytes: 800 },
]

for (const { path, email, nodes, bytes } of budgets)
  test(`keeps each row of the screen ${path} within its budget of elements and bytes`, async ({ page }) => {
    await signIn(page.context(), email)
    const answered = page.waitForResponse((response) => /\/api\/v1\/check-requests(\?|$)/.test(response.url()))
    await page.goto(path)
    const body = await (await answered).body()
    const { items } = (JSON.parse(String(body)) as { data: ListPage }).data
    await expect(rowsOf(page)).toHaveCount(items.length)
    expect(items.length).toBeGreaterThan(0)
    const elements = await elementsOfRow(page)
    expect(elements).toBeGreaterThan(0)
    expect(elements).toBeLessThanOrEqual(nodes)
    expect(body.length / items.length).toBeLessThanOrEqual(bytes)
  })

/**
 * The largest number of elements in a row, including the row itself, without the marks, which come later. Rows marked
 * as overdue are left out, because the time of day decides which rows are overdue.
 */
function elementsOfRow(page: Page): Promise<number> {
  return page
    .locator('tbody tr')
    .evaluateAll((rows) =>
      Math.max(
        ...rows
          .filter((row) => !row.querySelector('.status-cell svg'))
          .map((row) => row.querySelectorAll('*').length - row.querySelectorAll('[data-marks] *').length + 1),
      ),
    )
}

/**
 * The budget for requests of an uncached page, and for scripts among them, which include `early.js`. A list of requests
 * makes one call for its marks.
 */
const coldPages = [
  { path: '/dashboard', role: 'requester', requests: 14, scripts: 4 },
  { path: '/dashboard', role: 'approver', requests: 15, scripts: 4 },
  { path: '/dashboard', role: 'processor', requests: 16, scripts: 4 },
  { path: '/dashboard', role: 'admin', requests: 17, scripts: 4 },
  { path: '/check-requests', role: 'approver', requests: 15, scripts: 5 },
  { path: '/check-requests/1', role: 'approver', requests: 21, scripts: 4 },
  { path: '/admin-approvals', role: 'admin', requests: 24, scripts: 8 },
]

for (const { path, role, requests, scripts } of coldPages)
  test(`limits the ${role} role’s uncached page ${path} to ${requests} requests, ${scripts} of them for scripts`, async ({
    page,
  }) => {
    await signIn(page.context(), `${role}@lakeside.example`)
    const made = await requestsOf(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(made).toContain('fetch /api/v1/live')
    expect(made.filter((request) => request.startsWith('script')).length, made.join('\n')).toBeLessThanOrEqual(scripts)
    expect(made.length, made.join('\n')).toBeLessThanOrEqual(requests)
  })

test('limits the uncached login page to 11 requests, 5 of them for scripts', async ({ page }) => {
  const made = await requestsOf(page, '/login')
  expect(made.filter((request) => request.startsWith('script')).length, made.join('\n')).toBeLessThanOrEqual(5)
  expect(made.length, made.join('\n')).toBeLessThanOrEqual(11)
})

/** Opens a page, and returns its requests until it has made none for a second. */
async function requestsOf(page: Page, path: string): Promise<string[]> {
  const made: string[] = []
  let last = Date.now()
  page.context().on('request', (request) => {
    made.push(`${request.resourceType()} ${new URL(request.url()).pathname}`)
    last = Date.now()
  })
  await page.goto(path)
  // The palette loads after three seconds without activity.
  await expect.poll(() => Date.now() - last, { intervals: [100] }).toBeGreaterThan(1000)
  return made
}

for (const path of ['/dashboard', '/check-requests'])
  test(`names the first scripts of the screen ${path} in its HTML, and makes no call twice`, async ({ page }) => {
    await signIn(page.context(), 'approver@lakeside.example')
    const calls: string[] = []
    const scripts: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) calls.push(pathname + search)
      else if (request.resourceType() === 'script') scripts.push(pathname)
    })
    const response = await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const html = String(await response?.body())
    expect(calls[0]).toBe('/api/v1/auth/session')
    const first = scripts.filter((script) => /\/(index|core)-/.test(script))
    expect(first.length).toBe(2)
    expect(first.filter((script) => !html.includes(script))).toEqual([])
    await expect.poll(() => calls).toContain('/api/v1/live')
    expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([])
  })

test('fetches a request’s data before the page’s scripts are loaded', async ({ page, errors }) => {
  errors.allow(/net::ERR_FAILED/)
  await signIn(page.context(), 'approver@lakeside.example')
  await page.goto('/check-requests')
  const href = await rowsOf(page).first().getByRole('link').first().getAttribute('href')
  const order: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') order.push(new URL(request.url()).pathname)
  })
  // Without its scripts, the page still makes these calls.
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto(String(href))
  const own = `/api/v1${href}`
  // A service worker may still deliver the scripts, which make further calls.
  await expect
    .poll(() => order.slice(0, 4))
    .toEqual(['/api/v1/auth/session', '/api/v1/waiting', own, `${own}/approval`])
})

test('opens the login screen without any refused call', async ({ page }) => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  await page.goto('/check-requests')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  expect(refused).toEqual([])
})
