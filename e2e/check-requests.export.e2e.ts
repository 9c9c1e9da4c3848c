import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { rowsOf } from './support/lists.ts'
import { noticeOf } from './support/notices.ts'
import { endSession, signIn } from './support/session.ts'
import { test } from './support/test.ts'

async function chooseFormat(page: Page, format: string): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: format }).click()
}

async function exportAs(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download')
  await chooseFormat(page, format)
  const file = await download
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

const numbersIn = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0])

test('exports exactly the listed requests in their order', async ({ page }) => {
  await signIn(page.context(), 'processor@lakeside.example')
  await page.goto('/check-requests-completed?within=30&sort=amount-high')
  await expect(rowsOf(page).first()).toBeVisible()
  const shown = await rowsOf(page).getByRole('link', { name: /^LAG-/ }).allInnerTexts()
  const { name, bytes } = await exportAs(page, 'CSV')
  expect(name).toBe('check-requests.csv')
  expect(numbersIn(bytes.toString())).toEqual(shown)
  expect(bytes.toString()).toMatch(/^\uFEFFRequest #,Status,Priority,Amount,/)
})

test('exports all pages, not just the loaded ones', async ({ page }) => {
  await signIn(page.context(), 'superadmin@example.com')
  await page.goto('/check-requests')
  await expect(page.getByText('150 check requests found')).toBeVisible()
  expect(numbersIn((await exportAs(page, 'CSV')).bytes.toString())).toHaveLength(150)
})

test('saves an exported spreadsheet under the expected file name', async ({ page }) => {
  await signIn(page.context(), 'requester@lakeside.example')
  await page.goto('/check-requests')
  const { name, bytes } = await exportAs(page, 'Excel (XLSX)')
  expect(name).toBe('check-requests.xlsx')
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
})

test('reports a failed export', async ({ page, errors }) => {
  errors.allow(/ERR_FAILED/)
  await signIn(page.context(), 'approver@lakeside.example')
  await page.goto('/check-requests-pending')
  await page.route('**/check-requests/export/**', (route) => route.abort())
  await chooseFormat(page, 'CSV')
  await expect(noticeOf(page, 'Couldn’t export the check requests')).toBeVisible()
})

for (const format of ['CSV', 'Excel (XLSX)'])
  test(`shows only the sign-in notice if the session ends before an export as ${format}`, async ({ page, request }) => {
    await signIn(page.context(), 'approver@lakeside.example')
    await page.goto('/check-requests-pending')
    await page.route('**/check-requests/export/**', async (route) => {
      await endSession(page.context(), request)
      await route.continue()
    })
    const answered = page.waitForResponse('**/check-requests/export/**')
    await chooseFormat(page, format)
    expect((await answered).status()).toBe(401)
    await expect(page).toHaveURL('/login')
    await expect(noticeOf(page, 'Unauthorized access...')).toBeVisible()
    await expect(noticeOf(page, 'Couldn’t export the check requests')).toHaveCount(0)
  })
