import { expect } from '@playwright/test'
import { addEffort, type Effort } from './support/keys.ts'
import { TestServer } from './support/server.ts'
import { test } from './support/test.ts'

// The demo as filled by `npm start`, with three open exceptions of the bank.
const demo = new TestServer({ DEMO: 'on' })
test.use({
  baseURL: async ({ errors: _ }, use) => use(demo.url),
})
test.beforeAll(() => demo.start())
test.afterAll(() => demo.stop())

// U5: an exception of the bank, from the login page to its resolution in at most five clicks.
test('settles an exception of the bank in five clicks from the login page', async ({ page }) => {
  const effort: Effort = { keys: 0, clicks: 0 }
  await addEffort(page, effort)
  await page.goto('/login')
  await page.getByRole('button', { name: /^admin@lakeside\.example/ }).click()
  await expect(page).toHaveURL('/dashboard')
  const card = page.getByRole('region', { name: 'What Needs Me' })
  await card
    .getByRole('listitem')
    .filter({ hasText: /exception/i })
    .getByRole('link')
    .first()
    .click()
  const rows = page.getByRole('region', { name: 'Exceptions' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: /^Resolve: .*20899/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Resolve Exception/ })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel(/^Resolution/).click()
  await page.keyboard.type('The bank posted it to the wrong account and paid it back')
  await dialog.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(rows).toHaveCount(2)
  expect(effort.clicks).toBeLessThanOrEqual(5)
})
