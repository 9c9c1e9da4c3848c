import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RoleName, roles } from '@check-requests/domain/access/roles.ts'
import type { CreateBody } from './requests.ts'
import { testKeyFile, testPassword } from './templates.ts'

// Speeds up thirty starts in a row by compiling the code only once.
const compiled = join(tmpdir(), 'check-requests-compiled')

/** A program of the product: packaged if the package is up to date (`npm run build`), or else from source. */
export function programOf(name: 'main' | 'cli'): string {
  const { TEST_SERVER_PART: part } = process.env
  return part ? join(part, `${name}.js`) : fileURLToPath(new URL(`../${name}.ts`, import.meta.url))
}

/** The real server, in a separate process. */
export interface ServerProcess {
  readonly url: string
  /** The time from the start of the process to its first possible answer, in milliseconds. */
  readonly startedIn: number
  /** Everything that the server has written to its output. */
  output(): string
  /** The exit code if the server exits on its own. */
  readonly gone: Promise<number | null>
  /** Ends the server. Returns the exit code, or null if the server was killed. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

// The running servers, which are all ended however the tests end.
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export type Settings = Readonly<Record<string, string>>

function launch(settings: Settings, program = programOf('main')): { child: ChildProcess; output: () => string } {
  const { PATH = '' } = process.env
  const keys = settings.DATABASE_URL ? { AUDIT_MAC_KEY: testKeyFile() } : {}
  // The stored worlds have dates that this machine's clock might not have reached.
  const usual = { PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn', ALLOW_EARLIER_CLOCK: 'on' }
  const env = { PATH, NODE_COMPILE_CACHE: compiled, ...usual, ...keys, ...settings }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
  return { child, output: () => output }
}

/** Starts the server, or another copy of it, and waits until it is ready. If it exits instead, throws its output. */
export async function startServer(settings: Settings, program?: string): Promise<ServerProcess> {
  const begin = performance.now()
  const { child, output } = launch(settings, program)
  const gone = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /is ready: open (https?:\S+)/.exec(output())?.[1]
      if (found) resolve(found.replace('localhost', '127.0.0.1'))
    })
    gone.then(() => reject(new Error(`The server didn’t start: ${output()}`)))
  })
  const startedIn = performance.now() - begin
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code] = await gone
    return code as number | null
  }
  return { url, startedIn, output, gone: gone.then(([code]) => code as number | null), end }
}

/** Starts the server in a situation where it must refuse to run. Returns its exit code and output. */
export async function failToStart(settings: Settings): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch(settings)
  const [code] = await once(child, 'close')
  return { code, output: output() }
}

/** The exit code and output of a server that was told to stop. */
interface Stopped {
  readonly code: number | null
  readonly output: string
}

/** Starts the server, and tells it to stop as soon as its port accepts connections. */
export async function stopWhenReached(settings: Settings): Promise<Stopped> {
  const port = await freePort()
  return stopWhen({ ...settings, PORT: String(port) }, () => takesConnections(port))
}

/** Starts the server, and tells it to stop as soon as the condition is true. */
export async function stopWhen(settings: Settings, holds: () => Promise<boolean>): Promise<Stopped> {
  const { child, output } = launch(settings)
  const closed = once(child, 'close')
  while (child.exitCode === null && !(await holds()));
  child.kill('SIGTERM')
  const [code] = await closed
  return { code, output: output() }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => setTimeout(resolve, 1, false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Logs in as an API client over HTTP. Returns the token. */
export async function tokenAt(url: string, email: string, role?: RoleName): Promise<string> {
  const role_id = roles.find(({ name }) => name === role)?.id
  const body = JSON.stringify({ email, password: testPassword, role_id })
  const reply = await fetch(new URL('/api/v1/auth/login', url), { method: 'POST', headers: json, body })
  const { data } = (await reply.json()) as { data: { token: string } }
  return data.token
}

const json = { 'content-type': 'application/json' }

/** A request to raise, with a key that makes it safe to retry. */
export interface Attempt {
  readonly key: string
  readonly body: CreateBody
}

/**
 * Tries to raise a request. Returns the request's id if the server acknowledged the request, or undefined if there was
 * no response.
 */
export async function tryToRaise(url: string, token: string, attempt: Attempt): Promise<number | undefined> {
  const headers = { ...json, 'x-auth-token': token, 'idempotency-key': attempt.key }
  const address = new URL('/api/v1/check-requests/create-check-req', url)
  const reply = await fetch(address, { method: 'POST', headers, body: JSON.stringify(attempt.body) }).catch(() => null)
  const answer = (await reply?.json().catch(() => null)) as { data?: { id: number } } | null | undefined
  if (!reply || !answer) return undefined
  // On a busy machine, the server can ask clients to retry, so this retries immediately.
  if (reply.status === 503) return tryToRaise(url, token, attempt)
  if (reply.status !== 201) throw new Error(`Raising a request was answered ${reply.status}: ${JSON.stringify(answer)}`)
  return answer.data?.id
}
