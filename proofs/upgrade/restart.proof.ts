import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseKind, databases, type TestPlace } from '../../server/src/testing/databases.ts'
import { emailOf, type Ids } from '../../server/src/testing/organization.ts'
import { bodyAt } from '../../server/src/testing/requests.ts'
import { type ServerProcess, startServer, tokenAt } from '../../server/src/testing/server-process.ts'
import { idsOf } from '../../server/src/testing/world.ts'
import { Calls } from '../support/calls.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]
const rounds = 4
const looksEvery = 200

let place: TestPlace
let ids: Ids
let servers: ServerProcess[]

beforeAll(async () => {
  place = await postgres.create('world')
  const database = await place.open()
  ids = await idsOf(database)
  await database.close()
  servers = [await start(), await start()]
})
afterAll(async () => {
  for (const server of servers) await server.end('SIGTERM')
  await place.drop()
})

const start = () => startServer({ DATABASE_URL: place.where, DRAIN_SECONDS: '1' })

test('fails no call while servers are restarted one at a time', async () => {
  const calls = new Calls(servers.map(({ url }) => url))
  const [{ url }] = servers as [ServerProcess]
  const requester = await tokenAt(url, emailOf('requester-group'))
  const approver = await tokenAt(url, emailOf('approver-group'))
  const walk = async () => {
    const { data } = await calls.post(requester, '/check-requests/create-check-req', bodyAt(ids, 'NWG'))
    await calls.post(approver, `/status/check-request-history/${data.id}`, { status_id: 3, version: data.version })
  }
  const look = async () => void (await calls.get(approver, '/check-requests'))
  // This is a long call, which can start before a server is stopped and end afterward.
  const download = async () => void (await calls.get(approver, '/check-requests/export/csv'))
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      await wait(looksEvery)
      calls.take(await readyOf(servers))
    }
  })()
  await calls.keepDoing([walk, walk, look, look, download, download], async () => {
    for (let round = 0; round < rounds; round += 1) {
      await wait(1000)
      const [leaving, staying] = servers as [ServerProcess, ServerProcess]
      expect(await leaving.end('SIGTERM')).toBe(0)
      servers = [staying, await start()]
    }
    await wait(1000)
  })
  isOver = true
  await looking
  expect(calls.failures).toEqual([])
  process.stdout.write(
    `${rounds} restarts: ${calls.made} calls, none failed, the longest took ${Math.round(calls.longest)} ms\n`,
  )
})

/** The URLs of the servers that a load balancer would use. */
async function readyOf(all: readonly ServerProcess[]): Promise<string[]> {
  const checks = all.map(async ({ url }) => {
    const reply = await fetch(`${url}/readyz`).catch(() => undefined)
    return reply?.ok ? [url] : []
  })
  return (await Promise.all(checks)).flat()
}
