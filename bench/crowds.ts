import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { startPostgres } from '../scripts/postgres.mjs'
import type { CrowdPlan } from './crowd-thread.ts'
import { percentile, ratio, table, whole } from './report.ts'
import { fill, type Store } from './seed/fill.ts'
import { type Organization, tokenOf } from './seed/organization.ts'
import { openPostgresStore, openSqliteStore } from './seed/stores.ts'
import { type Server, startWatched } from './servers.ts'

interface Crowd extends Omit<CrowdPlan, 'url'> {
  readonly name: string
}

const pauseMilliseconds = 5
// With fewer calls, the 99th percentile would be the longest single wait.
const leastCalls = 300
const runs = 2

/** Measures how long a user of another dealer group waits during an attack by a crowd, on each database. */
export async function crowdsOnBoth(folder: string, requests: number, seconds: number): Promise<string> {
  const sections = [await crowdsOnSqlite(folder, requests, seconds), await crowdsOnPostgres(requests, seconds)]
  return `A user during an attack by a crowd, ${whole(requests)} requests.\n\n${sections.join('\n\n')}`
}

async function crowdsOnSqlite(folder: string, requests: number, seconds: number): Promise<string> {
  const data = join(folder, `crowds-${requests}`)
  mkdirSync(data)
  const organization = await seed(await openSqliteStore(data), requests)
  return measureAll('SQLite', await startWatched({ DATA_DIR: data }), organization, seconds)
}

async function crowdsOnPostgres(requests: number, seconds: number): Promise<string> {
  const postgres = await startPostgres()
  try {
    const url = postgres.urlOf('postgres')
    const organization = await seed(await openPostgresStore(url), requests)
    return await measureAll('PostgreSQL', await startWatched({ DATABASE_URL: url }), organization, seconds)
  } finally {
    await postgres.stop()
  }
}

async function seed(store: Store, requests: number): Promise<Organization> {
  try {
    return await fill(store, requests)
  } finally {
    await store.close()
  }
}

async function measureAll(name: string, server: Server, organization: Organization, seconds: number): Promise<string> {
  const other = tokenOf(organization.callers.smallGroupApprover)
  try {
    await watch(server, other, 1)
    const tables: string[] = []
    for (let run = 1; run <= runs; run += 1) {
      const rows: string[][] = []
      for (const crowd of crowdsOf(organization)) {
        const quiet = await watch(server, other, seconds)
        const during = await watchBeside(server, other, crowd, seconds)
        rows.push([crowd.name, ...cellsOf(quiet, during)])
      }
      tables.push(table([`${name}, run ${run}`, ...heads], rows))
    }
    return tables.join('\n\n')
  } finally {
    await server.stop()
  }
}

const heads = [
  'calls',
  'failures',
  'median quiet, ms',
  'median',
  'p99 quiet',
  'p99',
  'p99, times',
  'loop held quiet, ms',
  'loop held',
]

function cellsOf(quiet: Watched, during: Watched): string[] {
  const [before, beside] = [percentile(quiet.waits, 0.99), percentile(during.waits, 0.99)]
  const medians = [percentile(quiet.waits, 0.5), percentile(during.waits, 0.5)]
  const times = [...medians, before, beside].map((wait) => wait.toFixed(1))
  const held = [quiet.loopHeld, during.loopHeld].map((milliseconds) => milliseconds.toFixed(1))
  return [whole(during.waits.length), whole(quiet.failures + during.failures), ...times, ratio(beside, before), ...held]
}

/** The attacking crowds. An admin of the largest group makes the verifications and exports. */
function crowdsOf({ callers }: Organization): Crowd[] {
  const admin = tokenOf(callers.groupAdmin)
  const login = JSON.stringify({ email: 'nobody@example.com', password: 'not this one' })
  const once = { responses: 1, reads: true }
  return [
    {
      name: 'one connection, 3,000 logins',
      connections: 1,
      calls: callOf('POST', '/api/v1/auth/login', undefined, login).repeat(3000),
      responses: 3000,
      reads: true,
    },
    { name: '100 verifications', connections: 100, calls: callOf('GET', '/api/v1/audit/verify', admin), ...once },
    {
      name: '400 exports without reading',
      connections: 400,
      calls: callOf('GET', '/api/v1/audit/export', admin),
      responses: 1,
      reads: false,
    },
    { name: '50 API descriptions', connections: 50, calls: callOf('GET', '/docs/yaml'), ...once },
    { name: '400 public lists', connections: 400, calls: callOf('GET', '/api/v1/auth/demo-accounts'), ...once },
  ]
}

function callOf(method: string, path: string, token?: string, body = ''): string {
  const headers = ['Host: localhost', `Content-Length: ${body.length}`, 'Content-Type: application/json']
  if (token) headers.push(`x-auth-token: ${token}`)
  return `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`
}

interface Watched {
  readonly waits: readonly number[]
  readonly failures: number
  readonly loopHeld: number
}

async function watchBeside(server: Server, token: string, crowd: Crowd, seconds: number): Promise<Watched> {
  const workerData: CrowdPlan = { ...crowd, url: server.url }
  const thread = new Worker(new URL('./crowd-thread.ts', import.meta.url), { workerData })
  const gone = new Promise((resolve) => thread.once('exit', resolve))
  const watched = await watch(server, token, seconds)
  thread.postMessage('that is all')
  await gone
  return watched
}

/** Fetches the list of open requests repeatedly, for at least this many seconds and this many calls. */
async function watch(server: Server, token: string, seconds: number): Promise<Watched> {
  const waits: number[] = []
  let failures = 0
  await server.loopHeld()
  const end = performance.now() + seconds * 1000
  while (performance.now() < end || waits.length + failures < leastCalls) {
    const begin = performance.now()
    if (await isServed(server, token)) waits.push(performance.now() - begin)
    else failures += 1
    await pause(pauseMilliseconds)
  }
  return { waits, failures, loopHeld: await server.loopHeld() }
}

async function isServed({ url }: Server, token: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/v1/check-requests?status=1`, { headers: { 'x-auth-token': token } })
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}
