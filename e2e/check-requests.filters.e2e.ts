import { expect, type Locator, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { expectFound, type ListPage, openList, rowsOf, textsIn } from './support/lists.ts'
import { raise } from './support/requests.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'
const approver = 'approver@lakeside.example'
const processor = 'processor@lakeside.example'

/** Opens a filter's editor from the menu. */
async function openFilter(page: Page, field: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: field, exact: true }).click()
  const editor = page.getByRole('dialog', { name: `Filter by ${field.toLowerCase()}` })
  await expect(editor).toBeVisible()
  return editor
}

function chip(page: Page, words: string): Locator {
  return page.getByRole('list', { name: 'Filters' }).getByRole('button', { name: words, exact: true })
}

async function pick(page: Page, editor: Locator, label: string, options: string[]): Promise<void> {
  await editor.getByLabel(label).click()
  for (const option of options)
    await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
  await editor.getByRole('button', { name: 'Apply' }).click()
}

/** Expects the list to show the count and total that the API returns for this query. */
async function expectAsTheApi(page: Page, request: Parameters<typeof apiAs>[0], query: string): Promise<void> {
  const user = await apiAs(request, approver)
  const { total, sum } = await user.call<ListPage & { sum: number }>('GET', `/check-requests?${query}`)
  expect(total).toBeGreaterThan(0)
  await expectFound(page, total)
  const money = sum.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  await expect(page.getByRole('status').getByText(money, { exact: true })).toBeVisible()
}

test('keeps combined filters in the URL through a reload, the back button, and sharing', async ({
  page,
  request,
  openAs,
}) => {
  await raise(await apiAs(request, requester), { amount: 4321.09, priority_level: 'urgent' })
  await openList(page, approver)
  await pick(page, await openFilter(page, 'Priority'), 'Priority', ['Urgent', 'Critical'])
  await expect(chip(page, 'Priority: Urgent, Critical')).toBeVisible()
  const editor = await openFilter(page, 'Amount')
  await editor.getByLabel('At least').fill('4000')
  await editor.getByLabel('At least').press('Enter')
  await expect(chip(page, 'Amount: from $4,000.00')).toBeVisible()
  await expect(page).toHaveURL(/\?(?=.*priority=urgent%2Ccritical)(?=.*amount_from=4000)/)
  const query = 'priority=urgent,critical&amount_from=4000'
  await expectAsTheApi(page, request, query)

  await page.reload()
  await expect(chip(page, 'Amount: from $4,000.00')).toBeVisible()
  await expectAsTheApi(page, request, query)
  const other = await openAs(approver, page.url())
  await expect(chip(other, 'Priority: Urgent, Critical')).toBeVisible()
  await expectAsTheApi(other, request, query)

  await page.getByRole('button', { name: 'Remove filter Priority: Urgent, Critical' }).click()
  await expectAsTheApi(page, request, 'amount_from=4000')
  await page.goBack()
  await expect(chip(page, 'Priority: Urgent, Critical')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL('/check-requests')
  await expect(page.getByRole('list', { name: 'Filters' })).toHaveCount(0)
})

test('reopens a filter chip’s editor with the current values', async ({ page, request }) => {
  await openList(page, approver, '?amount_from=100&amount_to=5000')
  await chip(page, 'Amount: $100.00 to $5,000.00').click()
  const editor = page.getByRole('dialog', { name: 'Filter by amount' })
  await expect(editor.getByLabel('At most')).toHaveValue('$5,000.00')
  await editor.getByLabel('At most').fill('50')
  await editor.getByRole('button', { name: 'Apply' }).click()
  await expect(editor.getByText('The highest amount is below the lowest amount')).toBeVisible()
  await editor.getByLabel('At most').fill('2000')
  await editor.getByRole('button', { name: 'Apply' }).click()
  await expect(chip(page, 'Amount: $100.00 to $2,000.00')).toBeVisible()
  await expectAsTheApi(page, request, 'amount_from=100&amount_to=2000')
})

for (const [email, name] of [
  [requester, 'requester'],
  [approver, 'approver'],
  [processor, 'processor'],
])
  test(`lets the ${name} role filter by each of the nine statuses, labeled like the badges`, async ({ page }) => {
    await openList(page, email as string)
    const editor = await openFilter(page, 'Status')
    await editor.getByRole('combobox', { name: 'Status', exact: true }).click()
    const badges = ['Request', 'Processing', 'Approved', 'Printed', 'Signed', 'Ready', 'Closed', 'Rejected', 'SendBack']
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(badges)
    await page.getByRole('listbox').getByRole('option', { name: 'Approved' }).click()
    await page.getByRole('listbox').getByRole('option', { name: 'Closed' }).click()
    await page.keyboard.press('Escape')
    await editor.getByRole('button', { name: 'Apply' }).click()
    await expect(chip(page, 'Status: Approved, Closed')).toBeVisible()
    await expect(async () => {
      const statuses = (await textsIn(page, 'Status')).map((text) => text.split('\n')[0])
      expect(statuses.length).toBeGreaterThan(0)
      for (const status of statuses) expect(['Approved', 'Closed']).toContain(status)
    }).toPass()
  })

test('filters by pending role, location, payee, date, and overdue state', async ({ page, request }) => {
  const steps: [field: string, fill: (editor: Locator) => Promise<void>, words: RegExp, query: string][] = [
    [
      'Waiting On',
      (editor) => editor.getByLabel('Approvers').check(),
      /^Waiting On: Approvers$/,
      'waiting_on=approvers',
    ],
    ['Payee', (editor) => editor.getByLabel('Payee').fill('a'), /^Payee: a$/, 'payee=a'],
    [
      'Raised',
      (editor) => editor.getByLabel('Last Day').fill('2126-01-31'),
      /^Raised: to Jan 31, 2126$/,
      'raised_to=2126-01-31',
    ],
    [
      'Due',
      (editor) => editor.getByLabel('First Day').fill('2020-02-01'),
      /^Due: from Feb 1, 2020$/,
      'due_from=2020-02-01',
    ],
  ]
  for (const [field, fill, words, query] of steps) {
    await openList(page, approver)
    const editor = await openFilter(page, field)
    await fill(editor)
    await editor.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('list', { name: 'Filters' }).getByRole('button', { name: words }).first()).toBeVisible()
    await expectAsTheApi(page, request, query)
  }
  await openList(page, approver, '?waiting_on=approvers')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Overdue' }).click()
  await expect(page).toHaveURL(/overdue=true/)
  await expect(page.getByRole('button', { name: 'Remove filter Overdue' })).toBeVisible()
})

