import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../open.ts'
import type { AppDatabase } from '../tables.ts'
import { DatabaseLine } from '../testing/database-line.ts'
import { type DatabaseKind, databases, type TestPlace } from '../testing/databases.ts'
import { bodyAt } from '../testing/requests.ts'
import { serve } from '../testing/start-app.ts'
import { testKeyring } from '../testing/templates.ts'
import { idsOf, type World, worldOf } from '../testing/world.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]

describe('while PostgreSQL can’t be reached', () => {
  let place: TestPlace
  let line: DatabaseLine
  let world: World
  beforeAll(async () => {
    place = await postgres.create('world')
    line = new DatabaseLine(place.where)
    await line.mend()
    const database: AppDatabase = { ...openPostgres(line.url, () => {}), keyring: testKeyring() }
    world = worldOf(await serve(database), database, await idsOf(database))
    await world.as('requester-group')
    await world.as('approver-group')
  })
  afterAll(async () => {
    await world.close()
    await line.cut()
    await place.drop()
  })

  const create = async () =>
    (await world.as('requester-group')).call(checkRequestEndpoints.create, { body: bodyAt(world.ids, 'NWG') })

  test('answers calls with 503 and a time to retry, and continues afterward with the same sessions', async () => {
    const reader = await world.as('approver-group')
    expect((await reader.call(checkRequestEndpoints.list)).headers.etag).toBeDefined()
    await line.cut()
    for (const ask of [() => reader.call(checkRequestEndpoints.list), create]) {
      const reply = await ask()
      expect([reply.status, reply.error.code, reply.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '5'])
      expect(reply.message).toBe('The server is starting, stopping, or busy. Try again in a few seconds.')
    }
    expect((await world.anyone.send('GET', '/readyz')).status).toBe(503)
    expect((await world.anyone.send('GET', '/healthz')).status).toBe(200)
    await line.mend()
    expect((await world.anyone.send('GET', '/readyz')).status).toBe(200)
    expect((await create()).status).toBe(201)
    await expect.poll(async () => (await reader.call(checkRequestEndpoints.list)).headers.etag).toBeDefined()
  })

  test('answers calls in progress with success or 503, and keeps every successful change', async () => {
    const total = async () => (await (await world.as('approver-group')).call(checkRequestEndpoints.summary)).data.total
    const before = await total()
    const calls = Array.from({ length: 60 }, create)
    await Promise.race(calls)
    await line.cut()
    const replies = await Promise.all(calls)
    await line.mend()
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
    const acknowledged = replies.filter(({ status }) => status === 201)
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(statuses).toContain(503)
    const { data } = await (await world.as('approver-group')).call(checkRequestEndpoints.list, {
      query: { limit: 100 },
    })
    const found = data.items.map(({ id }) => id)
    for (const reply of acknowledged) expect(found).toContain(reply.data.id)
    expect((await total()) - before).toBeGreaterThanOrEqual(acknowledged.length)
  })
})
