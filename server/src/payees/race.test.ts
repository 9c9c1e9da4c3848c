import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppDatabase } from '../tables.ts'
import { type DatabaseKind, databases, type TestPlace } from '../testing/databases.ts'
import { setPayees } from '../testing/payees.ts'
import { raise } from '../testing/requests.ts'
import { serve } from '../testing/start-app.ts'
import { idsOf, type World, worldOf } from '../testing/world.ts'
import { unverified } from './commands/save-payee.ts'
import { insertPayee } from './queries/payees.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]

describe('two servers on one PostgreSQL database', () => {
  let place: TestPlace
  let other: AppDatabase
  let world: World
  beforeAll(async () => {
    place = await postgres.create('world')
    const database = await place.open()
    other = await place.open()
    world = worldOf(await serve(database), database, await idsOf(database))
    await setPayees(world, { payee_list: 'on' })
  })
  afterAll(async () => {
    await other.close()
    await world.close()
    await place.drop()
  })

  test('add only one payee when both servers receive a request with the same new name at the same time', async () => {
    const name = 'Brought Twice'
    const rest = { address: null, email: null, phone: null, note: null, default_purpose_id: null, blocked_reason: null }
    const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const { id, raised } = await other.transact(async (trx) => {
      const id = await insertPayee(trx, {
        dealer_group_id: world.ids.places.NWG,
        name,
        name_key: payeeKey(name),
        payee_type: 'business',
        payee_sub_type: 'vendor',
        ...rest,
        ...unverified,
        state: 'new',
        edited_by: '[]',
        created_at: '2026-11-20T12:00:00.000Z',
      })
      const raised = raise(world, 'requester-group', 'NWG/TOY/SVC', { payee_name_1: name })
      await expect.poll(async () => Number((await waiting.execute(trx)).rows[0]?.count)).toBeGreaterThan(0)
      return { id, raised: { promise: raised } }
    })
    const request = await raised.promise
    const { data } = await (await world.as('requester-group')).call(requests.detail, { params: { id: request.id } })
    expect(data.payee).toMatchObject({ id, name, state: 'new' })
  })
})
