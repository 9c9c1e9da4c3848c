import type { Page } from '@playwright/test'

interface HeldAnswers {
  /** Lets the answers through, those held and those to come. */
  release(): void
}

/** Holds what the server answers to each POST to this address, after the server has carried it out. */
export async function holdAnswers(page: Page, urlPattern: string): Promise<HeldAnswers> {
  const browser = await page.context().newCDPSession(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  browser.on('Fetch.requestPaused', async ({ requestId, request }) => {
    if (request.method === 'POST') await released
    // The page may have been closed meanwhile.
    await browser.send('Fetch.continueResponse', { requestId }).catch(() => undefined)
  })
  await browser.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] })
  return { release }
}
