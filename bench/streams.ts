import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { startPostgres } from '../scripts/postgres.mjs'
import { Dice } from '../server/src/demo/dice.ts'
import { memoryOf } from './memory.ts'
import { percentile, table, whole } from './report.ts'
import { fill, type Store } from './seed/fill.ts'
import { type Desk, type Organization, tokenOf } from './seed/organization.ts'
import { openPostgresStore, openSqliteStore } from './seed/stores.ts'
import { type Server, startWatched } from './servers.ts'
import type { Heard, StreamPlan } from './stream-thread.ts'
import { newRequest, writeHeaders } from './workloads.ts'

const requests = 10_000
const streams = 2000
// A hundred changes take longer than the 25 seconds between pings of all streams.
const between = 300

/** Measures how long a change takes to reach 2,000 users with open streams, and how much memory the streams use. */
export async function streamsOnBoth(folder: string, changes: number): Promise<string> {
  const rows = [await streamsOnSqlite(folder, changes), await streamsOnPostgres(changes)]
  const what = `${whole(streams)} users with an open event stream are notified of ${changes} new requests in sequence.`
  return `${what}\nMilliseconds from the call that creates a request.\n\n${table(heads, rows)}`
}

const heads = [
  'event streams',
  'kB per stream: live',
  'after the changes: live',
  'resident',
  'opened in, ms',
  'first heard, median',
  'all heard, median',
  'all heard, longest',
  'loop held, longest',
]

async function streamsOnSqlite(folder: string, changes: number): Promise<string[]> {
  const data = join(folder, 'streams')
  mkdirSync(data)
  const organization = await seed(await openSqliteStore(data))
  return ['SQLite', ...(await measureStreams(await startWatched({ DATA_DIR: data }), organization, changes))]
}

async function streamsOnPostgres(changes: number): Promise<string[]> {
  const postgres = await startPostgres()
  try {
    const url = postgres.urlOf('postgres')
    const organization = await seed(await openPostgresStore(url))
    return ['PostgreSQL', ...(await measureStreams(await startWatched({ DATABASE_URL: url }), organization, changes))]
  } finally {
    await postgres.stop()
  }
}

async function seed(store: Store): Promise<Organization> {
  try {
    return await fill(store, requests, streams)
  } finally {
    await store.close()
  }
}

async function measureStreams(server: Server, organization: Organization, changes: number): Promise<string[]> {
  const [desk] = organization.desks as [Desk]
  const raise = raiser(server, desk)
  try {
    // Excludes the memory for code that the first calls load or compile.
    for (let index = 0; index < 100; index += 1) await raise()
    const before = await memory(server)
    const begin = performance.now()
    const thread = await openStreams(server, organization.watchers)
    const opened = performance.now() - begin
    const open = await memory(server)
    await server.loopHeld()
    const heard = await hearOf(thread, raise, changes)
    const held = await server.longestHold()
    const after = await memory(server)
    await close(thread)
    const all = heard.map(({ last }) => last)
    const first = heard.map((one) => one.first)
    const times = [opened, percentile(first, 0.5), percentile(all, 0.5), percentile(all, 1)].map(whole)
    const grown = [open.live - before.live, after.live - before.live, after.resident - before.resident]
    return [...grown.map(ofEach), ...times, held.toFixed(1)]
  } finally {
    await server.stop()
  }
}

/**
 * The kilobytes of live objects and buffers, and of the whole process. Memory that the process has freed but kept can
 * hide an increase.
 */
async function memory(server: Server): Promise<{ live: number; resident: number }> {
  const live = await server.live()
  return { live, resident: (memoryOf(server.pid) ?? 0) * 1024 }
}

function ofEach(kilobytes: number): string {
  return (kilobytes / streams).toFixed(1)
}

async function openStreams({ url }: Server, watchers: readonly number[]): Promise<Worker> {
  const workerData: StreamPlan = { url, tokens: watchers.map(tokenOf) }
  const thread = new Worker(new URL('./stream-thread.ts', import.meta.url), { workerData })
  await once(thread, 'message')
  return thread
}

async function close(thread: Worker): Promise<void> {
  const gone = once(thread, 'exit')
  thread.postMessage('that is all')
  await gone
}

interface Delivered {
  readonly first: number
  readonly last: number
}

/** The milliseconds from each call until the first and until the last stream received its event. */
async function hearOf(thread: Worker, raise: () => Promise<void>, changes: number): Promise<Delivered[]> {
  const delivered: Delivered[] = []
  for (let change = 0; change < changes; change += 1) {
    const message = once(thread, 'message')
    const begin = performance.timeOrigin + performance.now()
    await raise()
    const [heard] = (await message) as [Exclude<Heard, 'open'>]
    delivered.push({ first: heard.first - begin, last: heard.last - begin })
    await pause(between)
  }
  return delivered
}

function raiser({ url }: Server, desk: Desk): () => Promise<void> {
  const dice = new Dice(11)
  let count = 0
  return async () => {
    count += 1
    const headers = { ...writeHeaders(desk.requesterIds[0] as number), 'idempotency-key': `bench-stream-${count}` }
    const body = JSON.stringify(newRequest(desk, dice))
    const answer = await fetch(`${url}/api/v1/check-requests/create-check-req`, { method: 'POST', headers, body })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(`creating a request returned ${answer.status}: ${text}`)
  }
}
