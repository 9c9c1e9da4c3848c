import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { comeLast } from './come-last.ts'

const program = fileURLToPath(new URL('./check-file-process.ts', import.meta.url))

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
