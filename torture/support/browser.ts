import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../../scripts/chromium.mjs'

/** Runs a function in a fresh browser. */
export async function inBrowser<Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ args: ['--no-first-run'], ...chromiumOptions() })
  try {
    return await work(await browser.newContext())
  } finally {
    await browser.close()
  }
}

/** Everything that a page could read again later, as one text. */
export function storedIn(page: Page): Promise<string> {
  return page.evaluate(async () =>
    JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      cookies: document.cookie,
      state: history.state,
      address: location.href,
    }),
  )
}