test('opens and sets filters by keyboard', async ({ page, request }) => {
  await openList(page, approver)
  await page.getByRole('button', { name: 'Filter', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await page.keyboard.type('pay')
  await expect(page.getByRole('menuitem', { name: 'Payee' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Payee' })).toBeFocused()
  await page.keyboard.type('e')
  await page.keyboard.press('Enter')
  await expectAsTheApi(page, request, 'payee=e')
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).not.toBeFocused()
})

test('ignores invalid values in the URL', async ({ page, request }) => {
  const { total } = await (await apiAs(request, approver)).call<ListPage>('GET', '/check-requests')
  await openList(page, approver, '?statuses=done&dealership=x&amount_from=-1&due_from=2026-02-30&waiting_on=nobody')
  await expectFound(page, total)
  await expect(page.getByRole('list', { name: 'Filters' })).toHaveCount(0)
})

test('fits the filter menu, chips, and editors on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openList(page, approver, '?statuses=request,processing,approved&amount_from=1&payee=a')
  await expect(rowsOf(page).first()).toBeVisible()
  const editor = await openFilter(page, 'Due')
  const box = await editor.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('renders filter chips, the menu, and an editor accessibly in every theme and window size', async ({ page }) => {
  await openList(page, approver, '?statuses=request,processing,approved&amount_from=1&payee=a')
  await expect(chip(page, 'Payee: a')).toBeVisible()
  await checkLooks(page, 'check-requests-filters')
  // Without chips, because elements below an editor are out of reach until it is closed.
  await openList(page, approver)
  await openFilter(page, 'Amount')
  await checkLooks(page, 'check-requests-filters-editor')
})
