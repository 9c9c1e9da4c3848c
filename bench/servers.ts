import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Question } from './watched.ts'

/** A server in a separate process. */
export interface Server {
  readonly name: string
  readonly url: string
  readonly pid: number
  /** Milliseconds from the start of the process to its first response. */
  readonly startedIn: number
  /** The 99th percentile of the milliseconds for which the event loop was held since the previous call. */
  loopHeld(): Promise<number>
  /** The longest time for which the event loop was held since the previous call, in milliseconds. */
  longestHold(): Promise<number>
  /** Collects garbage. Returns the remaining kilobytes if the server is watched. */
  live(): Promise<number>
  stop(): Promise<void>
}

export function startConstant(): Promise<Server> {
  return start('constant answer', ['constant.ts'], '/304')
}

export function startMinimal(file: string, variant: 'plain' | 'best'): Promise<Server> {
  const name = variant === 'plain' ? 'minimal' : 'best'
  return start(name, ['minimal/sqlite.ts', file, variant], '/')
}

export function startMinimalPostgres(url: string): Promise<Server> {
  return start('minimal, PostgreSQL', ['minimal/postgres.ts', url], '/')
}

/** The server's data folder or database, and other settings. */
export interface Environment {
  readonly DATA_DIR?: string
  readonly DATABASE_URL?: string
  readonly NODE_COMPILE_CACHE?: string
}

/** Starts the real server as in production, but without the log of every call. */
export function startOurs(environment: Environment, nodeOptions: readonly string[] = []): Promise<Server> {
  const name = environment.DATABASE_URL ? 'ours, PostgreSQL' : 'ours'
  return start(name, ['../server/src/main.ts'], '/healthz', settings(environment), nodeOptions)
}

/** Starts the real server from the package built by `npm run package`. */
export function startPackaged(environment: Environment): Promise<Server> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const name = `check-requests-${version}-${process.platform}-${process.arch}`
  const program = fileURLToPath(new URL(`../dist/${name}/check-requests`, import.meta.url))
  return startProgram('package', program, [], '/healthz', settings(environment))
}

function settings(environment: Environment): Record<string, string> {
  // A database accepts only its first key, and a key only its first database.
  const database = environment.DATABASE_URL && createHash('sha256').update(environment.DATABASE_URL).digest('hex')
  const keys = database ? { AUDIT_MAC_KEY: join(tmpdir(), `check-requests-bench-key-${database}.json`) } : {}
  return { ...environment, ...keys, DEMO: 'off', LOG_LEVEL: 'warn' }
}

/** Starts the real server, which also reports how long its event loop is held and its live memory. */
export function startWatched(environment: Environment): Promise<Server> {
  return startOurs(environment, ['--expose-gc', '--import', new URL('./loop-watch.ts', import.meta.url).href])
}

function start(
  name: string,
  [script, ...rest]: string[],
  firstPath: string,
  environment: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
): Promise<Server> {
  const options = [...nodeOptions, ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [])]
  const file = fileURLToPath(new URL(script as string, import.meta.url))
  return startProgram(name, process.execPath, [...options, file, ...rest], firstPath, environment)
}

async function startProgram(
  name: string,
  program: string,
  options: readonly string[],
  firstPath: string,
  environment: Record<string, string>,
): Promise<Server> {
  const port = await freePort()
  const begin = performance.now()
  const child = spawn(program, options, {
    env: { PATH: process.env.PATH, ...environment, PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Ends all servers whenever the benchmark ends.
  process.once('exit', () => child.kill())
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(`${url}${firstPath}`, child)
  return {
    name,
    url,
    pid: child.pid as number,
    startedIn: performance.now() - begin,
    loopHeld: () => ask(child, 'loopHeld'),
    longestHold: () => ask(child, 'longestHold'),
    live: () => ask(child, 'live'),
    stop: () => stop(child),
  }
}

function ask(child: ChildProcess, question: Question): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (answer) => resolve(Number(answer)))
    child.send(question)
  })
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`${child.spawnargs.join(' ')} exited with ${child.exitCode}`)
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
