import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type DatabaseKind, databases } from '../testing/databases.ts'
import { bodyAt, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]

// Simultaneous writes share these round trips: read the session, begin, reserve audit entries, write them, and commit.
const shared = 5

interface Talk {
  roundTrips: number
}

/**
 * Counts the round trips to PostgreSQL. A statement sent before the previous response arrives doesn't count.
 */
function listen(): Talk {
  const talk: Talk = { roundTrips: 0 }
  const unanswered = new WeakMap<pg.Client, number>()
  const { query } = pg.Client.prototype
  const add = (client: pg.Client, by: number) => unanswered.set(client, (unanswered.get(client) ?? 0) + by)
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...call: unknown[]) {
    if (!unanswered.get(this)) talk.roundTrips += 1
    add(this, 1)
    const answer = Reflect.apply(query, this, call) as unknown as Promise<unknown>
    return answer.finally(() => add(this, -1))
  } as never)
  return talk
}

describe('round trips on PostgreSQL', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(postgres)
    await raise(world, 'requester-department', 'NWG/TOY/SVC')
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(() => world.close())

  test('creates a request in four unshared round trips', async () => {
    const requester = await world.as('requester-department')
    const talk = listen()
    const reply = await requester.call(endpoints.create, { body: bodyAt(world.ids, 'NWG/TOY/SVC') })
    expect(reply.status).toBe(201)
    expect(talk.roundTrips - shared).toBe(4)
  })

  test('approves a request in four unshared round trips', async () => {
    const { id } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
    const approver = await world.as('approver-dealership', 'approver')
    const talk = listen()
    const body = { status_id: 3, note: 'Looks good', version: 1 } as const
    const reply = await approver.call(endpoints.changeStatus, { params: { id }, body })
    expect(reply.status).toBe(201)
    expect(talk.roundTrips - shared).toBe(4)
  })
})
