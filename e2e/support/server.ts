import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const startsWithin = 60_000
const errorLevel = 50

/** The packaged server in its own process, with a copy of the demo data created by this run's first start. */
export class TestServer {
  readonly #settings: Record<string, string>
  /** The folder with all its data. */
  readonly dataDir = mkdtempSync(join(tmpdir(), 'check-requests-e2e-'))
  #process: ChildProcess | undefined
  #port = 0
  #printed = ''

  /**
   * `settings`: environment variables in addition to those of every test server; with `DEMO`, the server fills its own
   * folder.
   */
  constructor(settings: Record<string, string> = {}) {
    this.#settings = settings
    const { DEMO_TEMPLATE: template } = process.env
    if (template && !('DEMO' in settings)) cpSync(template, this.dataDir, { recursive: true })
  }

  get url(): string {
    return `http://localhost:${this.#port}`
  }

  /** The set-up code that an empty server has printed last, as its operator reads it in the log. */
  get setUpCode(): string {
    const codes = [...this.#printed.matchAll(/with the code ([0-9A-Z]{5}-[0-9A-Z]{5})/g)]
    return codes.at(-1)?.[1] ?? ''
  }

  /** Starts the server, first on a free port and later on the same one. */
  async start(): Promise<void> {
    const { NODE_COMPILE_CACHE = '' } = process.env
    const own = { PORT: String(this.#port), DATA_DIR: this.dataDir, DEMO: 'on', LOG_LEVEL: 'warn' }
    const env = { NODE_COMPILE_CACHE, ...own, ...this.#settings }
    const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#process = server
    const ready = new Promise<number>((resolve, reject) => {
      const read = (part: Buffer) => {
        this.#printed += part
        const port = /is ready: open \S+:(\d+)/.exec(String(part))?.[1]
        if (port) resolve(Number(port))
      }
      server.stdout.on('data', read)
      server.stderr.on('data', read)
      server.on('exit', () => reject(new Error(`The server has exited:\n${this.#printed}`)))
      setTimeout(() => reject(new Error(`The server didn’t start:\n${this.#printed}`)), startsWithin).unref()
    })
    this.#port = await ready
  }

  /** Kills the server, as a power failure would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /**
   * Stops the server as an administrator would, and removes its data. Fails if it didn't exit cleanly or logged an
   * error.
   */
  async stop(): Promise<void> {
    const code = await this.#end('SIGTERM')
    rmSync(this.dataDir, { recursive: true })
    const errors = this.#printed.split('\n').filter(isError)
    if (code !== 0 || errors.length > 0)
      throw new Error(`The server exited with ${code} and logged: ${errors.join('\n')}`)
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const server = this.#process as ChildProcess
    if (server.exitCode !== null || server.signalCode !== null) return server.exitCode
    const ended = once(server, 'exit')
    server.kill(signal)
    const [code] = await ended
    return code
  }
}

function isError(line: string): boolean {
  return line.startsWith('{') && JSON.parse(line).level >= errorLevel
}
