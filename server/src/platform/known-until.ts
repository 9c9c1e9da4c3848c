const mostKeys = 10_000

/** Keys that are remembered until a moment each, in memory only and not more than 10,000. Times in milliseconds. */
export class KnownUntil {
  readonly #moments = new Map<string, number>()

  /** Remembers a key, in place of the oldest one when there are too many. */
  note(key: string, moment: number): void {
    const [oldest] = this.#moments.keys()
    if (this.#moments.size >= mostKeys && oldest !== undefined) this.#moments.delete(oldest)
    this.#moments.set(key, moment)
  }

  /** How long a key is still to be remembered; 0 when it is not. */
  left(key: string, now: number): number {
    return Math.max(0, (this.#moments.get(key) ?? now) - now)
  }

  forget(key: string): void {
    this.#moments.delete(key)
  }
}
