import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { connect, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Ending, StarterOrders } from './isolated-program-starter.ts'
import { lowerPriority, tooMuch } from './process-limits.ts'

// In a package, all code is in one folder.
const isPackaged = import.meta.url.endsWith('.js')
const root = fileURLToPath(new URL(isPackaged ? '../../' : '../../../../', import.meta.url))
const ownCode = isPackaged
  ? ['server/dist/*']
  : ['server/package.json', 'server/src/platform/threads/process-limits.ts']
const always = ['package.json', ...ownCode, 'node_modules/*']
const starterProgram = fileURLToPath(new URL('./isolated-program-starter.ts', import.meta.url))
const usualWait = 60_000
const longestOnBusyMachine = 4
const prepareOrder = 'prepare\n'

interface Options {
  readonly program: URL
  /**
   * The files that the program may read in addition to libraries: paths in the code, such as
   * `server/src/documents/attachments/*`.
   */
  readonly readable: readonly string[]
  /** The processor time that a process may use, in milliseconds. It may take four times as long on a busy machine. */
  readonly endsWithin: number
  /** How long the starter, and a prepared process, wait for use, in milliseconds. */
  readonly waits?: number
}

interface Starter {
  readonly process: ChildProcess
  readonly address: string
}

/**
 * A program that processes untrusted input and returns its output, each time in a separate process. It may read its own
 * code, but no data, and may not write, start processes, or connect to anything.
 *
 * A small helper process starts these processes. Starting one takes longer the more memory the parent has, and blocks
 * the parent meanwhile. The helper exits after a minute without use.
 */
export class ProgramApart {
  readonly #name: string
  readonly #orders: Omit<StarterOrders, 'address'>
  #starter: Promise<Starter> | undefined
  readonly #sockets = new Set<Socket>()
  #running = 0
  readonly #waits: number
  #isStopped = false
  #idle: NodeJS.Timeout | undefined

  constructor({ program, readable, endsWithin, waits = usualWait }: Options) {
    const paths = [...always, ...(isPackaged ? [] : readable)]
    const permissions = ['--permission', '--allow-worker', ...paths.map((path) => `--allow-fs-read=${root}${path}`)]
    this.#name = fileURLToPath(program)
    this.#waits = waits
    this.#orders = {
      args: ['--no-warnings', ...permissions, this.#name, String(endsWithin)],
      endsWithin: longestOnBusyMachine * endsWithin,
    }
  }

  /**
   * Returns the output for this input, or undefined if it exceeded the limit on processor time or memory. Throws for any other
   * failure.
   */
  async run(input: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
    clearTimeout(this.#idle)
    this.#running += 1
    try {
      this.#starter ??= this.#start()
      const { address } = await this.#starter
      if (this.#isStopped) throw new Error(`${this.#name} was stopped.`)
      return this.#answerIn(await this.#exchange(address, input))
    } finally {
      this.#running -= 1
      this.#waitForUse()
    }
  }

  /** Starts a process that waits for the input of the next `run`, so that its code has loaded by then. */
  async prepare(): Promise<void> {
    if (this.#isStopped) return
    this.#starter ??= this.#start()
    const { process } = await this.#starter
    process.stdin?.write(prepareOrder)
    if (this.#running === 0) this.#waitForUse()
  }

  #waitForUse(): void {
    clearTimeout(this.#idle)
    if (this.#running === 0) this.#idle = setTimeout(() => this.#end(), this.#waits).unref()
  }

  /** Ends what runs: its callers fail. Nothing can be started after that. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const socket of this.#sockets) socket.destroy()
    await this.#end()
  }

  async #exchange(address: string, input: AsyncIterable<Uint8Array>): Promise<Buffer> {
    const socket = connect({ path: address, allowHalfOpen: true })
    this.#sockets.add(socket)
    try {
      const [reply] = await Promise.all([buffer(socket), sendAll(socket, input)])
      return reply
    } finally {
      this.#sockets.delete(socket)
    }
  }

  #answerIn(reply: Buffer): Buffer | undefined {
    const end = reply.lastIndexOf('\n')
    if (end < 0) throw new Error(`The process that starts ${this.#name} has ended.`)
    const { code, signal, complaint }: Ending = JSON.parse(reply.toString('utf8', end))
    if (code === 0) return reply.subarray(0, end)
    if (signal !== null || code === tooMuch) return undefined
    throw new Error(`${this.#name} failed: ${complaint}`)
  }

  async #start(): Promise<Starter> {
    const address = await newAddress()
    const orders: StarterOrders = { ...this.#orders, address }
    const starter = spawn(process.execPath, ['--no-warnings', starterProgram, JSON.stringify(orders)], {
      env: {},
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const forget = () => {
      this.#starter = undefined
    }
    starter.once('error', forget).once('exit', forget)
    lowerPriority(starter)
    await Promise.race([once(starter.stdout, 'data'), once(starter, 'exit')])
    keepNothingAlive(starter)
    return { process: starter, address }
  }

  async #end(): Promise<void> {
    const starter = this.#starter
    this.#starter = undefined
    const ended = await starter
    ended?.process.stdin?.end()
  }
}

/** A name in a folder that only this user can enter or, on Windows, a pipe with an unguessable name. */
async function newAddress(): Promise<string> {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${crypto.randomUUID()}`
  return join(await mkdtemp(join(tmpdir(), 'check-requests-')), 'starter')
}

// A part might become invalid once the next one is requested.
async function sendAll(socket: Socket, input: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const part of input)
      await new Promise<void>((resolve, reject) => socket.write(part, (error) => (error ? reject(error) : resolve())))
    socket.end()
  } catch (error) {
    socket.destroy(error instanceof Error ? error : undefined)
  }
}

/** The helper exits with this process, because the helper's input is then closed. */
function keepNothingAlive(starter: ChildProcess): void {
  starter.unref()
  starter.stdout?.destroy()
  if (starter.stdin instanceof Socket) starter.stdin.unref()
}
