/**
 * Reads once for all who ask for the same while an earlier read is in progress. Unlike `SharedWork`, nobody gets what
 * was read before they asked: whoever asks during a read waits for the next one.
 */
export class SharedReads<Name, Result> {
  readonly #running = new Map<Name, Promise<Result>>()
  readonly #next = new Map<Name, Promise<Result>>()

  /** The result of a read under this name that begins now or later. */
  read(name: Name, work: () => Promise<Result>): Promise<Result> {
    const next = this.#next.get(name)
    if (next) return next
    const running = this.#running.get(name)
    if (!running) return this.#begin(name, work)
    const begin = () => {
      this.#next.delete(name)
      return this.#begin(name, work)
    }
    const later = running.then(begin, begin)
    this.#next.set(name, later)
    return later
  }

  #begin(name: Name, work: () => Promise<Result>): Promise<Result> {
    const begun = work().finally(() => this.#running.delete(name))
    this.#running.set(name, begun)
    return begun
  }
}
