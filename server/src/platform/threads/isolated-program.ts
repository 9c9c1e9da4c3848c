import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { connect, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Ending, StarterOrders } from './isolated-program-starter.ts'
import { comeLast, tooMuchMemory } from './process-limits.ts'

// In a package, all code is in one folder.
const isPackaged = import.meta.url.endsWith('.js')
const root = fileURLToPath(new URL(isPackaged ? '../../' : '../../../../', import.meta.url))
const ownCode = isPackaged
  ? ['server/dist/*']
  : ['server/package.json', 'server/src/platform/threads/process-limits.ts']
const always = ['package.json', ...ownCode, 'node_modules/*']
const starterProgram = fileURLToPath(new URL('./isolated-program-starter.ts', import.meta.url))
const idleMilliseconds = 60_000

interface Options {
  readonly program: URL
  /** What it may read besides libraries: paths of the code, such as `server/src/documents/attachments/*`. */
  readonly readable: readonly string[]
  /** In milliseconds. */
  readonly endsWithin: number
}

interface Starter {
  readonly process: ChildProcess
  readonly address: string
}

/**
 * A program that reads from its input what nobody has vouched for, and gives what it writes to its output, each time in
 * a process of its own. It may read its own code and nothing of the data, and write, start and connect to nothing.
 *
 * A small process starts these processes: starting one takes longer the more memory whoever starts it has, and holds up
 * everything else there meanwhile. It ends when nobody has needed it for a minute.
 */
export class ProgramApart {
  readonly #name: string
  readonly #orders: Omit<StarterOrders, 'address'>
  #starter: Promise<Starter> | undefined
  #running = 0
  #idle: NodeJS.Timeout | undefined

  constructor({ program, readable, endsWithin }: Options) {
    const paths = [...always, ...(isPackaged ? [] : readable)]
    const permissions = ['--permission', '--allow-worker', ...paths.map((path) => `--allow-fs-read=${root}${path}`)]
    this.#name = fileURLToPath(program)
    this.#orders = { args: ['--no-warnings', ...permissions, this.#name], endsWithin }
  }

  /** The answer to this input; undefined when it took more time or memory than it may. Throws when it failed otherwise. */
  async run(input: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
    clearTimeout(this.#idle)
    this.#running += 1
    try {
      this.#starter ??= this.#start()
      const { address } = await this.#starter
      return this.#answerIn(await exchange(address, input))
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#idle = setTimeout(() => this.#end(), idleMilliseconds).unref()
    }
  }

  #answerIn(reply: Buffer): Buffer | undefined {
    const end = reply.lastIndexOf('\n')
    if (end < 0) throw new Error(`What starts ${this.#name} has ended.`)
    const { code, signal, complaint }: Ending = JSON.parse(reply.toString('utf8', end))
    if (code === 0) return reply.subarray(0, end)
    if (signal !== null || code === tooMuchMemory) return undefined
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
    comeLast(starter)
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

/** A name in a folder that nobody else may enter, or, on Windows, a pipe with a name that nobody can guess. */
async function newAddress(): Promise<string> {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${crypto.randomUUID()}`
  return join(await mkdtemp(join(tmpdir(), 'check-requests-')), 'starter')
}

async function exchange(address: string, input: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const socket = connect({ path: address, allowHalfOpen: true })
  const [reply] = await Promise.all([buffer(socket), sendAll(socket, input)])
  return reply
}

// A part may be good until the next one is asked for only.
async function sendAll(socket: Socket, input: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const part of input)
      await new Promise<void>((resolve, reject) => socket.write(part, (error) => (error ? reject(error) : resolve())))
    socket.end()
  } catch (error) {
    socket.destroy(error instanceof Error ? error : undefined)
  }
}

/** The starter ends with this process, whose end closes the starter's input. */
function keepNothingAlive(starter: ChildProcess): void {
  starter.unref()
  starter.stdout?.destroy()
  if (starter.stdin instanceof Socket) starter.stdin.unref()
}
