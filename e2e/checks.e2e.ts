import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { addCheckGroup } from './support/drawn-checks.ts'
import { rowsOf, widthOfSpecifiedColumns } from './support/lists.ts'
import { noticeOf } from './support/notices.ts'
import { menu } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

async function openRegister(page: Page, email: string, query = ''): Promise<void> {
  await signIn(page.context(), email)
  await page.goto(`/checks${query}`)
  await expect(page.getByRole('heading', { name: 'Checks', level: 1 })).toBeVisible()
}

test('lists every check by number, and finds checks by number, words, state, and date', async ({ page, request }) => {
  const group = await addCheckGroup(request)
  await openRegister(page, group.people.clerk)
  await expect(page.getByText('No checks have been printed yet.')).toBeVisible()

  const checks = await group.printed(
    { payee_name_1: 'Harbor Glass Works', amount: 1234.5, po_purchase_no: 'PO-1' },
    { payee_name_1: 'Coast Towing and Recovery of the Northern Shore', amount: 480, po_purchase_no: 'PO-2' },
    { payee_name_1: 'Quick Parts', amount: 99.95, po_purchase_no: 'PO-3' },
  )
  const [first, second, third] = checks
  if (!first || !second || !third) throw new Error('Three checks are printed')
  await group.sign(first, second)
  await group.ready(first)
  await group.mail(first)
  const printer = await group.as('printer')
  await printer.call('POST', `/checks/${third.id}/void`, { reason: 'Wrong stock', request_status: 'rejected' })

  await page.goto('/checks')
  await expect(rowsOf(page)).toHaveText([
    /1003.*Void.*Quick Parts.*VOID/,
    /1002.*Signed.*Coast/,
    /1001.*Issued.*Harbor/,
  ])
  await page.setViewportSize(widthOfSpecifiedColumns)
  await expect(rowsOf(page).nth(2)).toContainText('0 days')
  await expect(rowsOf(page).nth(2)).toContainText('Anton Approves')
  await expect(rowsOf(page).nth(0).locator('s')).toHaveText('$99.95')
  await expect(page.getByRole('list', { name: 'Totals' }).getByRole('button')).toHaveText([
    'Signed: 1$480.00',
    'Issued: 1$1,234.50',
    'Void: 1$99.95',
  ])
  await expect(page.getByRole('list', { name: 'Numbers' })).toHaveText(
    'Operating: numbers 1001 to 1003, 3 numbers used, 3 rows, 0 gaps.',
  )
  await checkLooks(page, 'checks')
  const issued = page.getByRole('button', { name: 'Issued: 1' })
  await issued.press('Enter')
  await expect(rowsOf(page)).toHaveText([/Harbor/])
  await expect(page).toHaveURL('/checks?state=issued')
  await issued.press('Enter')
  await expect(rowsOf(page)).toHaveCount(3)

  const search = page.getByRole('searchbox', { name: 'Search Checks' })
  await search.fill('1002')
  await expect(rowsOf(page)).toHaveText([/Coast/])
  await search.fill('glass harbor')
  await expect(rowsOf(page)).toHaveText([/Harbor/])
  await expect(page).toHaveURL('/checks?search=glass+harbor')
  await search.fill('')
  await page.getByRole('combobox', { name: 'State' }).selectOption('Void')
  await expect(rowsOf(page)).toHaveText([/Quick/])
  await page.reload()
  await expect(rowsOf(page)).toHaveText([/Quick/])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('checks.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines.slice(1)).toEqual([expect.stringMatching(/^1003,VOID,.*,Quick Parts,,99\.95,/)])
  await page.getByRole('combobox', { name: 'State' }).selectOption('All states')
  await page.getByRole('combobox', { name: 'Account' }).selectOption('Operating')
  await page.getByLabel('To', { exact: true }).fill('1/1/2020')
  await page.keyboard.press('Tab')
  await expect(page.getByText('No checks found matching your criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(rowsOf(page)).toHaveCount(3)
  await page.getByLabel('Amount from').fill('480')
  await page.getByLabel('Amount to').fill('100')
  await expect(page.getByText('The highest amount is below the lowest amount')).toBeVisible()
  await expect(rowsOf(page)).toHaveText([/Coast/, /Harbor/])
  await page.getByLabel('Amount to').fill('1000')
  await page.keyboard.press('Tab')
  await expect(rowsOf(page)).toHaveText([/Coast/])
  await expect(page).toHaveURL('/checks?amountFrom=480.00&amountTo=1000.00')
  await page.getByLabel('Amount from').fill('0')
  await expect(page.getByText('Amount must be at least 0.01.')).toBeVisible()
  await page.getByLabel('Amount from').fill('')
  await page.getByLabel('Amount to').fill('')
  await expect(rowsOf(page)).toHaveCount(3)
  await page.getByLabel('As of', { exact: true }).fill('12/31/2099')
  await page.keyboard.press('Tab')
  await expect(page.getByText('The register as it was at the end of Dec 31, 2099.')).toBeVisible()
  await expect(rowsOf(page)).toHaveText([/1003.*Void/, /1002.*Signed/, /1001.*Issued/])
  await page.getByLabel('As of', { exact: true }).fill('1/1/2020')
  await page.keyboard.press('Tab')
  await expect(page.getByText('No checks found matching your criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(rowsOf(page)).toHaveCount(3)
  await page.getByRole('link', { name: '1002' }).press('Enter')
  await expect(page).toHaveURL(`/checks/${second.id}`)
})

test('opens the documents for ready checks from the register', async ({ page, request }) => {
  const group = await addCheckGroup(request)
  const [mailed, taken] = await group.printed(
    { delivery_method_id: 1, mailing_method: 'USPS', mailing_address: '88 Mill Road', po_purchase_no: 'PO-1' },
    // The amount differs from the other checks, because possible duplicates aren't printed without a reason.
    { amount: 480, po_purchase_no: 'PO-2' },
  )
  if (!mailed || !taken) throw new Error('Two checks are printed')
  await openRegister(page, group.people.clerk)
  await page.getByRole('button', { name: 'Pickup List' }).click()
  await expect(noticeOf(page, 'Couldn’t open the pickup list')).toContainText('No check is ready to be picked up.')
  await group.sign(mailed, taken)
  await group.ready(mailed, taken)
  for (const [name, file] of [
    ['Pickup List', 'pick-up-list'],
    ['Address Labels', 'address-labels'],
  ] as const) {
    const [tab, response] = await Promise.all([
      page.waitForEvent('popup'),
      page.waitForResponse(`**/checks/${file}`),
      page.getByRole('button', { name }).click(),
    ])
    await tab.close()
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
  }
})

test('loads a long register page by page', async ({ page, request }) => {
  const group = await addCheckGroup(request)
  await group.printed(
    ...Array.from({ length: 52 }, (_, index) => ({ amount: 10 + index, po_purchase_no: `PO-${index}` })),
  )
  await openRegister(page, group.people.clerk)
  await expect(rowsOf(page)).not.toHaveCount(0)
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(rowsOf(page)).toHaveCount(52, { timeout: 1000 })
  }).toPass()
  await expect(rowsOf(page).last()).toContainText('1001')
})

test('offers the register only to users of a dealer group with a bank account', async ({ page, request, openAs }) => {
  const group = await addCheckGroup(request)
  for (const email of [group.people.admin, group.people.approver, group.people.clerk]) {
    await openRegister(page, email)
    await expect(menu(page).getByRole('link', { name: 'Register', exact: true })).toBeVisible()
  }
  const requester = await openAs(group.people.requester, '/checks')
  await expect(requester).toHaveURL('/unauthorized')
  const other = await openAs('everyone@summit.example')
  await expect(menu(other).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(menu(other).getByRole('link', { name: 'Register', exact: true })).toHaveCount(0)
})
