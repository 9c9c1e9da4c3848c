import { appendFileSync } from 'node:fs'
import { test as base, type Page } from '@playwright/test'
import { BrowserErrors } from './browser-errors.ts'
import { secondsOfBrowsers } from './processor-time.ts'
import { TestServer } from './server.ts'
import { signIn } from './session.ts'

export interface Fixtures {
  /** The server of this spec file. */
  server: TestServer
  /** Errors in the browser; checked after every test. */
  errors: BrowserErrors
  /** Opens this page, or the dashboard, in a separate browser, for tests with several users. */
  openAs: (email: string, path?: string, password?: string) => Promise<Page>
  /** Opens an empty page in a separate browser, where nobody is logged in. */
  openNew: () => Promise<Page>
}

export interface WorkerFixtures {
  servers: { of(file: string): Promise<TestServer> }
  processorTime: undefined
}

/** Playwright's test, with a real server for each spec file. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
    async ({}, use) => {
      let current: { file: string; server: TestServer } | undefined
      await use({
        async of(file) {
          if (current?.file === file) return current.server
          await current?.server.stop()
          current = { file, server: new TestServer() }
          await current.server.start()
          return current.server
        },
      })
      await current?.server.stop()
    },
    { scope: 'worker' },
  ],
  processorTime: [
    async ({ browser }, use) => {
      await use(undefined)
      const { UNCOUNTED_SECONDS: file } = process.env
      if (file && browser.isConnected()) appendFileSync(file, `${secondsOfBrowsers()}\n`)
    },
    { scope: 'worker', auto: true },
  ],
  // Its time doesn't count toward the file's first test.
  server: [async ({ servers }, use, { file }) => use(await servers.of(file)), { timeout: 120_000 }],
  baseURL: async ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from the pattern.
  errors: async ({}, use) => {
    const errors = new BrowserErrors()
    await use(errors)
    errors.expectNone()
  },
  context: async ({ context, errors }, use) => {
    await errors.watch(context)
    await use(context)
  },
  openAs: async ({ browser, errors, contextOptions, baseURL }, use) => {
    const contexts = new Set<Awaited<ReturnType<typeof browser.newContext>>>()
    await use(async (email, path = '/dashboard', password = undefined) => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }) })
      contexts.add(context)
      await errors.watch(context)
      const page = await context.newPage()
      await signIn(context, email, password)
      await page.goto(path)
      return page
    })
    for (const context of contexts) await context.close()
  },
  openNew: async ({ browser, errors, contextOptions, baseURL }, use) => {
    const contexts = new Set<Awaited<ReturnType<typeof browser.newContext>>>()
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }) })
      contexts.add(context)
      await errors.watch(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})
