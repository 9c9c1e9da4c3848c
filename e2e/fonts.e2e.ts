import { expect } from '@playwright/test'
import { test } from './support/test.ts'

const families: Record<string, string> = { narrow: 'Roboto Condensed', usual: 'Noto Sans', wide: 'DejaVu Sans' }

test('shows labels and buttons in the project’s font', async ({ page }, { project }) => {
  await page.goto('/login')
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  const { root } = await browser.send('DOM.getDocument')
  for (const selector of ['label', 'button[type=submit]']) {
    const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId })
    expect(fonts.map(({ familyName }) => familyName)).toEqual([expect.stringMatching(`^${families[project.name]}`)])
  }
})
