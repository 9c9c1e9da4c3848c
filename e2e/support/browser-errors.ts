import { type BrowserContext, expect, type Route } from '@playwright/test'

// Chromium's own message about a 4xx response, which the product uses for expected refusals.
const expectedRefusal = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Messages that a page logs when its server is gone, for tests that stop it. */
export const lostConnection = /net::ERR_(CONNECTION_|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/

/** Responds like a server that fails without a reason; the call isn't retried automatically. */
export function refuseWithoutReason(route: Route): Promise<void> {
  return route.fulfill({ status: 422, json: { success: false } })
}

/** Errors in the pages of one user's browser: exceptions, content blocked by the policy, failed responses. */
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
        // biome-ignore lint/suspicious/noConsole: this is how the page reports it to the test.
        console.error(`Blocked by the policy: ${violatedDirective} ${blockedURI} in ${sourceFile}`),
      )
    })
  }

  /** Allows an error that the test itself causes, such as a lost connection. */
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
