import { expect, type Locator, type Page } from '@playwright/test'
import { addDealership, addUser, findGroup, openAdministration, ownWord, superAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { test } from './support/test.ts'

const longName = 'Northern Lights Recreational Vehicles and Power Sports of Greater Dane County'

interface Ledger {
  path: string
  heading: string
  table: string
  /** The columns that are shown at any width. */
  stay: string[]
  /** Opens the list, if the screen doesn't show it at first. */
  show?(page: Page): Promise<void>
  /** The row height on a phone, if more than two lines. */
  card?: number
}

const ledgers: Ledger[] = [
  {
    path: '/admin-users',
    heading: 'User Management',
    table: 'Users',
    stay: ['Username', 'Name', 'Role', 'Status', 'Actions'],
  },
  {
    path: '/admin-dealerships',
    heading: 'Dealerships',
    table: 'Dealerships',
    stay: ['Name', 'Code', 'Location', 'Status', 'Actions'],
  },
  {
    path: '/admin-dealerships',
    heading: 'Dealerships',
    table: 'Dealer Groups',
    stay: ['Name', 'Code', 'Actions'],
  },
  {
    path: '/admin-dealerships',
    heading: 'Dealerships',
    table: 'Delivery methods',
    stay: ['Name', 'Kind', 'Actions'],
  },
  {
    path: '/admin-departments?open=1',
    heading: 'Departments',
    table: 'Departments in ',
    stay: ['Name', 'Code', 'Actions'],
  },
  {
    path: '/admin-audit',
    heading: 'Audit Trail',
    table: 'Audit trail',
    stay: ['When', 'Who', 'Record', 'Before and After'],
    card: 112,
  },
  {
    path: '/admin-audit',
    heading: 'Audit Trail',
    table: 'Chains',
    stay: ['Chain', 'Entries', 'State', 'Head Hash'],
    show: (page) => page.getByRole('button', { name: 'Verify' }).click(),
    card: 112,
  },
  {
    path: '/admin-users',
    heading: 'User Management',
    table: 'Failed logins',
    stay: ['Account', 'Email', 'Network', 'Wrong Passwords', 'Last Attempt'],
    show: async (page) => {
      const wrong = { email: 'manager@lakeside.example', password: 'not this one' }
      await page.request.post('/api/v1/auth/login', { data: wrong })
      await page.getByRole('button', { name: 'Failed Logins' }).click()
    },
    card: 112,
  },
]

const tableOf = (page: Page, { table }: Ledger) => page.getByRole('table', { name: table }).first()
const rowsOf = (table: Locator) => table.locator('tbody').getByRole('row')

/** The distinct row heights, in pixels. Users with several roles have a line for each (R097) and are left out. */
function heightsOf(table: Locator): Promise<number[]> {
  return rowsOf(table).evaluateAll((rows) => {
    const ofOneLine = rows.filter((row) => row.querySelectorAll('[data-role]').length < 2)
    return [...new Set(ofOneLine.map((row) => (row as HTMLElement).offsetHeight))]
  })
}

function hiddenPixels(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

for (const ledger of ledgers)
  test(`fits each row of the table “${ledger.table}” at ${ledger.path} into 40 pixels, and into a card on a phone`, async ({
    page,
  }) => {
    await openAdministration(page, superAdmin, ledger.path, ledger.heading)
    await ledger.show?.(page)
    const table = tableOf(page, ledger)
    await expect(rowsOf(table).first()).toBeVisible({ timeout: 30_000 })
    for (const width of [1920, 1280, 1024, 768, 640]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => hiddenPixels(page), `${width} pixels`).toBe(0)
      expect(await heightsOf(table), `${width} pixels`).toEqual([40])
      const columns = await table.getByRole('columnheader').allInnerTexts()
      expect(columns, `${width} pixels`).toEqual(expect.arrayContaining(ledger.stay))
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await expect.poll(() => hiddenPixels(page)).toBe(0)
    for (const part of ['title', ...(ledger.table === 'Users' ? ['mark', 'detail', 'end'] : [])])
      await expect(rowsOf(table).first().locator(`[data-card="${part}"]`), part).toBeVisible()
    for (const height of await heightsOf(table)) expect(height).toBeLessThanOrEqual(ledger.card ?? 72)
    for (const button of (await rowsOf(table).first().getByRole('button').all()).slice(0, 1)) {
      await button.scrollIntoViewIfNeeded()
      await expect(button).toBeInViewport({ ratio: 1 })
    }
  })

test('hides columns of the user list in a fixed order as the window narrows', async ({ page }) => {
  await openAdministration(page, superAdmin, '/admin-users', 'User Management')
  const all = [
    'Username',
    'Name',
    'Title',
    'Email',
    'Role',
    'Dealer Group',
    'Dealership',
    'Department',
    'Status',
    'Actions',
  ]
  const gone = { 1280: [], 1180: ['Dealer Group'], 1024: ['Dealer Group', 'Email'] }
  for (const [width, names] of Object.entries<string[]>(gone)) {
    await page.setViewportSize({ width: Number(width), height: 900 })
    await expect(page.getByRole('columnheader')).toHaveText(all.filter((name) => !names.includes(name)))
  }
})

test('shows a truncated name in full on hover and when a button in the same row has the focus', async ({
  page,
  request,
}) => {
  const api = await apiAs(request, superAdmin)
  const group = await findGroup(api, 'LAG')
  await addDealership(api, group.id, longName)
  await openAdministration(page, superAdmin, '/admin-dealerships', 'Dealerships')
  const tip = page.getByRole('tooltip')
  const row = rowsOf(page.getByRole('table', { name: 'Dealerships' })).filter({ hasText: longName })
  await row.getByText(longName).hover()
  await expect(row.getByRole('link', { name: 'No departments yet. Add departments' })).toBeInViewport({ ratio: 1 })
  await expect(tip).toHaveText(longName)
  await page.mouse.move(0, 0)
  await expect(tip).toHaveCount(0)
  await page.getByRole('button', { name: `Edit ${longName}` }).focus()
  await expect(tip).toHaveText(longName)
})

test('shows a chain’s head hash in full at any width', async ({ page }) => {
  await openAdministration(page, superAdmin, '/admin-audit', 'Audit Trail')
  await page.getByRole('button', { name: 'Verify' }).click()
  const hash = page.getByRole('table', { name: 'Chains' }).locator('code').first()
  await expect(hash).toHaveText(/^[0-9a-f]{64}$/)
  for (const width of [1920, 1280, 768, 360]) {
    await page.setViewportSize({ width, height: 900 })
    const cutOff = await hash.evaluate((code) => {
      const cell = code.closest('td')?.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(code)
      const text = range.getBoundingClientRect()
      return !cell || text.right > cell.right || text.bottom > cell.bottom
    })
    expect(cutOff, `${width} pixels`).toBe(false)
  }
})

test('shows placeholders at the height of the rows while a list loads', async ({ page, request }) => {
  const api = await apiAs(request, superAdmin)
  await addUser(api, { title: ownWord() })
  const release = Promise.withResolvers<void>()
  await page.route('**/api/v1/users', async (route) => {
    await release.promise
    await route.continue()
  })
  await openAdministration(page, superAdmin, '/admin-users', 'User Management')
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table).toHaveAttribute('aria-busy', 'true')
  expect(await heightsOf(table)).toEqual([40])
  release.resolve()
  await expect(table).toHaveAttribute('aria-busy', 'false')
  expect(await heightsOf(table)).toEqual([40])
})
