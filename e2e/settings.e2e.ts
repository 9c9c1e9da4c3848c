import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

test('an admin finds a picture that asks for patience, and nothing else', async ({ page }) => {
  await logIn(page, 'admin@lakeside.example')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  const picture = page.getByRole('main').getByRole('img', { name: 'Coming soon: settings will be here.' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await checkLooks(page, 'settings')
})
