/** The version of a request that somebody edits, as far as all changes since then are their own. */
export class OwnVersion {
  #version: number
  readonly #own = new Set<number>()

  constructor(version: number) {
    this.#version = version
  }

  get current(): number {
    return this.#version
  }

  /** The person has seen this version. */
  see(version: number): void {
    this.#version = version
    this.#follow()
  }

  /** The person has made this version. Answers can come in another order than the changes. */
  made(version: number): void {
    this.#own.add(version)
    this.#follow()
  }

  #follow(): void {
    while (this.#own.has(this.#version + 1)) this.#version += 1
  }
}
