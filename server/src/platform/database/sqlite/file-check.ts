import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { lowerPriority } from '../../threads/process-limits.ts'

const program = fileURLToPath(new URL('./file-check-process.ts', import.meta.url))

/** Checks every page of a SQLite file while it is in use, in a separate process. */
export class FileCheck {
  readonly #file: string
  #process: ChildProcess | undefined

  constructor(file: string) {
    this.#file = file
  }

  /**
   * Returns the damage, or undefined if there is none or the check was stopped early. Takes about a second per 100,000
   * requests. Throws if the file couldn't be read.
   */
  async finding(): Promise<string | undefined> {
    const child = spawn(process.execPath, ['--no-warnings', program, this.#file], { env: {}, stdio: 'pipe' })
    this.#process = child
    lowerPriority(child)
    child.unref()
    const [found, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    if (child.killed) return undefined
    if (code !== 0) throw new Error(`${this.#file} couldn’t be checked: ${complaint}`)
    return found === 'ok' ? undefined : found
  }

  async end(): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'close')
    // Keeps this process alive. Otherwise, it would exit before the child has closed the database.
    child.ref()
    child.kill('SIGKILL')
    await ended
  }
}

/**
 * A marker next to a SQLite file that records its state when it was closed, with everything in it and nothing in a log.
 */
const noteOf = (file: string) => `${file}.closed`

/**
 * Writes the marker, which is valid until the file changes or gets a log again. Without it, the next start checks every
 * page of the file, so a failure to write it is harmless.
 */
export function noteClosing(file: string): void {
  try {
    writeFileSync(noteOf(file), stateOf(file), { mode: 0o600 })
  } catch {
    rmSync(noteOf(file), { force: true })
  }
}

/**
 * Returns true if the file is unchanged since it was closed. Removes the marker, because the caller is about to change
 * the file.
 */
export function isAsClosed(file: string): boolean {
  const note = noteOf(file)
  if (!existsSync(note)) return false
  const noted = readFileSync(note, 'utf8')
  rmSync(note)
  flushFolder(dirname(file))
  return !existsSync(`${file}-wal`) && existsSync(file) && noted === stateOf(file)
}

function stateOf(file: string): string {
  const { ino, size, mtimeNs } = statSync(file, { bigint: true })
  return JSON.stringify({ file: String(ino), bytes: String(size), modified: String(mtimeNs) })
}

// A power failure must not restore the marker next to a file that has changed since.
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
