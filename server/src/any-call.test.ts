import { byProfile, seed } from '@check-requests/domain/testing/random.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyCall } from './testing/any-call.ts'
import { AnyCaller } from './testing/any-caller.ts'
import { contradictions } from './testing/contradictions.ts'
import { onBothDatabases } from './testing/on-databases.ts'
import { raise } from './testing/requests.ts'
import { startWorld, type World } from './testing/world.ts'

// To run more calls: npm run torture -- --only fuzz --count 100000 --seed 7
const calls = byProfile({ gate: 3000, nightly: 20_000 })
const atOnce = 8

onBothDatabases(`${calls} random calls from seed ${seed} on $name`, (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    for (let n = 0; n < 10; n += 1) await raise(world, 'requester-department', 'NWG/TOY/SVC')
  })
  afterAll(() => world.close())

  test('are refused with 422 if a query parameter contains an object', async () => {
    const query = { search: { toString: false }, statuses: [null, { toString: 1 }] }
    const client = await world.as('requester-group')
    expect((await client.send('GET', '/api/v1/check-requests', { query })).status).toBe(422)
  })

  test('cause no server errors and keep the audit trail and counters consistent', async () => {
    const caller = new AnyCaller(world)
    const sent = fc.sample(anyCall, calls)
    const statuses = new Map<number, number>()
    for (let at = 0; at < sent.length; at += atOnce)
      for (const { status, inWords } of await Promise.all(
        sent.slice(at, at + atOnce).map((call) => caller.send(call)),
      )) {
        expect(status, inWords).toBeLessThan(500)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    // Without this check, a run with only rejected calls would pass.
    for (const status of [200, 201, 403, 404, 409, 422])
      expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(calls / 300)
    expect(await contradictions(world.database)).toEqual([])
  }, 600_000)
})
