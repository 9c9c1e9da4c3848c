/** Runs work once for all who ask for the same while it is in progress; whoever asks later gets a new run. */
export class SharedWork<Name, Result> {
  readonly #running = new Map<Name, Promise<Result>>()

  /** The result of the run in progress under this name, or of a new one. */
  run(name: Name, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(name)
    if (running) return running
    const begun = work().finally(() => this.#running.delete(name))
    this.#running.set(name, begun)
    return begun
  }
}
