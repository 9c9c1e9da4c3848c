import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { runs } from '@check-requests/domain/testing/random.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { RoleWord } from '../testing/organization.ts'
import { bodyAt, move } from '../testing/requests.ts'
import { vouchForAll } from '../testing/templates.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const people = ['everyone', 'everyone-eastside'] as const
const places = {
  everyone: ['NWG', 'NWG/TOY', 'NWG/TOY/SVC', 'NWG/HON'],
  'everyone-eastside': ['EAS', 'EAS/KIA/SVC'],
} as const

/** The role that usually sets each status. */
const actors: Record<number, RoleWord> = {
  1: 'requester',
  2: 'approver',
  3: 'approver',
  4: 'processor',
  5: 'processor',
  6: 'processor',
  7: 'requester',
  8: 'approver',
  9: 'approver',
}

/** Actions that a user can try at any time, even if the request's status forbids them. */
const operationShape = fc.record({
  person: fc.constantFrom(...people),
  what: fc.constantFrom('create', 'move', 'move', 'move', 'move', 'edit', 'delete', 'priority', 'delivery'),
  target: fc.nat({ max: 30 }),
  place: fc.nat({ max: 3 }),
  to: fc.integer({ min: 1, max: 9 }),
})
type Operation = typeof operationShape extends fc.Arbitrary<infer Shape> ? Shape : never

onBothDatabases('counters on $name', (kind) => {
  let world: World
  const created: number[] = []
  beforeAll(async () => {
    world = await startWorld(kind)
    // Without separation of duties, one user with all four roles can complete a request.
    await world.database.transact(async (trx) => {
      await trx.updateTable('dealer_groups').set({ separation_of_duties: 0 }).execute()
    })
    await vouchForAll(world.database)
  })
  afterAll(() => world.close())

  async function carryOut({ person, what, target, place, to }: Operation): Promise<number> {
    const home = places[person]
    const body = bodyAt(world.ids, home[place % home.length] ?? home[0], { amount: target + 1 })
    const params = { id: created[target % Math.max(1, created.length)] ?? 1 }
    const requester = await world.as(person, 'requester')
    if (what === 'create') {
      const reply = await requester.call(endpoints.create, { body })
      if (reply.status === 201) created.unshift(reply.data.id)
      return reply.status
    }
    if (what === 'move') return moveAs(person, params.id, to)
    const calls = {
      edit: () => requester.call(endpoints.update, { params, body }),
      delete: () => requester.call(endpoints.remove, { params }),
      priority: () => requester.call(endpoints.changePriority, { params, body: { priority_level: 'urgent' } }),
      delivery: async () =>
        (await world.as(person, 'processor')).call(endpoints.update, { params, body: { delivery_method_id: 2 } }),
    }
    return (await calls[what]()).status
  }

  async function moveAs(person: (typeof people)[number], id: number, to: number): Promise<number> {
    const client = await world.as(person, actors[to])
    return (await move(client, id, to, 4)).status
  }

  /** The stored counters and the counts from a full query. Counters that are back at zero are ignored. */
  async function counted() {
    const { read } = world.database
    const kept = await sql`select dealer_group_id as g, dealership_id as d, department_id as p, status_id as s, amount
      from place_counters where amount <> 0 order by 1, 2, 3, 4`.execute(read)
    const fresh =
      await sql`select dealer_group_id as g, coalesce(dealership_id, 0) as d, coalesce(department_id, 0) as p,
      status_id as s, count(*) as amount from check_requests group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(read)
    const keptOwn = await sql`select requester_id as r, dealer_group_id as g, status_id as s, amount
      from requester_counters where amount <> 0 order by 1, 2, 3`.execute(read)
    const freshOwn = await sql`select requester_id as r, dealer_group_id as g, status_id as s, count(*) as amount
      from check_requests group by 1, 2, 3 order by 1, 2, 3`.execute(read)
    const keptHandled = await sql`select user_id as u, dealer_group_id as g, amount
      from handled_counters where amount <> 0 order by 1, 2`.execute(read)
    const freshHandled = await sql`select user_id as u, dealer_group_id as g, count(distinct check_request_id) as amount
      from status_history where action = 'status' and status_id in (3, 8, 9) group by 1, 2 order by 1, 2`.execute(read)
    return {
      kept: [kept.rows, keptOwn.rows, keptHandled.rows],
      fresh: [fresh.rows, freshOwn.rows, freshHandled.rows],
    }
  }

  test('keeps the stored counters equal to full counts after random actions', {
    timeout: 240_000,
  }, async () => {
    const seen = new Set<number>()
    const property = fc.asyncProperty(
      fc.array(operationShape, { minLength: 40, maxLength: 80 }),
      async (operations) => {
        for (let first = 0; first < operations.length; first += 8) {
          const statuses = await Promise.all(operations.slice(first, first + 8).map(carryOut))
          for (const status of statuses) seen.add(status)
        }
        const { kept, fresh } = await counted()
        expect(kept).toEqual(fresh)
        expect(kept.flat().every((row) => Number((row as { amount: number }).amount) > 0)).toBe(true)
      },
    )
    await fc.assert(property, { ...runs({ gate: 3, nightly: 100 }), endOnFailure: true })
    expect([...seen].filter((status) => status >= 500)).toEqual([])
    expect(seen).toContain(201)
    expect(seen).toContain(409)
  })

  test('keeps an intact audit trail for every remaining request', async () => {
    const verdict = await verifyTrail(world.database, null)
    expect(verdict).toMatchObject({ intact: true, mismatches: [] })
    expect(verdict.chains.length).toBeGreaterThanOrEqual(2)
  })
})
