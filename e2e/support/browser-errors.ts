import { type BrowserContext, expect, type Route } from '@playwright/test'

// Chromium's own line about an answer of 4xx, which the product uses for expected refusals.
const expectedRefusal = /^Failed to load resource: the server responded with a status of 4\d\d/

/** What a page says when its server is gone: for tests that end it. */
export const lostConnection = /net::ERR_(CONNECTION_|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/

/** Answers a call as a server that fails and cannot say why; it is not tried again by itself. */
export function refuseWithoutReason(route: Route): Promise<void> {
  return route.fulfill({ status: 422, json: { success: false } })
}

/** What went wrong in the pages of one person's browser: errors, content that the policy blocked, failed answers. */
export class BrowserErrors {
  readonly #found: string[] = []
  readonly #expected: RegExp[] = [expectedRefusal]

  /** Watches all pages that this browser opens from now on. */
  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#add(message.text())
    })
    context.on('weberror', ({ error }) => void this.#add(String(error())))
    context.on('response', (response) => {
      if (response.status() >= 500) this.#add(`${response.status()} ${response.url()}`)
    })
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
        // biome-ignore lint/suspicious/noConsole: this is how the page tells the test.
        console.error(`Blocked by the policy: ${violatedDirective} ${blockedURI} in ${sourceFile}`),
      )
    })
  }

  /** Errors like this one belong to the test, such as a lost connection. */
  allow(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  expectNone(): void {
    expect(this.#found.filter((error) => !this.#expected.some((pattern) => pattern.test(error)))).toEqual([])
  }

  #add(error: string): void {
    this.#found.push(error)
  }
}
