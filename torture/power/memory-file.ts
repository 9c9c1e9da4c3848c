/** The content of a file in memory. */
export class MemoryFile {
  #bytes: Uint8Array
  #length: number

  constructor(content: Uint8Array = new Uint8Array()) {
    this.#bytes = content
    this.#length = content.length
  }

  get length(): number {
    return this.#length
  }

  /** Returns the available part of the requested bytes. */
  read(at: number, length: number): Uint8Array {
    return this.#bytes.subarray(at, Math.min(at + length, this.#length))
  }

  /** Writes bytes. Fills a gap before them with zeros. */
  write(at: number, bytes: Uint8Array): void {
    this.resize(Math.max(this.#length, at + bytes.length))
    this.#bytes.set(bytes, at)
  }

  resize(length: number): void {
    if (length > this.#bytes.length) this.#bytes = padded(this.#bytes, Math.max(length, 2 * this.#bytes.length))
    if (length < this.#length) this.#bytes.fill(0, length, this.#length)
    this.#length = length
  }

  copy(): MemoryFile {
    return new MemoryFile(this.content().slice())
  }

  content(): Uint8Array {
    return this.read(0, this.#length)
  }
}

function padded(bytes: Uint8Array, length: number): Uint8Array {
  const larger = new Uint8Array(length)
  larger.set(bytes)
  return larger
}
