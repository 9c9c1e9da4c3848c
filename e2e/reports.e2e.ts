import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { expectFound, type ListPage } from './support/lists.ts'
import { makeNewcomer } from './support/newcomer.ts'
import { move, raiseAt } from './support/requests.ts'
import { logIn, signIn } from './support/session.ts'
import { test } from './support/test.ts'

const approver = 'approver@lakeside.example'
const byWeek = 'Amounts raised and closed by week'
const byStatus = 'Open requests by status'
const byStep = 'Median time at each step'

interface Drawn {
  weeks: { from: string; requested: { count: number; amount: number }; completed: { count: number; amount: number } }[]
}

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const rows = (page: Page, name: string) => table(page, name).locator('tbody tr')
const drawing = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const bars = (page: Page, name: string) => drawing(page, name).getByRole('link')
const columns = (page: Page) => drawing(page, byWeek).locator('.chart-bar')
const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

async function openReports(page: Page, email: string, query = ''): Promise<void> {
  await signIn(page.context(), email)
  await page.goto(`/reports${query}`)
  await expect(bars(page, byStatus).first()).toBeVisible()
}

async function drawnFor(request: APIRequestContext, email: string, query = ''): Promise<Drawn> {
  return (await apiAs(request, email)).call<Drawn>('GET', `/check-requests/insights${query}`)
}

test('shows charts of twelve weeks, of requests in progress, and of the time per step', async ({ page, request }) => {
  const api = await apiAs(request, approver)
  const { total } = await api.call<ListPage>('GET', '/check-requests?view=sendback')
  await openReports(page, approver)
  await expect(rows(page, byWeek)).toHaveCount(12)
  const sentBack = rows(page, byStatus).filter({ hasText: 'SendBack' })
  await expect(sentBack.getByRole('cell').first()).toHaveText(String(total))
  await expect(sentBack.getByRole('cell').last()).toHaveText(/^\$[\d,]+\.\d\d$/)
  await expect(rows(page, byStep).first()).toHaveText(/^Request.*(minute|hour|day)s?$/)
  await sentBack.getByRole('link', { name: String(total), exact: true }).click()
  await expect(page).toHaveURL('/check-requests?status=9')
  await expectFound(page, total)
})

test('labels each bar, and links the bar to the requests that it counts', async ({ page, request }) => {
  await raiseAt(request, 7, { payee_name_1: 'Harbor Closed', amount: 77.25 })
  await openReports(page, approver)
  const { weeks } = await drawnFor(request, approver)
  const { from, requested, completed } = weeks.at(-1) as Drawn['weeks'][number]
  for (const [series, filter, figure] of [
    ['Raised', 'Raised', requested],
    ['Closed', 'Completed', completed],
  ] as const) {
    expect(figure.count).toBeGreaterThan(0)
    const bar = bars(page, byWeek).filter({ hasText: series }).last()
    const name = new RegExp(`^\\w+ \\d+, 20\\d\\d: ${series} \\$[\\d,.]+, ${figure.count} requests?$`)
    await expect(bar).toHaveAccessibleName(name)
    await expect(bar).toHaveAccessibleName(new RegExp(dollars(figure.amount).replace(/[$.]/g, '\\$&')))
    await bar.click()
    await expect(page).toHaveURL((url) => url.searchParams.get(`${filter.toLowerCase()}_from`) === from)
    await expectFound(page, figure.count)
    await expect(page.getByRole('status').filter({ hasText: 'found' })).toContainText(dollars(figure.amount))
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText(new RegExp(`${filter}: [^()]*Clear`))
    await page.goBack()
  }
  await bars(page, byStatus).filter({ hasText: 'Signed' }).click()
  await expect(page).toHaveURL('/check-requests?status=5')
})

