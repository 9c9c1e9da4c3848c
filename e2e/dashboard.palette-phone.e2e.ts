import { expect } from '@playwright/test'
import { noticeOf } from './support/notices.ts'
import { openPalette, palette, paletteButton, paletteField, paletteOptions } from './support/palette.ts'
import { logIn, submitLogin } from './support/session.ts'
import { test } from './support/test.ts'

const approver = 'approver@lakeside.example'

test('opens the palette with its header button, also on a phone, and then returns the focus to the button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await logIn(page, approver)
  const button = paletteButton(page)
  await button.click()
  await expect(paletteField(page)).toBeFocused()
  await expect(paletteOptions(page)).toContainText(['Dashboard', 'Pending Approvals', 'All Requests'])
  await palette(page).getByRole('button', { name: 'Close' }).click()
  await expect(button).toBeFocused()
})

test('moves a notice out of the palette’s way on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/login')
  await submitLogin(page, approver)
  const notice = noticeOf(page, 'Login successful')
  const top = async () => ((await notice.boundingBox()) as { y: number }).y
  // A notice under the pointer doesn't close automatically.
  await notice.hover()
  expect(await top()).toBeLessThan(100)
  await openPalette(page)
  expect(await top()).toBeGreaterThan(600)
})

test.describe('on a phone with a touchscreen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('fits the header’s buttons on the screen, and opens a result on a tap', async ({ page }) => {
    await logIn(page, approver)
    const name = page.getByRole('banner').getByText('Check Request App')
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth), 'pixels of the name cut off').toBe(0)
    await paletteButton(page).tap()
    await paletteField(page).fill('pend')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await paletteOptions(page).first().tap()
    await expect(page).toHaveURL('/check-requests-pending')
  })
})
