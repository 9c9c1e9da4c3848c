import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../scripts/postgres.mjs'
import { openDatabase } from '../../server/src/open.ts'
import { emailOf, type Ids } from '../../server/src/testing/organization.ts'
import { bodyAt } from '../../server/src/testing/requests.ts'
import { type ServerProcess, startServer, tokenAt } from '../../server/src/testing/server-process.ts'
import { verifyTrail } from '../../server/src/trail/commands/verify.ts'
import { Calls } from '../support/calls.ts'
import { checkOutBefore, type EarlierVersion } from '../support/earlier-version.ts'

const lasting = 4000
const macKeyFile = join(tmpdir(), `${randomUUID()}.json`)

const fill = `
  import { openDatabase } from './server/src/open.ts'
  import { fillWorld } from './server/src/testing/templates.ts'
  const { DATABASE_URL: databaseUrl, AUDIT_MAC_KEY: macKeyFile } = process.env
  const database = await openDatabase({ databaseUrl, macKeyFile, dataDir: '' })
  process.stdout.write(JSON.stringify(await fillWorld(database)))
  await database.close()`

let postgres: Awaited<ReturnType<typeof startPostgres>>
let earlier: EarlierVersion
let settings: { DATABASE_URL: string; AUDIT_MAC_KEY: string }
let ids: Ids
const running: ServerProcess[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  earlier = checkOutBefore(2)
  settings = { DATABASE_URL: postgres.urlOf('postgres'), AUDIT_MAC_KEY: macKeyFile }
  ids = JSON.parse(earlier.run(fill, settings))
})
afterAll(async () => {
  for (const server of running) await server.end('SIGTERM')
  await earlier.remove()
  await postgres.stop()
})

async function start(program?: string): Promise<ServerProcess> {
  const server = await startServer(settings, program)
  running.push(server)
  return server
}

test('fails no call while an earlier version and this version run together, during and after migration', async () => {
  const before = await start(earlier.main)
  const calls = new Calls([before.url])
  const person = (name: Parameters<typeof emailOf>[0]) => tokenAt(before.url, emailOf(name))
  const requester = await person('requester-group')
  const approver = await person('approver-group')
  const admin = await person('admin-group')
  const walk = async () => {
    const { data } = await calls.post(requester, '/check-requests/create-check-req', bodyAt(ids, 'NWG'))
    await calls.post(approver, `/status/check-request-history/${data.id}`, { status_id: 3, version: data.version })
  }
  const look = async () => {
    for (const path of ['/check-requests', '/check-requests?view=completed&search=har', '/check-requests/summary'])
      await calls.get(approver, path)
    await calls.get(approver, '/check-requests/insights')
    await calls.get(requester, '/inbox')
  }
  const administer = async () => {
    await calls.get(admin, '/dealer-groups')
    await calls.get(admin, '/audit')
    await calls.get(admin, '/users')
  }
  let next: ServerProcess | undefined
  await calls.keepDoing([walk, walk, look, administer], async () => {
    await wait(lasting)
    next = await start()
    calls.take([before.url, next.url])
    await wait(lasting)
    calls.take([next.url])
    await wait(100)
    expect(await before.end('SIGTERM')).toBe(0)
    await wait(lasting / 2)
  })
  expect(calls.failures).toEqual([])
  const database = await openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir: '', macKeyFile })
  const verdict = await verifyTrail(database, null)
  await database.close()
  expect(verdict.mismatches).toEqual([])
  expect(verdict.intact).toBe(true)
  process.stdout.write(
    `${earlier.commit} and this version: ${calls.made} calls, none failed, the longest took ${Math.round(calls.longest)} ms\n`,
  )
})
