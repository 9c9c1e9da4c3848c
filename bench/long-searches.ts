import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareSqlite } from './compare.ts'
import { memoryOf } from './memory.ts'
import { openUntil } from './open-until.ts'
import { waitsTable, whole } from './report.ts'
import { tokenOf } from './seed/organization.ts'
import { type Server, startOurs } from './servers.ts'
import type { Ground } from './workloads.ts'

const searchers = 10

/**
 * Measures how long other users wait for request details while ten users of one department repeatedly search for two
 * letters.
 */
export async function longSearchesOnSqlite(folder: string, requests: number, seconds: number): Promise<string> {
  const { ground, folderOfOurs } = await prepareSqlite(join(folder, `searches-${requests}`), requests)
  const server = await startOurs({ DATA_DIR: folderOfOurs })
  try {
    await openUntil(server, ground, pause(1000))
    const alone = await openUntil(server, ground, pause(seconds * 1000))
    const memoryAlone = memoryOf(server.pid)
    const end = performance.now() + seconds * 1000
    const searches = Promise.all(Array.from({ length: searchers }, () => searchUntil(server, ground, end)))
    const beside = await openUntil(server, ground, searches)
    const answered = (await searches).flat()
    const waits = new Map([
      ['details, no other load', alone],
      [`details while ${searchers} users search for two letters`, beside],
      ['those searches', answered],
    ])
    const memory = `Memory ${whole(memoryAlone)} MB before, ${whole(memoryOf(server.pid))} MB at the end.`
    return `Searches among ${whole(requests)} requests on SQLite. ${memory}\n\n${waitsTable(waits)}`
  } finally {
    await server.stop()
  }
}

/** Searches until `end`. Returns the milliseconds until each response. */
async function searchUntil({ url }: Server, { organization }: Ground, end: number): Promise<number[]> {
  const headers = { 'x-auth-token': tokenOf(organization.callers.departmentApprover) }
  const times: number[] = []
  while (performance.now() < end) {
    const begin = performance.now()
    const answer = await fetch(`${url}/api/v1/check-requests?search=ma`, { headers })
    if (answer.status !== 200) throw new Error(`a search returned ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    times.push(performance.now() - begin)
  }
  return times
}
