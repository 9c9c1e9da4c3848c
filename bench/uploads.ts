import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { prepareSqlite } from './compare.ts'
import { memoryOf, watchMemory } from './memory.ts'
import { openUntil } from './open-until.ts'
import { waitsTable, whole } from './report.ts'
import { tokenOf } from './seed/organization.ts'
import { type Server, startOurs } from './servers.ts'
import type { Upload, UploadPlan } from './upload-thread.ts'
import type { Ground } from './workloads.ts'

const uploadsAtOnce = 10
const rounds = 5

/**
 * Measures how long other users wait for request details, and how the server's memory grows, while ten users upload 10
 * MB each at the same time.
 */
export async function uploadsOnSqlite(folder: string, secondsAlone: number): Promise<string> {
  const { ground, folderOfOurs } = await prepareSqlite(join(folder, 'uploads'), 10_000)
  const server = await startOurs({ DATA_DIR: folderOfOurs })
  try {
    const uploads = uploadsOf(ground)
    // The first document loads the code that inspects documents.
    await openUntil(server, ground, uploadAll(server, uploads, 1))
    const alone = await openUntil(server, ground, pause(secondsAlone * 1000))
    const before = memoryOf(server.pid) ?? 0
    const memory = watchMemory(server.pid)
    const begin = performance.now()
    const beside = await openUntil(server, ground, uploadAll(server, uploads, rounds))
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    const grown = memory.stop() - before
    const waits = new Map([
      ['no other load', alone],
      [`during ${uploadsAtOnce} uploads at once`, beside],
    ])
    const what = `${uploadsAtOnce} users at once uploaded 10 MB each, ${rounds} times in ${seconds} s.`
    const memoryLine = `Server memory ${whole(before)} MB before, at most ${whole(grown)} MB more during the uploads.`
    return `${what} ${memoryLine}\n\n${waitsTable(waits)}`
  } finally {
    await server.stop()
  }
}

/** Requests of different users to which documents can still be added. */
function uploadsOf({ open }: Ground): Upload[] {
  const byPerson = new Map(open.map(({ id, requester_id }) => [requester_id, { id, token: tokenOf(requester_id) }]))
  return [...byPerson.values()].slice(0, uploadsAtOnce)
}

/** In a separate thread, so that creating and sending the files doesn't delay the measurements. */
async function uploadAll({ url }: Server, uploads: readonly Upload[], rounds: number): Promise<void> {
  const workerData: UploadPlan = { url, uploads, rounds }
  const thread = new Worker(new URL('./upload-thread.ts', import.meta.url), { workerData })
  await new Promise((resolve, reject) => thread.once('error', reject).once('exit', resolve))
}
