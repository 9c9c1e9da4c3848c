import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countQueries } from '../testing/count-queries.ts'
import type { TestPlace } from '../testing/databases.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { raiseTo } from '../testing/requests.ts'
import { serve } from '../testing/start-app.ts'
import { idsOf, type World, worldOf } from '../testing/world.ts'
import { Verifications } from './commands/verifications.ts'
import { verifyTrail } from './commands/verify.ts'

const module = new URL('../verify-thread.ts', import.meta.url)

onOneDatabase('verifications in a thread, on $name', (kind) => {
  let place: TestPlace
  let world: World
  beforeAll(async () => {
    place = await kind.create('world')
    const database = await place.open()
    world = worldOf(await serve(database), database, await idsOf(database))
    await raiseTo(world, 7, 'requester-group', 'NWG')
  })
  afterAll(async () => {
    await world.close()
    await place.drop()
  })

  test('verifies in a thread with the same result without using connections for other calls', async () => {
    const expected = await verifyTrail(world.database, null)
    const counted = countQueries(world.database)
    expect(await new Verifications(counted, undefined, module).run(null)).toEqual(expected)
    expect(counted.asked()).toBe(0)
  })

  test('runs one verification per chain for all callers who ask while it runs', async () => {
    const verifications = new Verifications(world.database, undefined, module)
    const [one, other, all] = await Promise.all([1, 1, null].map((chain) => verifications.run(chain)))
    expect(other).toBe(one)
    expect(all?.chains.length).toBeGreaterThan(one?.chains.length ?? 0)
  })

  test('shows an admin only their own group’s chain', async () => {
    const { data } = await (await world.as('admin-group')).call(auditEndpoints.verify)
    expect(data.chains.map(({ name }) => name)).toEqual(['Northwest Auto Group'])
  })

  test('aborts running and queued verifications when the server stops, and starts none afterward', async () => {
    const endless = new URL(
      `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => { for (;;); })`)}`,
    )
    const verifications = new Verifications(world.database, undefined, endless)
    const asked = [verifications.run(1), verifications.run(2), verifications.run(null)]
    const refused = asked.map((one) => expect(one).rejects.toMatchObject({ code: 'UNAVAILABLE' }))
    await verifications.stop()
    await Promise.all(refused)
    await expect(verifications.run(1)).rejects.toThrow('The server is stopping.')
  })

  test('reports an error if a verification can’t run, and starts the next verification', async () => {
    const { database } = world
    const astray = new Verifications({ ...database, where: `${database.where}/nowhere` }, undefined, module)
    await expect(astray.run(null)).rejects.toThrow()
    await expect(astray.run(null)).rejects.toThrow()
  })
})