test('moves through a chart’s bars with arrow keys, with one tab stop for each chart', async ({ page }) => {
  await openReports(page, approver)
  const all = bars(page, byStatus)
  await all.first().focus()
  await expect(drawing(page, byStatus).locator('a[tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(all.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(all.last()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Home')
  await expect(all.first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('region', { name: `${byStatus}, as a table` })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(all.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/check-requests?status=1')
})

test('keeps the period and dealership of the charts in the URL, and passes them to the linked lists', async ({
  page,
  request,
}) => {
  const api = await apiAs(request, approver)
  const dealerships = await api.call<{ id: number; name: string }[]>('GET', '/dealerships')
  const toyota = dealerships.find(({ name }) => name === 'Lakeside Toyota') as { id: number }
  const { weeks } = await drawnFor(request, approver, `?weeks=26&dealership=${toyota.id}`)
  await openReports(page, approver)
  const place = page.getByRole('combobox', { name: 'Dealership' })
  await expect(place.locator('option')).toHaveText(['All dealerships', ...dealerships.map(({ name }) => name)])
  await page.getByRole('combobox', { name: 'Time period' }).selectOption('Last 26 weeks')
  await expect(rows(page, byWeek)).toHaveCount(26)
  await place.selectOption('Lakeside Toyota')
  await expect(page).toHaveURL(`/reports?weeks=26&dealership=${toyota.id}`)
  await page.reload()
  await expect(place).toHaveValue(`${toyota.id}`)
  await expect(rows(page, byWeek)).toHaveCount(26)
  const { requested } = weeks.at(-1) as Drawn['weeks'][number]
  const latest = bars(page, byWeek).filter({ hasText: 'Raised' }).last()
  await expect(latest).toHaveAccessibleName(new RegExp(`, ${requested.count} requests?$`))
  await latest.click()
  await expectFound(page, requested.count)
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Lakeside Toyota')
})

test('offers only dealerships in scope, and ignores a dealership out of scope in the URL', async ({
  page,
  request,
}) => {
  const own = await (await apiAs(request, 'approver2@lakeside.example')).call<{ name: string }[]>('GET', '/dealerships')
  const all = await (await apiAs(request, approver)).call<{ id: number; name: string }[]>('GET', '/dealerships')
  const outside = all.find(({ name }) => !own.some((one) => one.name === name))
  await openReports(page, 'approver2@lakeside.example', `?dealership=${outside?.id}`)
  const offered = own.length > 1 ? ['All dealerships', ...own.map(({ name }) => name)] : []
  await expect(page.getByRole('combobox', { name: 'Dealership' }).locator('option')).toHaveText(offered)
  await expect(rows(page, byWeek)).toHaveCount(12)
})

test('charts a requester’s own requests across all dealerships', async ({ page }) => {
  await openReports(page, 'requester@lakeside.example')
  await expect(page.getByRole('combobox', { name: 'Time period' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Dealership' })).toHaveCount(0)
})

test('doesn’t reuse a card’s name for a chart status that counts something else', async ({ page }) => {
  for (const role of ['admin', 'approver', 'processor', 'requester']) {
    await openReports(page, `${role}@lakeside.example`)
    const names = await rows(page, byStatus).getByRole('rowheader').allInnerTexts()
    expect(names).toContain('Processing by approver')
    expect(names).not.toContain('Processing')
    await expect(table(page, byWeek).getByRole('columnheader')).toHaveText(['Week of', 'Raised', 'Closed'])
  }
})

test('truncates the bar for an extreme amount with a note, and keeps other bars distinguishable', async ({
  page,
  request,
}) => {
  await openReports(page, approver)
  const barsAbove = async (pixels: number) => {
    const heights = await columns(page).evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().height))
    return heights.filter((height) => height > pixels).length
  }
  const before = await barsAbove(20)
  await raiseAt(request, 1, { payee_name_1: 'Harbor Bank', amount: 12_000_000 })
  const cut = drawing(page, byWeek).locator('[data-cut]')
  await expect(cut).toHaveCount(1)
  const note = page.getByRole('note').filter({ hasText: 'Raised' })
  await expect(note).toHaveText(
    /^Broken scale: the bar with a gap is far longer than drawn\. .*: Raised \$12,\d{3},\d{3}\.\d\d/,
  )
  // The gap in the scale takes up some of the bars' height. Without the truncation, the other bars would be one pixel
  // high.
  expect(await barsAbove(10)).toBeGreaterThanOrEqual(before)
  await expect(page.getByRole('note').filter({ hasText: 'Request: Amount $12,' })).toBeVisible()
  await checkLooks(page, 'reports-outlier')
})

test('updates the charts when another user changes a request', async ({ page, request }) => {
  await openReports(page, approver)
  const sentBack = rows(page, byStatus).filter({ hasText: 'SendBack' }).getByRole('cell').first()
  const before = Number(await sentBack.innerText())
  const api = await apiAs(request, approver)
  const { items } = await api.call<ListPage>('GET', '/check-requests?status=1&limit=1')
  const [item] = items as [ListPage['items'][number]]
  await move(api, item, 9, { note: 'Which invoice?' })
  await expect(sentBack).toHaveText(String(before + 1))
})

test('shows no charts without data', async ({ page, request }) => {
  await logIn(page, await makeNewcomer(request, 'approver'))
  await expect(page.getByText('Recent Pending Requests')).toBeVisible()
  await expect(page.getByRole('table', { name: byStep })).toHaveCount(0)
  await expect(page.getByText('Open Requests')).toHaveCount(0)
})

test('keeps bars visible against their background in both themes and with forced colors', async ({ page }) => {
  await openReports(page, approver)
  for (const setting of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
    await page.emulateMedia(setting)
    const contrasts = await columns(page).evaluateAll((all) => {
      const brightness = (color: string) => {
        const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
        context.fillStyle = color
        context.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
          const share = part / 255
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      return all.map((bar) => {
        const { fill, stroke } = getComputedStyle(bar)
        const edge = brightness(stroke === 'none' ? fill : stroke)
        const ground = brightness(
          getComputedStyle(bar.closest('section > div')?.parentElement as Element).backgroundColor,
        )
        return (Math.max(edge, ground) + 0.05) / (Math.min(edge, ground) + 0.05)
      })
    })
    expect(contrasts.length).toBeGreaterThan(4)
    expect(Math.min(...contrasts), JSON.stringify(setting)).toBeGreaterThanOrEqual(3)
  }
})
