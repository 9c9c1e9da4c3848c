import type { Page } from '@playwright/test'

declare global {
  interface Window {
    pressedKeys: string[]
  }
}

/** Keys that people press on this page from now on, Control and the like among them; call it before the first page. */
export async function countKeys(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    window.pressedKeys = []
    addEventListener('keydown', (event) => event.isTrusted && window.pressedKeys.push(event.key), true)
  })
  return () => page.evaluate(() => window.pressedKeys)
}
