import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { prepareSqlite } from './compare.ts'
import { memoryOf, watchMemory } from './memory.ts'
import { openUntil } from './open-until.ts'
import { waitsTable, whole } from './report.ts'
import { tokenOf } from './seed/organisation.ts'
import { type Server, startOurs } from './servers.ts'
import type { Upload, UploadPlan } from './upload-thread.ts'
import type { Ground } from './workloads.ts'

const uploadsAtOnce = 10
const rounds = 5

/** How long others wait for a detail, and how the server's memory grows, while ten people upload 10 MB at once. */
export async function uploadsOnSqlite(folder: string, secondsAlone: number): Promise<string> {
  const { ground, folderOfOurs } = await prepareSqlite(join(folder, 'uploads'), 10_000)
  const server = await startOurs({ DATA_DIR: folderOfOurs })
  try {
    const uploads = uploadsOf(ground)
    // What inspects documents is loaded by the first of them.
    await openUntil(server, ground, uploadAll(server, uploads, 1))
    const alone = await openUntil(server, ground, pause(secondsAlone * 1000))
    const before = memoryOf(server.pid) ?? 0
    const memory = watchMemory(server.pid)
    const begin = performance.now()
    const beside = await openUntil(server, ground, uploadAll(server, uploads, rounds))
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    const grown = memory.stop() - before
    const waits = new Map([
      ['nothing else going on', alone],
      [`beside ${uploadsAtOnce} uploads at once`, beside],
    ])
    const what = `${rounds} times ${uploadsAtOnce} people at once uploaded 10 MB each, in ${seconds} s.`
    const memoryLine = `Memory of the server ${whole(before)} MB before, at most ${whole(grown)} MB more meanwhile.`
    return `${what} ${memoryLine}\n\n${waitsTable(waits)}`
  } finally {
    await server.stop()
  }
}

/** Requests of different people that can still get documents. */
function uploadsOf({ open }: Ground): Upload[] {
  const byPerson = new Map(open.map(({ id, requester_id }) => [requester_id, { id, token: tokenOf(requester_id) }]))
  return [...byPerson.values()].slice(0, uploadsAtOnce)
}

/** In a thread of its own, so that making and sending the files does not delay what is measured here. */
async function uploadAll({ url }: Server, uploads: readonly Upload[], rounds: number): Promise<void> {
  const workerData: UploadPlan = { url, uploads, rounds }
  const thread = new Worker(new URL('./upload-thread.ts', import.meta.url), { workerData })
  await new Promise((resolve, reject) => thread.once('error', reject).once('exit', resolve))
}
