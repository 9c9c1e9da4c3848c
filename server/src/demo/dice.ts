/** A seeded random number generator, so that every demo has the same data. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** Returns a whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit)
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError('There is nothing to choose from')
    return item
  }

  weighted<Item extends { readonly weight: number }>(items: readonly Item[]): Item {
    let left = this.below(items.reduce((sum, { weight }) => sum + weight, 0))
    for (const item of items) {
      left -= item.weight
      if (left < 0) return item
    }
    throw new RangeError('There is nothing to choose from')
  }

  // Mulberry32: small, fast, and good enough for demo data.
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
