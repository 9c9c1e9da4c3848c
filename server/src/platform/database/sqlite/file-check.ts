import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { comeLast } from '../../threads/process-limits.ts'

const program = fileURLToPath(new URL('./file-check-process.ts', import.meta.url))

/** Looks at every page of a SQLite file while it is in use, in a process of its own. */
export class FileCheck {
  readonly #file: string
  #process: ChildProcess | undefined

  constructor(file: string) {
    this.#file = file
  }

  /**
   * What is damaged; undefined when nothing is, or when it was ended before it had seen all. About a second for each
   * 100,000 requests. Throws when the file could not be read.
   */
  async finding(): Promise<string | undefined> {
    const child = spawn(process.execPath, ['--no-warnings', program, this.#file], { env: {}, stdio: 'pipe' })
    this.#process = child
    comeLast(child)
    child.unref()
    const [found, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    if (child.killed) return undefined
    if (code !== 0) throw new Error(`${this.#file} could not be checked: ${complaint}`)
    return found === 'ok' ? undefined : found
  }

  async end(): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'close')
    // Without this the process would leave before it has closed what is in its hands.
    child.ref()
    child.kill('SIGKILL')
    await ended
  }
}

/** The note beside a SQLite file of how it was when it was closed, with everything in it and nothing in a log. */
const noteOf = (file: string) => `${file}.closed`

/**
 * Writes the note, which holds until the file changes or gets a log again. Without a note the next start looks at every
 * page of the file, so one that cannot be written does no harm.
 */
export function noteClosing(file: string): void {
  try {
    writeFileSync(noteOf(file), stateOf(file), { mode: 0o600 })
  } catch {
    rmSync(noteOf(file), { force: true })
  }
}

/** Is the file as it was when it was closed? Whoever asks is about to change it: the note is gone afterwards. */
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

// A power failure must not bring the note back beside a file that has changed since.
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
