import type { Page } from '@playwright/test'

/** Counts the user's actions on this page from now on: clicks, and keys that don't type text. */
export async function countActs(page: Page): Promise<() => Promise<number>> {
  const count = await page.evaluateHandle(() => {
    const acts = { number: 0 }
    addEventListener('click', ({ isTrusted }) => isTrusted && acts.number++, { capture: true })
    addEventListener('keydown', ({ key }) => key.length > 1 && acts.number++, { capture: true })
    return acts
  })
  return () => count.evaluate(({ number }) => number)
}
