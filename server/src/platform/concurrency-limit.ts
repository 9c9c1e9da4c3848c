/** Keeps one caller from holding everything: each name may have so many things in progress at once. */
export class ConcurrencyLimit {
  readonly #limit: number
  readonly #underWay = new Map<string | number, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Takes a share. False when the name holds all of its own already; otherwise `leave` must follow. */
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
