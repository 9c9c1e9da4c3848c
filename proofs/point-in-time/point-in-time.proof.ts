import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/src/open.ts'
import { query } from '../../server/src/platform/database/postgres/backup.ts'
import { emailOf } from '../../server/src/testing/organization.ts'
import { bodyAt } from '../../server/src/testing/requests.ts'
import { startServer, tokenAt } from '../../server/src/testing/server-process.ts'
import { fillWorld } from '../../server/src/testing/templates.ts'
import { verifyTrail } from '../../server/src/trail/commands/verify.ts'
import { type ArchivedPostgres, startArchivedPostgres } from '../support/archived-postgres.ts'
import { Calls } from '../support/calls.ts'

/** A created request, with the times of the call and the acknowledgment in milliseconds. */
interface Written {
  readonly number: string
  readonly begun: number
  readonly acknowledged: number
}

const macKeyFile = join(tmpdir(), `${randomUUID()}.json`)
let postgres: ArchivedPostgres
beforeAll(async () => {
  postgres = await startArchivedPostgres()
})
afterAll(() => postgres.stop())

const settings = () => ({ AUDIT_MAC_KEY: macKeyFile, DATABASE_URL: postgres.url })
const ask = (statement: string) => query(postgres.url, statement)
const open = () => openDatabase({ databaseUrl: postgres.url, dataDir: '', macKeyFile })

test('restores a lost PostgreSQL database to a chosen second with an intact audit trail', async () => {
  const database = await open()
  const ids = await fillWorld(database)
  await database.close()
  const server = await startServer(settings())
  const requester = await tokenAt(server.url, emailOf('requester-group'))
  const calls = new Calls([server.url])
  const raise = async (): Promise<Written> => {
    const begun = Date.now()
    const { data } = await calls.post(requester, '/check-requests/create-check-req', bodyAt(ids, 'NWG'))
    return { number: data.request_number, begun, acknowledged: Date.now() }
  }

  const before = await raise()
  await postgres.backUp()
  const written = [before]
  const until = Date.now() + 8000
  while (Date.now() < until) {
    written.push(await raise())
    await wait(100)
  }
  // Requests after this second are undone by the restore. The log must be archived before the disk is lost.
  const second = Math.floor((until - 4000) / 1000) * 1000
  const [ended] = await ask(`select pg_walfile_name(pg_switch_wal()) as file`)
  await expect.poll(() => ask('select last_archived_wal as file from pg_stat_archiver')).toEqual([ended])
  await server.end('SIGTERM')
  await postgres.lose()

  const begun = performance.now()
  await postgres.restoreTo(`${new Date(second).toISOString().slice(0, 19).replace('T', ' ')}+00`)
  await expect.poll(() => ask('select pg_is_in_recovery() as recovers')).toEqual([{ recovers: false }])
  const restoredIn = performance.now() - begun

  const restored = await open()
  const rows = await restored.read.selectFrom('check_requests').select('request_number').execute()
  const found = new Set(rows.map(({ request_number }) => request_number))
  const [due, undone] = [
    written.filter(({ acknowledged }) => acknowledged < second),
    written.filter((one) => one.begun > second),
  ]
  expect([due.length > 10, undone.length > 10]).toEqual([true, true])
  expect(due.filter(({ number }) => !found.has(number))).toEqual([])
  expect(undone.filter(({ number }) => found.has(number))).toEqual([])
  expect(await verifyTrail(restored, null)).toMatchObject({ intact: true, mismatches: [] })
  await restored.close()

  const again = await startServer(settings())
  const list = await new Calls([again.url]).get(await tokenAt(again.url, emailOf('requester-group')), '/check-requests')
  expect(list).toContain(due.at(-1)?.number)
  await again.end('SIGTERM')
  const away = written.length - found.size
  console.info(
    `${written.length} requests in 8 seconds; restored to ${new Date(second).toISOString()} in ${(restoredIn / 1000).toFixed(1)} s: ${found.size} kept, and ${away} later ones undone.`,
  )
})
