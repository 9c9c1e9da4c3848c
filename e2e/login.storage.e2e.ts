import { type BrowserContext, expect, type Page } from '@playwright/test'
import { noticeOf } from './support/notices.ts'
import { openForm } from './support/request-form.ts'
import { menu } from './support/requests.ts'
import { logIn, logOut } from './support/session.ts'
import { test } from './support/test.ts'

const everyone = 'everyone@summit.example'
const settings = { theme: 'dark', shortcuts: 'off' }
const deviceCookie = ['__Host-crd true']
const sessionAndDevice = ['__Host-crs true', '__Host-crd true']

test('stores only settings and an HTTP-only cookie in the browser after a day of work', async ({ page, context }) => {
  await workForADay(page)
  await page.reload()
  await expect(page.getByLabel(/^Payee Name/)).toBeVisible()
  await expectStored(page, context, settings, sessionAndDevice)
})

test('keeps only the settings and the device cookie after logout', async ({ page, context }) => {
  await workForADay(page)
  await plantLeftovers(page)
  await menu(page).getByRole('link', { name: 'My Requests' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await logOut(page)
  await page.reload()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await expectStored(page, context, settings, deviceCookie)
})

test('keeps only the settings when a session ends with an open form', async ({ page, context }) => {
  await workForADay(page)
  await plantLeftovers(page)
  await context.clearCookies()
  await page.getByLabel(/^Payee Name/).fill('Typed after the End')
  await expect(noticeOf(page, 'Unauthorized access...')).toBeVisible({ timeout: 15_000 })
  await expect(page).toHaveURL('/login')
  await page.reload()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await expectStored(page, context, settings, [])
})

/** Opens screens, searches, changes settings, and starts a request. */
async function workForADay(page: Page): Promise<void> {
  await logIn(page, everyone)
  await page.getByRole('button', { name: /^Theme: System/ }).click()
  await page.getByRole('button', { name: /^Theme: Light/ }).click()
  await page.goto('/check-requests?q=Searched')
  await page.getByRole('searchbox').fill('Searched for')
  await expect(page).toHaveURL(/Searched\+for/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).click()
  await page.getByRole('dialog').getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await openForm(page)
  await page.getByLabel(/^Payee Name/).fill('Typed Payee')
  await page.getByRole('combobox', { name: 'Amount', exact: true }).fill('98765.43')
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
}

/** Data that an older version or a library may have stored. */
async function plantLeftovers(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('draft:1:requester:new-check-request', '{"values":{"payee_name_1":"Old Draft"}}')
    sessionStorage.setItem('visited', '/check-requests?q=Searched')
  })
}

async function expectStored(
  page: Page,
  context: BrowserContext,
  local: Record<string, string>,
  cookies: string[],
): Promise<void> {
  const stored = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    readableCookies: document.cookie,
  }))
  const { 'tsr-scroll-restoration-v1_3': scrolled = '{}', ...session } = stored.session
  expect({ ...stored, session }).toEqual({ local, session: {}, databases: [], caches: [], readableCookies: '' })
  // Only the scroll position of pages, under a key that reveals nothing.
  expect(Object.keys(JSON.parse(scrolled)).filter((key) => !/^[a-z0-9]{1,12}$/.test(key))).toEqual([])
  expect(scrolled).not.toMatch(/Typed|Searched|Draft|98765/)
  expect((await context.cookies()).map(({ name, httpOnly }) => `${name} ${httpOnly}`).sort()).toEqual(
    [...cookies].sort(),
  )
}
