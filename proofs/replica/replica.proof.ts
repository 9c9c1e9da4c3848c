import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../scripts/postgres.mjs'
import { openDatabase } from '../../server/src/open.ts'
import { emailOf } from '../../server/src/testing/organization.ts'
import { bodyAt } from '../../server/src/testing/requests.ts'
import { type ServerProcess, startServer, tokenAt } from '../../server/src/testing/server-process.ts'
import { fillWorld } from '../../server/src/testing/templates.ts'
import { Calls } from '../support/calls.ts'

const lasting = 4000
const macKeyFile = join(tmpdir(), `${randomUUID()}.json`)

describe('two servers with a read replica', () => {
  let primary: Awaited<ReturnType<typeof startPostgres>>
  let replica: Postgres
  let servers: ServerProcess[]
  let write: (calls: Calls) => Promise<void>
  let read: (calls: Calls) => Promise<void>
  const raised: string[] = []

  beforeAll(async () => {
    primary = await startPostgres()
    replica = await primary.replicate()
    const databaseUrl = primary.urlOf('postgres')
    const database = await openDatabase({ databaseUrl, dataDir: '', macKeyFile })
    const ids = await fillWorld(database)
    await database.close()
    const settings = {
      AUDIT_MAC_KEY: macKeyFile,
      DATABASE_URL: databaseUrl,
      DATABASE_READ_URL: replica.urlOf('postgres'),
    }
    servers = [await startServer(settings), await startServer(settings)]
    const [{ url }] = servers as [ServerProcess]
    const requester = await tokenAt(url, emailOf('requester-group'))
    const approver = await tokenAt(url, emailOf('approver-group'))
    write = async (calls) => {
      const { data } = await calls.post(requester, '/check-requests/create-check-req', bodyAt(ids, 'NWG'))
      raised.push(data.request_number)
    }
    read = async (calls) => {
      const newest = raised.at(-1) ?? ''
      // The response comes from the server that didn't create the request.
      const text = await calls.get(approver, `/check-requests/export/csv?search=${newest}`)
      if (!text.includes(newest)) calls.failures.push(`${newest} was acknowledged but not returned`)
      await calls.get(approver, '/check-requests?view=completed')
      await calls.get(approver, '/check-requests/insights')
    }
  })
  afterAll(async () => {
    for (const server of servers) await server.end('SIGTERM')
    await replica.stop()
    await primary.stop()
  })

  const countOf = (text: string) => servers.reduce((sum, { output }) => sum + output().split(text).length - 1, 0)
  const timesLeft = () => countOf('All reads go to the primary')
  const untilUsed = () => expect.poll(() => timesLeft() - countOf('Reads go to the replica again')).toBe(0)

  const load = async (during: () => Promise<void>) => {
    await untilUsed()
    const calls = new Calls(servers.map(({ url }) => url))
    await calls.keepDoing([write, read, read, read], during)
    return calls
  }

  /** The number of transactions that PostgreSQL has committed in this database. */
  async function committed(server: Postgres): Promise<number> {
    return (
      (
        await ask<{ n: number }>(
          server,
          'select xact_commit::int as n from pg_stat_database where datname = current_database()',
        )
      )[0]?.n ?? 0
    )
  }

  const report = (what: string, { made, longest }: Calls) =>
    process.stdout.write(
      `${what}: ${made} calls, none failed, the longest took ${Math.round(longest)} ms; switched to the primary ${timesLeft()} times so far\n`,
    )

  test('send most reads to the replica, and return acknowledged writes from either server', async () => {
    await wait(1500)
    const before = [await committed(primary), await committed(replica)] as const
    const calls = await load(() => wait(lasting))
    await wait(1500)
    const atPrimary = (await committed(primary)) - before[0]
    const atReplica = (await committed(replica)) - before[1]
    expect(calls.failures).toEqual([])
    expect(atReplica).toBeGreaterThan(calls.made / 2)
    report(`transactions at the primary ${atPrimary}, at the replica ${atReplica}`, calls)
  })

  test('fail no call while the replica is killed and restarted', async () => {
    const before = timesLeft()
    const calls = await load(async () => {
      await wait(1000)
      await replica.halt()
      await wait(lasting)
      await replica.resume()
      await wait(lasting)
    })
    expect(calls.failures).toEqual([])
    expect(timesLeft()).toBeGreaterThanOrEqual(before + servers.length)
    await untilUsed()
    report('killed', calls)
  })

  test('fail no call while the replica has stopped replaying', async () => {
    const calls = await load(async () => {
      await ask(replica, 'select pg_wal_replay_pause()')
      await wait(lasting)
      await ask(replica, 'select pg_wal_replay_resume()')
    })
    expect(calls.failures).toEqual([])
    report('stopped replaying', calls)
  })

  test('fail no call while the replica is frozen', async () => {
    const sessions = await ask<{ pid: number }>(
      replica,
      'select pid from pg_stat_activity where pid <> pg_backend_pid()',
    )
    const processes = sessions.map(({ pid }) => pid)
    const parent = Number(readFileSync(`/proc/${processes[0]}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
    const calls = await load(async () => {
      for (const pid of [parent, ...processes]) process.kill(pid, 'SIGSTOP')
      await wait(2 * lasting)
      for (const pid of [parent, ...processes]) process.kill(pid, 'SIGCONT')
      await wait(1000)
    })
    expect(calls.failures).toEqual([])
    report('frozen', calls)
  })
})

async function ask<Row>(server: Postgres, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') })
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}
