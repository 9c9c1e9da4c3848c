import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { expectColumns, openList, rowOf, rowsOf } from './support/lists.ts'
import { raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const processor = 'processor@summit.example'
const longName = 'Northern Lights Recreational Vehicle Reconditioning and Detailing Company'

/** The distinct row heights. */
function rowHeights(page: Page): Promise<number[]> {
  return page
    .locator('tbody tr')
    .evaluateAll((rows) => [...new Set(rows.map((row) => (row as HTMLElement).offsetHeight))])
}

async function openPending(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 })
  await signIn(page.context(), approver)
  await page.goto('/check-requests-pending')
  await expect(rowsOf(page).first()).toBeVisible()
}

test('shows each request on one line of 40 pixels, with 16 pixels after the amount', async ({ page, request }) => {
  const { request_number: number } = await raise(await apiAs(request, requester), { payee_name_1: longName })
  await openList(page, requester)
  await expect(rowOf(page, number)).toBeVisible()
  expect(await rowHeights(page)).toEqual([40])
  const gap = await rowOf(page, number).evaluate((row) => {
    const textIn = (cell: Element | null | undefined) => {
      const range = document.createRange()
      range.selectNodeContents(cell as Element)
      return range.getBoundingClientRect()
    }
    const amount = row.querySelector('.figure')
    return textIn(amount?.nextElementSibling).left - textIn(amount).right
  })
  expect(gap).toBe(16)
})

