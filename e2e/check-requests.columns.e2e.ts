import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks, expectNoSidewaysScroll } from './support/checks.ts'
import {
  completedColumns,
  cutOff,
  expectColumns,
  expectNamedColumns,
  listColumns,
  narrowest,
  openList,
  processingColumns,
  queueColumns,
  rowsOf,
  widthOfSpecifiedColumns,
} from './support/lists.ts'
import { scriptWith } from './support/scripts.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const own = ['Request #', 'Amount', 'Payee', 'Dealership', 'Department', 'Req Date', 'Due Date']
const ends = ['Status', 'Priority', 'Action']
/** The columns of users who decide on requests or process them. */
const withRisk = own.toSpliced(3, 0, 'Risk')
const wide = { width: 1920, height: 900 }

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Columns' })
const edgeOf = (page: Page, name: string) => page.getByRole('separator', { name: `${name} Column Width` })

async function openColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(panelOf(page)).toBeVisible()
}

/** Performs an action that changes columns, and waits until the server has saved it. */
async function kept(page: Page, change: () => Promise<unknown>): Promise<void> {
  const saved = page.waitForResponse('**/api/v1/views/layout')
  await change()
  expect((await saved).status()).toBe(200)
}

async function widthOf(page: Page, name: string): Promise<number> {
  const box = await page.getByRole('columnheader', { name, exact: true }).boundingBox()
  return Math.round(box?.width ?? 0)
}

const [requester, approver, processor, admin] = ['requester', 'approver', 'processor', 'admin'].map(
  (name) => `${name}@lakeside.example`,
) as [string, string, string, string]
const lists = [
  { path: '', names: listColumns, who: [requester, approver, processor, admin, 'superadmin@example.com'] },
  { path: '-sendback', names: queueColumns, who: [requester] },
  { path: '-reject', names: queueColumns, who: [requester] },
  { path: '-pending', names: queueColumns, who: [approver, admin] },
  { path: '-processing', names: processingColumns, who: [processor, admin] },
  { path: '-completed', names: completedColumns, who: [processor, admin] },
]

/** The second width leaves room for a scroll bar. */
async function expectRoomFrom1280(page: Page, names: readonly string[], widths = [1280, 1263]): Promise<void> {
  await expect(rowsOf(page).first()).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ ...widthOfSpecifiedColumns, width })
    await expectNamedColumns(page, names)
    await expectNoSidewaysScroll(page)
    expect(await narrowest(page, 'Payee')).toBeGreaterThanOrEqual(180)
    expect(await cutOff(page, ['Request #', 'Amount', 'Status'])).toEqual([])
  }
}

for (const { path, names, who } of lists)
  test(`shows all columns of /check-requests${path}, without truncated amounts or statuses, at 1,280 pixels`, async ({
    page,
  }) => {
    for (const email of who) {
      await signIn(page.context(), email)
      await page.goto(`/check-requests${path}`)
      await expectRoomFrom1280(page, names)
    }
  })

test('shows all columns of dense rows at 1,280 pixels', async ({ page, request }) => {
  for (const { path, names, who } of lists.slice(3)) {
    const [email = ''] = who
    const api = await apiAs(request, email)
    const keep = (density: string) =>
      api.call('PUT', '/views/layout', { list: path.slice(1), layout: { columns: [], density } })
    await keep('dense')
    await signIn(page.context(), email)
    await page.goto(`/check-requests${path}`)
    await expectRoomFrom1280(page, names, [1280])
    await keep('comfortable')
  }
})

test('adds columns beyond the specified ones at 1,920 pixels by narrowing the payee column', async ({ page }) => {
  await page.setViewportSize(wide)
  await signIn(page.context(), processor)
  for (const path of ['', '-processing', '-completed']) {
    await page.goto(`/check-requests${path}`)
    await expect(rowsOf(page).first()).toBeVisible()
    expect(await narrowest(page, 'Payee')).toBeLessThan(400)
    await expect(page.getByRole('columnheader', { name: 'Dealership' })).toBeVisible()
    expect(await cutOff(page, ['Requester', 'Dealership', 'Department', 'Payee', 'Delivery Method'])).toEqual([])
  }
})

test('keeps hidden and added columns after a reload and on another computer', async ({ page, openAs }) => {
  const email = 'requester@lakeside.example'
  await page.setViewportSize(wide)
  await openList(page, email)
  await expectColumns(page, [...own, ...ends])
  await openColumns(page)
  for (const name of ['Request #', 'Amount', 'Payee', 'Status', 'Action'])
    await expect(panelOf(page).getByRole('checkbox', { name })).toBeDisabled()
  await kept(page, () => panelOf(page).getByRole('checkbox', { name: 'Department' }).uncheck())
  await kept(page, () => panelOf(page).getByRole('checkbox', { name: 'Purpose' }).check())
  const chosen = [...own.filter((name) => name !== 'Department'), 'Status', 'Priority', 'Purpose', 'Action']
  await expectColumns(page, chosen)
  await page.reload()
  await expectColumns(page, chosen)
  const elsewhere = await openAs(email, '/check-requests')
  await elsewhere.setViewportSize(wide)
  await expectColumns(elsewhere, chosen)
  await openColumns(page)
  await kept(page, () => panelOf(page).getByRole('button', { name: 'Reset' }).click())
  await expectColumns(page, [...own, ...ends])
})

