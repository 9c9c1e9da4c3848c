import { hash } from 'node:crypto'

/**
 * Tracks in memory how often the data behind each scope has changed, so that an unchanged poll is answered
 * without reading anything. Scopes are names such as `group:3` or `user:12`.
 */
export class Freshness {
  readonly #boot: string
  readonly #foreignChanges: () => number
  readonly #versions = new Map<string, number>()
  #epoch = 0
  #reliable = true
  #seenForeign: number
  #hasLooked = false

  /**
   * `boot` must differ between starts of the process. `foreignChanges` returns a new number whenever another process,
   * such as the command line, has written to the database.
   */
  constructor(boot: string, foreignChanges: () => number = () => 0) {
    this.#boot = boot
    this.#foreignChanges = foreignChanges
    this.#seenForeign = foreignChanges()
  }

  /** Something behind these scopes has changed. */
  bump(scopes: Iterable<string>): void {
    for (const scope of scopes) this.#versions.set(scope, (this.#versions.get(scope) ?? 0) + 1)
  }

  /** Anything may have changed. */
  bumpAll(): void {
    this.#epoch += 1
  }

  /** While changes by other processes may go unnoticed, nothing counts as unchanged. */
  setReliable(reliable: boolean): void {
    this.#reliable = reliable
    this.bumpAll()
  }

  /** The state of these scopes: a different text after every change; undefined while changes may go unnoticed. */
  state(scopes: readonly string[]): string | undefined {
    if (!this.#reliable) return undefined
    this.#noticeForeign()
    const versions = scopes.map((scope) => `${scope}=${this.#versions.get(scope) ?? 0}`).join(',')
    return `${this.#boot}|${this.#epoch}|${versions}`
  }

  /** The ETag of a response that depends on these scopes and on the query; undefined while changes may go unnoticed. */
  tag(scopes: readonly string[], question: string): string | undefined {
    const state = this.state(scopes)
    return state && `"${hash('sha256', `${state}|${question}`, 'base64url').slice(0, 22)}"`
  }

  // Calls that arrive in one turn of the event loop were sent before it began, so one check serves them all.
  #noticeForeign(): void {
    if (this.#hasLooked) return
    this.#hasLooked = true
    setImmediate(() => {
      this.#hasLooked = false
    })
    const seen = this.#foreignChanges()
    if (seen !== this.#seenForeign) this.bumpAll()
    this.#seenForeign = seen
  }
}
