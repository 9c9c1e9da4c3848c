import type { Page } from '@playwright/test'

declare global {
  interface Window {
    pressedKeys: string[]
    addEffort?: (what: 'key' | 'click') => void
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

/** The keys and clicks of one user or several, on all pages that they opened. */
export interface Effort {
  keys: number
  clicks: number
}

/** Seconds that this takes a user: 40 words a minute are 0.3 s a key; finding and clicking a control takes 2 s. */
export function secondsOf({ keys, clicks }: Effort): number {
  return Math.round(keys * 0.3 + clicks * 2)
}

/** Adds all keys and clicks in a page's browser to `effort`, across its pages; call it before the first page loads. */
export async function addEffort(page: Page, effort: Effort): Promise<void> {
  const context = page.context()
  await context.exposeFunction('addEffort', (what: 'key' | 'click') => {
    if (what === 'key') effort.keys += 1
    else effort.clicks += 1
  })
  await context.addInitScript(() => {
    addEventListener('keydown', (event) => event.isTrusted && window.addEffort?.('key'), true)
    // A click that the keyboard causes has no pointer, and its key is counted already.
    addEventListener('click', (event) => event.isTrusted && event.detail > 0 && window.addEffort?.('click'), true)
  })
}
