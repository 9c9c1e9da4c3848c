import { expect, type Page } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'

const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

test('skips the header and the menu with the first tab stop', async ({ page }) => {
  await logIn(page, requester)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('focuses a screen opened from the menu, and names the browser tab after the screen', async ({ page }) => {
  await logIn(page, requester)
  await menuLink(page, 'My Requests').click()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveTitle('My Requests · Check Request App')
  await expect(menuLink(page, 'My Requests')).toHaveAttribute('aria-current', 'page')
})

test('shows the menu above the screen on a phone until a link, the overlay, or Escape closes it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await logIn(page, requester)
  const menu = page.getByRole('navigation', { name: 'Main' })
  const toggle = page.getByRole('banner').getByRole('button', { name: /menu$/ })
  await expect(menu).toBeHidden()
  await toggle.click()
  await expect(menu.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await toggle.click()
  await page.mouse.click(340, 600)
  await expect(menu).toBeHidden()
  await toggle.click()
  await menu.getByRole('link', { name: 'Rejected Checks' }).click()
  await expect(page).toHaveURL('/check-requests-reject')
  await expect(menu).toBeHidden()
})

test('applies the theme before the first paint, and follows the system’s theme', async ({ page, errors }) => {
  await logIn(page, requester)
  const theme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  const background = () => page.evaluate(() => getComputedStyle(document.body.parentElement as Element).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: /^Theme: System/ }).click()
  await page.getByRole('button', { name: /^Theme: Light/ }).click()
  expect(await theme()).toBe('dark')
  expect(await background()).not.toBe(light)
  errors.allow(/net::ERR_FAILED/)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(theme).toBe('dark')
  await page.unroute('**/assets/*.js')
  await page.reload()
  await page.getByRole('button', { name: /^Theme: Dark/ }).click()
  expect(await theme()).toBe('light dark')
})

test('renders the open user menu accessibly in every theme and window size', async ({ page }) => {
  await logIn(page, 'everyone@summit.example')
  await page.getByRole('button', { name: 'My Account' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await checkLooks(page, 'account-menu')
})

test('lists the shortcuts on ?, and lets the user turn them off', async ({ page }) => {
  await logIn(page, requester)
  await menuLink(page, 'My Requests').click()
  const search = page.getByRole('searchbox')
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await search.blur()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await expect(dialog).toBeVisible()
  await checkLooks(page, 'shortcuts')
  await dialog.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(search).not.toBeFocused()
  await page.keyboard.press('?')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).click()
  await dialog.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
})
