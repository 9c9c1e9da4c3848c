/** Keeps one caller from taking all capacity: limits how many operations each name may have in progress. */
export class ConcurrencyLimit {
  readonly #limit: number
  readonly #inProgress = new Map<string | number, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Takes a slot. False when the name has reached its limit; otherwise `leave` must follow. */
  enter(name: string | number): boolean {
    const held = this.#inProgress.get(name) ?? 0
    if (held >= this.#limit) return false
    this.#inProgress.set(name, held + 1)
    return true
  }

  leave(name: string | number): void {
    const held = (this.#inProgress.get(name) ?? 1) - 1
    if (held === 0) this.#inProgress.delete(name)
    else this.#inProgress.set(name, held)
  }
}
