import { MemoryFile } from './memory-file.ts'

/** A change of a file. */
export type Change =
  | { readonly kind: 'write'; readonly file: string; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'resize'; readonly file: string; readonly length: number }

/** What a disk was asked to do. */
export type DiskEvent = Change | { readonly kind: 'flush'; readonly file: string }

/** Files in memory that remember, in order, every change and every flush. */
export class RecordingDisk {
  readonly #files = new Map<string, MemoryFile>()
  readonly events: DiskEvent[] = []

  /** The file of this name, which is made if there is none. */
  file(name: string): MemoryFile {
    const file = this.#files.get(name) ?? new MemoryFile()
    this.#files.set(name, file)
    return file
  }

  has(name: string): boolean {
    return this.#files.has(name)
  }

  /** Puts a file there as if it had been on the disk for long. */
  put(name: string, content: Uint8Array): void {
    this.#files.set(name, new MemoryFile(content))
  }

  remove(name: string): void {
    this.#files.delete(name)
  }

  /** Does it, and remembers it. */
  change(change: Change): void {
    this.events.push(change)
    apply(this.file(change.file), change)
  }

  flush(file: string): void {
    this.events.push({ kind: 'flush', file })
  }
}

export function apply(file: MemoryFile, change: Change): void {
  if (change.kind === 'write') file.write(change.at, change.bytes)
  else file.resize(change.length)
}
