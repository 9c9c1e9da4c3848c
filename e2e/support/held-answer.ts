import type { Page } from '@playwright/test'

interface HeldAnswers {
  /** Releases the held responses and all later ones. */
  release(): void
}

/** Holds the server's response to each POST to this URL, after the server has carried it out. */
export async function holdAnswers(page: Page, urlPattern: string): Promise<HeldAnswers> {
  const browser = await page.context().newCDPSession(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  browser.on('Fetch.requestPaused', async ({ requestId, request }) => {
    if (request.method === 'POST') await released
    // The page might have been closed in the meantime.
    await browser.send('Fetch.continueResponse', { requestId }).catch(() => undefined)
  })
  await browser.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] })
  return { release }
}
