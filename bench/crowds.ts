import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { startPostgres } from '../scripts/postgres.mjs'
import type { CrowdPlan } from './crowd-thread.ts'
import { percentile, ratio, table, whole } from './report.ts'
import { fill, type Store } from './seed/fill.ts'
import { type Organisation, tokenOf } from './seed/organisation.ts'
import { openPostgresStore, openSqliteStore } from './seed/stores.ts'
import { type Server, startOurs } from './servers.ts'

interface Crowd extends Omit<CrowdPlan, 'url'> {
  readonly name: string
}

const pauseMilliseconds = 5

/** How long others wait while a crowd does its worst, on each database: the waits of one person of another group. */
export async function crowdsOnBoth(folder: string, requests: number, seconds: number): Promise<string> {
  const sections = [await crowdsOnSqlite(folder, requests, seconds), await crowdsOnPostgres(requests, seconds)]
  return `Somebody else beside a crowd, ${whole(requests)} requests.\n\n${sections.join('\n\n')}`
}

async function crowdsOnSqlite(folder: string, requests: number, seconds: number): Promise<string> {
  const data = join(folder, `crowds-${requests}`)
  mkdirSync(data)
  const organisation = await seed(await openSqliteStore(data), requests)
  return measureAll('SQLite', await startOurs({ DATA_DIR: data }), organisation, seconds)
}

async function crowdsOnPostgres(requests: number, seconds: number): Promise<string> {
  const postgres = await startPostgres()
  try {
    const url = postgres.urlOf('postgres')
    const organisation = await seed(await openPostgresStore(url), requests)
    return await measureAll('PostgreSQL', await startOurs({ DATABASE_URL: url }), organisation, seconds)
  } finally {
    await postgres.stop()
  }
}

async function seed(store: Store, requests: number): Promise<Organisation> {
  try {
    return await fill(store, requests)
  } finally {
    await store.close()
  }
}

async function measureAll(name: string, server: Server, organisation: Organisation, seconds: number): Promise<string> {
  const other = tokenOf(organisation.callers.smallGroupApprover)
  try {
    await watch(server, other, pause(1000))
    const rows: string[][] = []
    for (const crowd of crowdsOf(organisation)) {
      const quiet = await watch(server, other, pause(seconds * 1000))
      const during = await watchBeside(server, other, crowd, seconds)
      rows.push([crowd.name, ...cellsOf(quiet, during)])
    }
    const heads = ['calls', 'failures', 'median quiet, ms', 'median', 'p99 quiet', 'p99', 'p99, times']
    return table([name, ...heads], rows)
  } finally {
    await server.stop()
  }
}

function cellsOf(quiet: Watched, during: Watched): string[] {
  const [before, beside] = [percentile(quiet.waits, 0.99), percentile(during.waits, 0.99)]
  const medians = [percentile(quiet.waits, 0.5), percentile(during.waits, 0.5)]
  const times = [...medians, before, beside].map((wait) => wait.toFixed(1))
  return [whole(during.waits.length), whole(quiet.failures + during.failures), ...times, ratio(beside, before)]
}

/** The crowds of the attack. Verifications and exports are those of an admin of the largest group. */
function crowdsOf({ callers }: Organisation): Crowd[] {
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
      name: '400 exports that nobody reads',
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
  readonly waits: number[]
  failures: number
}

async function watchBeside(server: Server, token: string, crowd: Crowd, seconds: number): Promise<Watched> {
  const workerData: CrowdPlan = { ...crowd, url: server.url }
  const thread = new Worker(new URL('./crowd-thread.ts', import.meta.url), { workerData })
  const gone = new Promise((resolve) => thread.once('exit', resolve))
  const watched = await watch(server, token, pause(seconds * 1000))
  thread.postMessage('that is all')
  await gone
  return watched
}

/** Opens the list of open requests, one time after the other, until `end`; the milliseconds of each call. */
async function watch({ url }: Server, token: string, end: Promise<unknown>): Promise<Watched> {
  const watched: Watched = { waits: [], failures: 0 }
  let isOver = false
  const over = end.then(() => {
    isOver = true
  })
  while (!isOver) {
    const begin = performance.now()
    const answer = await fetch(`${url}/api/v1/check-requests?status=1`, { headers: { 'x-auth-token': token } })
    await answer.arrayBuffer()
    if (answer.status === 200) watched.waits.push(performance.now() - begin)
    else watched.failures += 1
    await pause(pauseMilliseconds)
  }
  await over
  return watched
}
