import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareSqlite } from './compare.ts'
import { memoryOf } from './memory.ts'
import { openUntil } from './open-until.ts'
import { waitsTable, whole } from './report.ts'
import { tokenOf } from './seed/organization.ts'
import { type Server, startOurs } from './servers.ts'
import type { Ground } from './workloads.ts'

const readsAtOnce = 10
const longReads = ['/check-requests/by-user', '/check-requests/export/csv']

/**
 * Measures how long other users wait for request details during ten long reads of the whole list, half of which are CSV
 * exports.
 */
export async function longReadsOnSqlite(folder: string, requests: number, secondsAlone: number): Promise<string> {
  const { ground, folderOfOurs } = await prepareSqlite(join(folder, `long-reads-${requests}`), requests)
  const server = await startOurs({ DATA_DIR: folderOfOurs })
  try {
    await openUntil(server, ground, pause(1000))
    const alone = await openUntil(server, ground, pause(secondsAlone * 1000))
    const memoryAlone = memoryOf(server.pid)
    const begin = performance.now()
    const reads = Promise.all(Array.from({ length: readsAtOnce }, (_, index) => readWhole(server, ground, index)))
    const beside = await openUntil(server, ground, reads)
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    const waits = new Map([
      ['no other load', alone],
      [`during ${readsAtOnce} long reads`, beside],
    ])
    const memory = `Memory ${whole(memoryAlone)} MB before, ${whole(memoryOf(server.pid))} MB at the end.`
    const what = `${readsAtOnce} long reads of ${whole(requests)} requests at once took ${seconds} s. ${memory}`
    return `${what}\n\n${waitsTable(waits)}`
  } finally {
    await server.stop()
  }
}

async function readWhole({ url }: Server, { organization }: Ground, index: number): Promise<void> {
  const headers = { 'x-auth-token': tokenOf(organization.callers.superAdmin) }
  const answer = await fetch(`${url}/api/v1${longReads[index % longReads.length]}`, { headers })
  if (answer.status !== 200) throw new Error(`a long read returned ${answer.status}: ${await answer.text()}`)
  for await (const _ of answer.body ?? []);
}