test('shows a check number below its status, or next to its status in dense rows', async ({ page, request }) => {
  const placeOf = async (what: string) => {
    const box = await rowsOf(page).first().locator(`[data-card="mark"] ${what}`).boundingBox()
    if (!box) throw new Error(`${what} isn’t shown`)
    return box
  }
  const badge = '.status-first > :first-child'
  await openList(page, processor, '?status=7')
  await expect(
    rowsOf(page)
      .first()
      .getByText(/^#\d+$/),
  ).toBeVisible()
  for (const width of [1280, 1920, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const [status, number] = [await placeOf(badge), await placeOf('.check-number')]
    expect(number.y, `${width} pixels`).toBeGreaterThanOrEqual(status.y + status.height - 2)
    expect(Math.abs(number.x - status.x), `${width} pixels`).toBeLessThanOrEqual(1)
    const row = await rowsOf(page).first().boundingBox()
    expect(number.y + number.height, `${width} pixels`).toBeLessThanOrEqual((row?.y ?? 0) + (row?.height ?? 0))
  }
  expect(await rowHeights(page)).toEqual([72])
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await rowHeights(page)).toEqual([40])
  const dense = { list: 'all', layout: { columns: [], density: 'dense' } }
  await (await apiAs(request, processor)).call('PUT', '/views/layout', dense)
  await page.reload()
  await expect.poll(() => rowHeights(page)).toEqual([32])
  const [status, number] = [await placeOf(badge), await placeOf('.check-number')]
  expect(number.x).toBeGreaterThan(status.x + status.width)
  expect(Math.abs(number.y + number.height / 2 - status.y - status.height / 2)).toBeLessThanOrEqual(2)
})

test('shows a truncated payee in full on hover, and when the row has the focus', async ({ page, request }) => {
  const { request_number: number } = await raise(await apiAs(request, requester), { payee_name_1: longName })
  await openList(page, requester)
  const tip = page.getByRole('tooltip')
  await rowOf(page, number).getByText(longName).hover({ force: true })
  await expect(tip).toHaveText(longName)
  await page.mouse.move(0, 0)
  await expect(tip).toHaveCount(0)
  await rowOf(page, number).getByRole('link', { name: number, exact: true }).focus()
  await expect(tip).toHaveText(longName)
  await page.keyboard.press('Escape')
  await expect(tip).toHaveCount(0)
})

test('opens a request from anywhere in its row, in the same tab or a new one', async ({ page, request, context }) => {
  const { id, request_number: number } = await raise(await apiAs(request, requester), { payee_name_1: 'Row Opener' })
  await openList(page, requester)
  const payee = await rowOf(page, number).getByText('Row Opener').boundingBox()
  if (!payee) throw new Error('The payee isn’t shown')
  const opened = context.waitForEvent('page')
  await page.mouse.click(payee.x + 5, payee.y + 5, { button: 'middle' })
  await expect(await opened).toHaveURL(`/check-requests/${id}`)
  await page.mouse.click(payee.x + 5, payee.y + 5)
  await expect(page).toHaveURL(`/check-requests/${id}`)
})

test('hides columns of a narrow list in a fixed order, but keeps those needed for actions', async ({ page }) => {
  await openPending(page, 1920)
  const everything = ['Request #', 'Requester', 'Dealership', 'Department', 'Payee', 'Risk', 'Amount', 'Purpose']
  await expectColumns(page, [...selectAll, ...everything, 'Req Date', 'Due Date', ...acted])
  const named = ['Request #', 'Requester', 'Department', 'Payee', 'Amount', 'Purpose', 'Req Date']
  const fewer: [width: number, names: string[]][] = [
    [1366, named],
    [1280, named],
    [1180, ['Request #', 'Requester', 'Payee', 'Amount', 'Purpose', 'Req Date']],
    [1024, ['Request #', 'Payee', 'Amount']],
    [768, ['Request #', 'Payee', 'Amount']],
  ]
  for (const [width, names] of fewer) {
    await page.setViewportSize({ width, height: 800 })
    await expectColumns(page, [...selectAll, ...names, ...acted])
    const hidden = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(hidden, `pixels cut off at ${width}`).toBe(0)
    const last = await page.getByRole('columnheader', { name: 'Action' }).boundingBox()
    expect((last?.x ?? width) + (last?.width ?? 0), `edge of the last column at ${width}`).toBeLessThanOrEqual(width)
  }
})

const selectAll = ['Select all shown']
const acted = ['Status', 'Priority', 'Action']

test('shows payee, amount, status, waiting time, and number on a two-line card on a phone', async ({ page }) => {
  await openPending(page, 360)
  expect(await rowHeights(page)).toEqual([72])
  const first = rowsOf(page).first()
  for (const part of ['title', 'figure', 'mark', 'detail'])
    await expect(first.locator(`[data-card="${part}"]`), part).toBeInViewport()
  await expect(first.locator('[data-card="mark"]')).toContainText(/waiting \d+|just now/)
  // The payee has all the room next to the amount.
  const edges = (part: string) => first.locator(`[data-card="${part}"] > div`).boundingBox()
  const [payee, amount] = [await edges('title'), await edges('figure')]
  expect((amount?.x ?? 360) - (payee?.x ?? 0) - (payee?.width ?? 0)).toBeLessThanOrEqual(16)
  await expect(first.getByRole('link', { name: /^View / })).not.toBeInViewport()
  await first.getByRole('link', { name: /^View / }).focus()
  await expect(first.getByRole('link', { name: /^View / })).toBeInViewport()
})

test('reveals a card’s actions on a phone when the Show actions button is tapped', async ({ page }) => {
  await openPending(page, 360)
  const row = rowsOf(page).first()
  const box = await row.getByRole('button', { name: 'Show actions' }).boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(36)
  await row.getByRole('button', { name: 'Show actions' }).click()
  await expect(row.getByRole('link', { name: /^View / })).toBeInViewport()
  await expect(row.getByRole('link', { name: /^View / })).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(row.getByRole('button', { name: 'Show actions' })).toBeHidden()
})

test('shows the menu above the selection bar on a phone', async ({ page }) => {
  await openPending(page, 360)
  await rowsOf(page).first().getByRole('checkbox').check()
  const bar = await page.getByRole('region', { name: 'Selection' }).boundingBox()
  if (!bar) throw new Error('The bar isn’t shown')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const onTop = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.getAttribute('aria-label'), [
    bar.x + bar.width - 4,
    Math.min(bar.y + 10, 730),
  ] as const)
  expect(onTop).toBe('Close menu')
})
