import type { Page } from '@playwright/test'

/** Counts what a person does on this page from now on: clicks, and keys that type no text. */
export async function countActs(page: Page): Promise<() => Promise<number>> {
  const count = await page.evaluateHandle(() => {
    const acts = { number: 0 }
    addEventListener('click', ({ isTrusted }) => isTrusted && acts.number++, { capture: true })
    addEventListener('keydown', ({ key }) => key.length > 1 && acts.number++, { capture: true })
    return acts
  })
  return () => count.evaluate(({ number }) => number)
}