test('renders the column settings accessibly in light and dark mode', async ({ page }) => {
  await openList(page, 'requester2@lakeside.example')
  await expect(rowsOf(page).first()).toBeVisible()
  await openColumns(page)
  await checkLooks(page, 'check-requests-columns')
})

// The user's settings and the code that arranges columns, either of which can arrive last.
const late = {
  'the user’s choice of columns': () => '**/api/v1/views',
  'the code that arranges columns': () => scriptWith('check-requests/list/arranged-columns.ts'),
}
for (const [what, address] of Object.entries(late))
  test(`shows no columns until ${what} arrives`, async ({ page }) => {
    await page.setViewportSize(wide)
    await openList(page, 'requester@summit.example')
    await openColumns(page)
    const department = panelOf(page).getByRole('checkbox', { name: 'Department' })
    await kept(page, () => department.uncheck())
    const release = Promise.withResolvers<void>()
    await page.route(address(), async (route) => {
      await release.promise
      await route.continue()
    })
    await page.reload()
    await expect(page.getByText(/check requests? found/)).toBeVisible()
    await expect(rowsOf(page).getByRole('link')).toHaveCount(0)
    release.resolve()
    await expect(rowsOf(page).getByRole('link').first()).toBeVisible()
    await expectColumns(page, [...own.filter((name) => name !== 'Department'), ...ends])
    await openColumns(page)
    await kept(page, () => department.check())
  })

test('shows default columns if the code that arranges columns can’t be loaded', async ({ page, errors }) => {
  errors.allow(/net::ERR_FAILED/)
  await page.setViewportSize(wide)
  await page.route(scriptWith('check-requests/list/arranged-columns.ts'), (route) => route.abort())
  await openList(page, 'approver@summit.example')
  await expectColumns(page, [...withRisk, ...ends])
  await expect(page.getByRole('button', { name: 'Columns' })).toBeDisabled()
})

test('changes column order, column width, and row density by keyboard', async ({ page }) => {
  await page.setViewportSize(wide)
  await openList(page, 'approver@lakeside.example')
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  const up = panelOf(page).getByRole('button', { name: 'Move Payee up' })
  await up.focus()
  await kept(page, () => page.keyboard.press('Enter'))
  await expect(up).toBeFocused()
  await kept(page, () => page.keyboard.press('Enter'))
  await expect(panelOf(page).getByRole('status')).toHaveText(/^Payee: position 1 of \d+$/)
  const down = panelOf(page).getByRole('button', { name: 'Move Request # down' })
  await down.focus()
  await kept(page, () => page.keyboard.press('Enter'))
  await expect(down).toBeFocused()
  await expectColumns(page, ['Payee', 'Amount', 'Request #', ...withRisk.slice(3), ...ends])
  await panelOf(page).getByRole('radio', { name: 'Comfortable' }).focus()
  await kept(page, () => page.keyboard.press('ArrowDown'))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
  const heights = await rowsOf(page).evaluateAll((rows) => [
    ...new Set(rows.map((row) => (row as HTMLElement).offsetHeight)),
  ])
  expect(heights).toEqual([32])

  await edgeOf(page, 'Payee').focus()
  await page.keyboard.press('ArrowDown')
  await expect(edgeOf(page, 'Amount')).toBeFocused()
  const before = await widthOf(page, 'Amount')
  await kept(page, () => page.keyboard.press('ArrowRight'))
  await expect(edgeOf(page, 'Amount')).toHaveAttribute('aria-valuenow', String(before + 16))
  expect(await widthOf(page, 'Amount')).toBe(before + 16)
})

test('drags a column’s edge and a row of the column panel with the pointer', async ({ page }) => {
  await page.setViewportSize(wide)
  await openList(page, 'processor@lakeside.example')
  const before = await widthOf(page, 'Dealership')
  const edge = await edgeOf(page, 'Dealership').boundingBox()
  if (!edge) throw new Error('The edge isn’t shown')
  const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2]
  await kept(page, async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 60, y, { steps: 4 })
    expect(await widthOf(page, 'Dealership')).toBe(before + 60)
    await page.mouse.up()
  })
  await page.reload()
  await expect.poll(() => widthOf(page, 'Dealership')).toBe(before + 60)

  await openColumns(page)
  const rows = panelOf(page).getByRole('listitem')
  await kept(page, () => rows.filter({ hasText: 'Status' }).dragTo(rows.first()))
  await expectColumns(page, ['Status', ...withRisk, 'Priority', 'Action'])
})

test('hides the columns chosen by the user last when the window narrows', async ({ page }) => {
  await signIn(page.context(), 'superadmin@example.com')
  await page.setViewportSize(widthOfSpecifiedColumns)
  await page.goto('/check-requests')
  await openColumns(page)
  const box = panelOf(page).getByRole('checkbox', { name: 'Dealership' })
  await kept(page, () => box.uncheck())
  await kept(page, () => box.check())
  await page.keyboard.press('Escape')
  await edgeOf(page, 'Request #').focus()
  await kept(page, () => page.keyboard.press('End'))
  await page.setViewportSize({ width: 768, height: 800 })
  const hidden = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(hidden).toBe(0)
  await kept(page, () => edgeOf(page, 'Request #').press('Home'))
  await expect(page.getByRole('columnheader', { name: 'Dealership' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Due Date' })).toHaveCount(0)
})

test('shows cards on a phone, without the Columns button and the column edges', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openList(page, 'approver2@lakeside.example')
  await expect(rowsOf(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Columns' })).toBeHidden()
  await expect(page.getByRole('separator')).toHaveCount(0)
})
