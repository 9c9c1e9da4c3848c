import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { type Difference, differences, stillDifferent } from './commands/compare.ts'
import { ChainWalk } from './commands/read-chain.ts'

onBothDatabases('migration entries with concurrent writers on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  test('finds only changes that have no entry of their own', async () => {
    const { read, keyring } = world.database
    const chain = world.ids.places.NWG
    const forged = await raise(world, 'requester-group', 'NWG')
    const walk = new ChainWalk(read, keyring, chain)
    await walk.advance()
    const honest = await raise(world, 'requester-group', 'NWG')
    await world.database.transact((trx) =>
      trx.updateTable('check_requests').set({ memo_line: 'forged' }).where('id', '=', forged.id).execute(),
    )
    const found: Difference[] = []
    for await (const difference of differences(read, chain, walk, { isQuiet: true })) found.push(difference)
    const requestsIn = (some: readonly Difference[]) =>
      some.filter((difference) => difference.kind === 'check-request').map(({ id }) => id)
    expect(requestsIn(found)).toEqual([forged.id, honest.id])
    const sure = await stillDifferent(read, chain, walk, found)
    expect(requestsIn(sure)).toEqual([forged.id])
    expect(sure).toHaveLength(1)
  })
})
