import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../scripts/postgres.mjs'
import { prepareSqlite } from './compare.ts'
import { memoryOf } from './memory.ts'
import { ratio, table, whole } from './report.ts'
import { median } from './rounds.ts'
import { fill } from './seed/fill.ts'
import { openPostgresStore } from './seed/stores.ts'
import { type Server, startConstant, startOurs, startPackaged } from './servers.ts'

const idleAfter = 10_000

type Start = () => Promise<Server>

/** Measures how long a start takes until the first response, and how much memory an idle server uses. */
export async function startOnBoth(folder: string, requests: number, starts: number): Promise<string> {
  await makePackage()
  // On PostgreSQL, a start reads no data that grows with the number of requests, and filling a larger database would
  // take many minutes.
  const onPostgres = Math.min(requests, 100_000)
  const { folderOfOurs } = await prepareSqlite(join(folder, `start-${requests}`), requests)
  const postgres = await startPostgres()
  try {
    const url = postgres.urlOf('postgres')
    const store = await openPostgresStore(url)
    await fill(store, onPostgres)
    await store.close()
    const places = {
      [`SQLite, ${whole(requests)}`]: { DATA_DIR: folderOfOurs },
      [`PostgreSQL, ${whole(onPostgres)}`]: { DATABASE_URL: url },
    }
    const contenders: [string, Start][] = [['constant answer', startConstant]]
    for (const [name, place] of Object.entries(places)) {
      contenders.push([`${name}, package`, () => startPackaged(place)])
      contenders.push([`${name}, sources with compiled code`, () => startOurs({ ...place, ...compiledIn(folder) })])
      contenders.push([`${name}, sources`, () => startOurs(place)])
    }
    const what = `${starts} starts each, alternating, after a clean stop.`
    return `${what}\n\n${await measureStarts(contenders, starts)}`
  } finally {
    await postgres.stop()
  }
}

const compiledIn = (folder: string) => ({ NODE_COMPILE_CACHE: join(folder, 'compiled') })

async function makePackage(): Promise<void> {
  const script = fileURLToPath(new URL('../scripts/package.mjs', import.meta.url))
  const [code] = await once(spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
  if (code !== 0) throw new Error('Couldn’t build the package.')
}

async function measureStarts(contenders: readonly (readonly [string, Start])[], starts: number): Promise<string> {
  const times = new Map<string, number[]>(contenders.map(([name]) => [name, []]))
  // The first run closes the file cleanly and stores compiled code.
  for (const [, start] of contenders) await (await start()).stop()
  for (let round = 0; round < starts; round += 1)
    for (const [name, start] of contenders) {
      const server = await start()
      times.get(name)?.push(server.startedIn)
      await server.stop()
    }
  const constant = median(times.get('constant answer') ?? [])
  const rows: string[][] = []
  for (const [name, start] of contenders) {
    const taken = times.get(name) ?? []
    const ms = [median(taken), Math.min(...taken), Math.max(...taken)]
    rows.push([name, ...ms.map(whole), ratio(median(taken), constant), ...(await idleMemory(start))])
  }
  return table(['start', 'median, ms', 'minimum', 'maximum', 'times the constant', 'MB after 10 s'], rows)
}

async function idleMemory(start: Start): Promise<string[]> {
  const server = await start()
  try {
    await pause(idleAfter)
    return [whole(memoryOf(server.pid))]
  } finally {
    await server.stop()
  }
}
