import { hash } from 'node:crypto'

const mostKept = 1000

/** Keeps the results of expensive reads until something in their scopes changes. */
export class KeptResults<Result> {
  readonly #freshness: Freshness
  readonly #kept = new Map<string, Promise<Result>>()

  constructor(freshness: Freshness) {
    this.#freshness = freshness
  }

  /** Returns the result for the question, reading it only if it isn't kept or might have changed. */
  of(scopes: readonly string[], question: string, read: () => Promise<Result>): Promise<Result> {
    const state = this.#freshness.state(scopes)
    if (state === undefined) return read()
    const key = `${state} ${question}`
    const kept = this.#kept.get(key)
    if (kept) return kept
    const result = read()
    result.catch(() => this.#kept.delete(key))
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size >= mostKept) this.#kept.delete(oldest)
    this.#kept.set(key, result)
    return result
  }
}

/**
 * Counts changes behind each scope in memory, so that an unchanged poll is answered without reading anything. Scopes
 * are names such as `group:3` or `user:12`.
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

  /** Records a change behind these scopes. */
  bump(scopes: Iterable<string>): void {
    for (const scope of scopes) this.#versions.set(scope, (this.#versions.get(scope) ?? 0) + 1)
  }

  /** Records that anything might have changed. */
  bumpAll(): void {
    this.#epoch += 1
  }

  /** While `reliable` is false, nothing counts as unchanged, because other processes' changes can go unnoticed. */
  setReliable(reliable: boolean): void {
    this.#reliable = reliable
    this.bumpAll()
  }

  /** Returns a text that differs after every change in these scopes, or undefined while changes can go unnoticed. */
  state(scopes: readonly string[]): string | undefined {
    if (!this.#reliable) return undefined
    this.#noticeForeign()
    const versions = scopes.map((scope) => `${scope}=${this.#versions.get(scope) ?? 0}`).join(',')
    return `${this.#boot}|${this.#epoch}|${versions}`
  }

  /**
   * Returns the ETag for a response that depends on these scopes and the query, or undefined while changes can go
   * unnoticed.
   */
  tag(scopes: readonly string[], question: string): string | undefined {
    const state = this.state(scopes)
    return state && `"${hash('sha256', `${state}|${question}`, 'base64url').slice(0, 22)}"`
  }

  // Calls that arrive in one turn of the event loop were sent before that turn began, so one check is enough for all of
  // them.
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
