import type { Page } from '@playwright/test'

declare global {
  interface Window {
    pressedKeys: string[]
  }
}

/** Counts keys pressed on this page from now on, including modifiers; call it before the first page loads. */
export async function countKeys(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    window.pressedKeys = []
    addEventListener('keydown', (event) => event.isTrusted && window.pressedKeys.push(event.key), true)
  })
  return () => page.evaluate(() => window.pressedKeys)
}
