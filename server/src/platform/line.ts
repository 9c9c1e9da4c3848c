/** Whose work it is: a dealer group, a network; null for none. */
export type Name = string | number | null

/**
 * What waits, by name. Names are served in turn, so that one with much work cannot keep another waiting for more than
 * one piece of it; each name's own work is served first come, first served.
 */
export class Line<Item> {
  // In the order of their turns: a name that was served goes to the end.
  readonly #waiting = new Map<Name, Item[]>()
  #length = 0

  /** How much is waiting in all. */
  get length(): number {
    return this.#length
  }

  /** How much of one name is waiting. */
  lengthOf(name: Name): number {
    return this.#waiting.get(name)?.length ?? 0
  }

  push(name: Name, item: Item): void {
    const queue = this.#waiting.get(name)
    if (queue) queue.push(item)
    else this.#waiting.set(name, [item])
    this.#length += 1
  }

  /** Takes this one out, whose turn has not come. */
  remove(name: Name, item: Item): void {
    const queue = this.#waiting.get(name)
    const place = queue?.indexOf(item) ?? -1
    if (!queue || place < 0) return
    queue.splice(place, 1)
    this.#length -= 1
    if (queue.length === 0) this.#waiting.delete(name)
  }

  /** Takes out what is next, of those names that may be. */
  next(mayBe: (name: Name) => boolean = () => true): Item | undefined {
    for (const [name, queue] of this.#waiting) {
      if (!mayBe(name)) continue
      const item = queue.shift()
      this.#length -= 1
      this.#waiting.delete(name)
      if (queue.length > 0) this.#waiting.set(name, queue)
      return item
    }
    return undefined
  }
}
