import { MemoryFile } from './memory-file.ts'

/** A change to a file. */
export type Change =
  | { readonly kind: 'write'; readonly file: string; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'resize'; readonly file: string; readonly length: number }

/** A disk operation. */
export type DiskEvent = Change | { readonly kind: 'flush'; readonly file: string }

/** Files in memory that record every change and flush in order. */
export class RecordingDisk {
  readonly #files = new Map<string, MemoryFile>()
  readonly events: DiskEvent[] = []

  /** The file with this name, created if missing. */
  file(name: string): MemoryFile {
    const file = this.#files.get(name) ?? new MemoryFile()
    this.#files.set(name, file)
    return file
  }

  has(name: string): boolean {
    return this.#files.has(name)
  }

  /** Adds a file that counts as flushed before the recording. */
  put(name: string, content: Uint8Array): void {
    this.#files.set(name, new MemoryFile(content))
  }

  remove(name: string): void {
    this.#files.delete(name)
  }

  /** Performs and records an operation. */
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
