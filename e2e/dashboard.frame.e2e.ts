import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectNotice, noticeOf } from './support/notices.ts'
import { menu } from './support/requests.ts'
import { logIn, logOut, signIn, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

const everyone = 'everyone@summit.example'
const admin = 'admin@lakeside.example'

/** Holds calls to this path until they are released. */
async function hold(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/v1${path}`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('redirects the root URL to the dashboard, without a history entry', async ({ page }) => {
  await signIn(page.context(), admin)
  await page.goto('/settings')
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
  await page.goBack()
  await expect(page).toHaveURL('/settings')
})

test('shows only a spinner until the session is known', async ({ page }) => {
  await signIn(page.context(), admin)
  const goOn = await hold(page, '/auth/session')
  await page.goto('/admin-users')
  const spinner = page.getByRole('status').filter({ hasText: 'Loading' })
  await expect(spinner).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  goOn()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(spinner).toHaveCount(0)
})

test('shows a visitor no menu, greeting, or account button', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await expect(menu(page)).toHaveCount(0)
  await expect(page.getByText('Welcome back')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'My Account' })).toHaveCount(0)
})

test('shows the product version below each screen', async ({ page }) => {
  await logIn(page, admin)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  await expect(page.getByRole('contentinfo')).toHaveText(`Check Requests ${version}`)
})

test('replaces the current screen in the browser history on logout', async ({ page }) => {
  await logIn(page, admin)
  await menu(page).getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  const length = await page.evaluate(() => history.length)
  await logOut(page)
  expect(await page.evaluate(() => history.length)).toBe(length)
})

test('shows an admin the six specified menu entries, followed by other entries below headings', async ({ page }) => {
  await logIn(page, admin)
  const first = ['Dashboard', 'All Check Requests', 'Users', 'Dealerships', 'Departments', 'Settings']
  const below = ['Checks', 'Reports', 'Setup', 'Recurring Requests', 'Approval Policy', 'Journal', 'Audit Trail']
  await expect(menu(page).getByRole('listitem')).toHaveText([...first, ...below])
})

test('keeps the header in view and the menu 64 units wide', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await logIn(page, admin)
  const width = await menu(page).evaluate((nav) => nav.getBoundingClientRect().width)
  expect(width).toBe(64 * 4)
  await expect(page.getByRole('link', { name: 'Manage Users' })).toBeVisible()
  await page.getByRole('main').hover()
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  expect(await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().top)).toBe(0)
})

test('shows initials on the avatar, and a spinner during a role switch', async ({ page }) => {
  await logIn(page, everyone)
  const avatar = page.getByRole('button', { name: 'My Account' })
  const names = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/auth/session', { headers: { 'x-auth-token': 'bootstrap' } })
    const { data } = await answer.json()
    return [data.firstname, data.lastname] as [string, string]
  })
  await expect(avatar).toContainText(names.map((name) => name[0]).join(''))
  const goOn = await hold(page, '/auth/switch-role')
  await avatar.click()
  await page.getByRole('menuitemradio', { name: 'Approver' }).click()
  const spinner = page.getByRole('status').filter({ hasText: 'Changing role' })
  await expect(spinner).toBeVisible()
  goOn()
  await expect(noticeOf(page, 'User role change successful')).toBeVisible()
  await expect(spinner).toHaveCount(0)
})

test('reports a failed role switch, and keeps the current role', async ({ page }) => {
  await logIn(page, everyone)
  await page.route('**/api/v1/auth/switch-role', (route) => route.fulfill({ status: 409, json: { success: false } }))
  await expect(menu(page).getByRole('link', { name: 'New Request' })).toBeVisible()
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('menuitemradio', { name: 'Processor' }).click()
  await expectNotice(page, 'User role change error', 'Something went wrong..')
  await expect(menu(page).getByRole('link', { name: 'New Request' })).toBeVisible()
})

test('explains and requires three fields when a user changes their password', async ({ page }) => {
  await logIn(page, admin)
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('menuitem', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  const description = "Make changes to your password here. Click save when you're done."
  await expect(dialog).toHaveAccessibleDescription(description)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  for (const field of ['Old Password', 'New Password', 'Confirm Password']) {
    await expect(dialog.getByLabel(field)).toHaveAccessibleDescription(`${field} is required`)
  }
})

test('dismisses a notice by a swipe of more than 50 pixels', async ({ page }) => {
  await page.goto('/login')
  await submitLogin(page, everyone)
  const shown = noticeOf(page, 'Login successful')
  const swipe = async (pixels: number) => {
    const { x, y, height } = (await shown.boundingBox()) as { x: number; y: number; height: number }
    await page.mouse.move(x + 20, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 20 + pixels, y + height / 2, { steps: 10 })
    await page.mouse.up()
  }
  await shown.hover()
  await swipe(45)
  await expect(shown).toBeVisible()
  await page.waitForTimeout(500)
  await expect(shown).toBeVisible()
  await swipe(60)
  await expect(shown).toBeHidden({ timeout: 1000 })
})

test('fades menus in unless the user prefers reduced motion', async ({ page }) => {
  await logIn(page, admin)
  for (const [reducedMotion, duration] of [
    ['no-preference', '0.1s'],
    ['reduce', '0s'],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.getByRole('button', { name: 'My Account' }).click()
    await expect(page.getByRole('menu'), reducedMotion).toHaveCSS('transition-duration', duration)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
})
