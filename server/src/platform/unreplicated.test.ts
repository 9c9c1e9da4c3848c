import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, openPostgres } from '../open.ts'
import type { AppDatabase } from '../tables.ts'
import { bodyAt } from '../testing/requests.ts'
import { serve } from '../testing/start-app.ts'
import { fillWorld } from '../testing/templates.ts'
import { type World, worldOf } from '../testing/world.ts'

/** A PostgreSQL server for this file only, because waiting for a standby is a setting for all of its databases. */
interface Cluster {
  urlOf(database: string): string
  stop(): Promise<void>
}

describe.each(['sessions', 'transactions'])('a commit that waits for a missing standby, in %s', (kind) => {
  let cluster: Cluster
  let operator: AppDatabase
  let world: World
  beforeAll(async () => {
    const { startPostgres } = await import(new URL('../../../scripts/postgres.mjs', import.meta.url).href)
    cluster = await startPostgres({ flushes: false })
    const url = cluster.urlOf('postgres')
    const macKeyFile = join(tmpdir(), `${randomUUID()}.json`)
    operator = await openDatabase({ databaseUrl: url, dataDir: '', macKeyFile })
    const directUrl = kind === 'transactions' ? url : undefined
    const database = { ...openPostgres(url, () => {}, { directUrl }), keyring: operator.keyring }
    world = worldOf(await serve(database), database, await fillWorld(database))
    await world.as('requester-group')
  })
  afterAll(async () => {
    await world.close()
    await operator.close()
    await cluster.stop()
  })

  async function waitFor(standby: string): Promise<void> {
    await sql.raw(`alter system set synchronous_standby_names = '${standby}'`).execute(operator.read)
    await sql`select pg_reload_conf()`.execute(operator.read)
    const shown = async () =>
      (
        await sql<{ names: string }>`select current_setting('synchronous_standby_names') as names`.execute(
          operator.read,
        )
      ).rows[0]?.names
    await expect.poll(shown).toBe(standby)
  }

  /** Cancels waiting statements, as an operator would after finding a hanging statement. */
  async function cancelWhatWaits(): Promise<void> {
    const cancel = sql<{ done: boolean }>`select pg_cancel_backend(pid) as done from pg_stat_activity
      where wait_event = 'SyncRep'`
    await expect.poll(async () => (await cancel.execute(operator.read)).rows.length).toBeGreaterThan(0)
  }

  const raise = async (key: string) => {
    const client = (await world.as('requester-group')).with({ 'idempotency-key': key })
    const { status, headers } = await client.call(endpoints.create, { body: bodyAt(world.ids, 'NWG') })
    return [status, headers['retry-after']]
  }

  test('isn’t acknowledged until the standby is back when the wait is canceled and the call repeated', async () => {
    await waitFor('nobody')
    for (const _time of [1, 2]) {
      const answer = raise('once')
      await cancelWhatWaits()
      expect(await answer).toEqual([503, '5'])
    }
    await waitFor('')
    expect(await raise('once')).toEqual([201, undefined])
    const { rows } = await sql`select 1 from check_requests`.execute(operator.read)
    expect(rows).toHaveLength(1)
  })
})
