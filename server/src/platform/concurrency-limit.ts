/** Keeps one caller from taking all capacity: limits how many operations each name may have in progress. */
export class ConcurrencyLimit {
  readonly #limit: number
  readonly #underWay = new Map<string | number, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Takes a slot. False when the name has reached its limit; otherwise `leave` must follow. */
  enter(name: string | number): boolean {
    const held = this.#underWay.get(name) ?? 0
    if (held >= this.#limit) return false
    this.#underWay.set(name, held + 1)
    return true
  }

  leave(name: string | number): void {
    const held = (this.#underWay.get(name) ?? 1) - 1
    if (held === 0) this.#underWay.delete(name)
    else this.#underWay.set(name, held)
  }
}
