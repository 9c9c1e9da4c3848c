import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseName, prepareSqlite } from './compare.ts'
import { waitsTable, whole } from './report.ts'
import { type Desk, tokenOf } from './seed/organization.ts'
import { type Server, startOurs } from './servers.ts'
import { type Ground, newRequest, writeHeaders } from './workloads.ts'

/** The benchmark's largest dealer group, which has seven of ten requests. */
const deletedGroup = { groupId: 1, share: 0.7 }
const writers = 4
const pauseMilliseconds = 5

/**
 * Measures how long other users' writes wait while a dealer group with about this many requests is deleted through the
 * API.
 */
export async function deletionOnSqlite(folder: string, requests: number, secondsAlone: number): Promise<string> {
  const { ground, folderOfOurs } = await prepareSqlite(
    join(folder, 'deletion'),
    Math.round(requests / deletedGroup.share),
  )
  const server = await startOurs({ DATA_DIR: folderOfOurs })
  try {
    await writeUntil(server, ground, pause(1000))
    const alone = await writeUntil(server, ground, pause(secondsAlone * 1000))
    const deletion = deleteGroup(server, ground, join(folderOfOurs, databaseName))
    const beside = await writeUntil(server, ground, deletion)
    const { answered, gone } = await deletion
    const waits = new Map([
      ['no other load', alone],
      ['beside the deletion', beside],
    ])
    const what = `A dealer group of ${whole(ground.ids.length)} requests, deleted while ${writers} users write in another group`
    const when = `The call returned after ${answered.toFixed(1)} s; all requests were deleted after ${gone.toFixed(1)} s.`
    return `${what}.\n${when}\n\n${waitsTable(waits)}`
  } finally {
    await server.stop()
  }
}

/**
 * Deletes the group. Returns the seconds until the response, and until the last of the group's requests was deleted.
 */
async function deleteGroup({ url }: Server, { organization }: Ground, file: string) {
  const begin = performance.now()
  const headers = { 'x-auth-token': tokenOf(organization.callers.superAdmin) }
  const answer = await fetch(`${url}/api/v1/dealer-groups/${deletedGroup.groupId}`, { method: 'DELETE', headers })
  if (answer.status !== 200) throw new Error(`the deletion returned ${answer.status}: ${await answer.text()}`)
  const answered = (performance.now() - begin) / 1000
  const database = new DatabaseSync(file, { readOnly: true })
  const find = database.prepare('select id from check_requests where dealer_group_id = ? limit 1')
  while (find.get(deletedGroup.groupId)) await pause(100)
  database.close()
  return { answered, gone: (performance.now() - begin) / 1000 }
}

/**
 * Creates requests in another group until `end`, with each writer waiting for its previous request. Returns the
 * milliseconds of each write.
 */
async function writeUntil(server: Server, ground: Ground, end: Promise<unknown>): Promise<number[]> {
  const desk = ground.organization.desks.find(({ groupId }) => groupId !== deletedGroup.groupId) as Desk
  const waits: number[] = []
  let isOver = false
  const write = async () => {
    while (!isOver) {
      waits.push(await raise(server, ground, desk))
      await pause(pauseMilliseconds)
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, write))
  await Promise.race([end, writing])
  isOver = true
  await writing
  return waits
}

async function raise({ url }: Server, { dice }: Ground, desk: Desk): Promise<number> {
  const headers = { ...writeHeaders(desk.requesterIds[0] as number), 'idempotency-key': crypto.randomUUID() }
  const call = { method: 'POST', headers, body: JSON.stringify(newRequest(desk, dice)) }
  const begin = performance.now()
  const answer = await fetch(`${url}/api/v1/check-requests/create-check-req`, call)
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`a write returned ${answer.status}: ${text}`)
  return performance.now() - begin
}
