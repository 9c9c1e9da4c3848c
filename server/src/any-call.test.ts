import { apiBase } from '@check-requests/domain/api/endpoint.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyTrail } from './audit/commands/verify.ts'
import { type AnyCall, anyCall } from './testing/any-call.ts'
import type { Client } from './testing/client.ts'
import { databases } from './testing/databases.ts'
import { emailOf } from './testing/organisation.ts'
import { raise } from './testing/requests.ts'
import { startWorld, type World } from './testing/world.ts'

// To run more calls: FUZZ_CALLS=100000 FUZZ_SEED=7 npx vitest run any-call
const calls = Number(process.env.FUZZ_CALLS ?? 3000)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
const atOnce = 8

describe.each(databases)('on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    for (let n = 0; n < 10; n += 1) await raise(world, 'requester-department', 'NWG/TOY/SVC')
  })
  afterAll(() => world.close())

  const clients = new Map<string, Client>()

  // Somebody may have ended the session, changed the person's rights or deleted them.
  async function clientOf({ name, role }: AnyCall, again = false): Promise<Client | undefined> {
    const key = `${name} ${role}`
    if (again || !clients.has(key)) {
      const client = await world.logIn(emailOf(name), role).catch(() => undefined)
      if (!client) return undefined
      clients.set(key, client)
    }
    return clients.get(key)
  }

  async function send(call: AnyCall): Promise<number> {
    const client = await clientOf(call)
    if (!client) return 0
    const { method, path } = call.row
    const url = `${apiBase}${path.replace(':id', encodeURIComponent(String(call.id)))}`
    const parts = { ...(call.query && { query: call.query }), ...(call.body !== undefined && { body: call.body }) }
    const reply = await client.send(method, url, parts).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${method} ${url} ${JSON.stringify(parts)}`, { cause: error })
    })
    if (reply.status === 401) await clientOf(call, true)
    expect(reply.status, `seed ${seed}: ${method} ${url} ${JSON.stringify(parts)} ${reply.text}`).toBeLessThan(500)
    return reply.status
  }

  test('whatever anybody sends is answered as promised, and trail and counters stay true', async () => {
    const sent = fc.sample(anyCall, { numRuns: calls, seed })
    const statuses = new Map<number, number>()
    for (let at = 0; at < sent.length; at += atOnce)
      for (const status of await Promise.all(sent.slice(at, at + atOnce).map(send)))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
    // Invalid calls alone would prove little.
    for (const status of [200, 201, 403, 404, 409, 422])
      expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(10)
    expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
    const place = sql`dealer_group_id, coalesce(dealership_id, 0) as dealership, coalesce(department_id, 0) as department, status_id`
    const counted = sql`select ${place}, amount from place_counters where amount <> 0 order by 1, 2, 3, 4`
    const stored = sql`select ${place}, count(*) as amount from check_requests group by 1, 2, 3, 4 order by 1, 2, 3, 4`
    const { read } = world.database
    expect((await counted.execute(read)).rows).toEqual((await stored.execute(read)).rows)
  }, 3_600_000)
})
