import { appendFileSync, renameSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { raise } from '../testing/requests.ts'
import { type SealedWorld, startSealedWorld } from '../testing/sealed-world.ts'
import { type CheckpointClock, startCheckpoints } from './commands/checkpoints.ts'
import { verifyTrail } from './commands/verify.ts'

onOneDatabase('the server’s checkpoint clock on $name', (kind) => {
  let world: SealedWorld
  let errors: unknown[]
  beforeEach(async () => {
    world = await startSealedWorld(kind)
    await world.checkpoints.begin()
    errors = []
  })
  afterEach(async () => {
    await world.close()
  })

  const start = () => startCheckpoints(world.services, (error) => errors.push(error)) as CheckpointClock
  const verdict = () => verifyTrail(world.database, null, world.checkpoints)

  test('signs a checkpoint at startup, at shutdown, and in each round after a change', async () => {
    const clock = start()
    await clock.round()
    expect(world.lines()).toHaveLength(1)
    await clock.round()
    expect(world.lines()).toHaveLength(1)
    await raise(world, 'requester-group', 'NWG')
    await clock.round()
    expect(world.lines()).toHaveLength(2)
    await raise(world, 'requester-group', 'NWG')
    await clock.stop()
    expect(world.lines()).toHaveLength(3)
    expect(await verdict()).toMatchObject({ intact: true, mismatches: [], checkpoints: { count: 3 } })
    expect(errors).toEqual([])
  })

  test('reports a missing network share without delaying other work, and signs a checkpoint once the share is back', async () => {
    renameSync(world.file, `${world.file}.away`)
    const clock = start()
    await expect(clock.round()).rejects.toMatchObject({ code: 'ENOENT' })
    expect(errors).toMatchObject([{ code: 'ENOENT' }])
    await raise(world, 'requester-group', 'NWG')
    renameSync(`${world.file}.away`, world.file)
    await clock.round()
    expect(await verdict()).toMatchObject({ intact: true, checkpoints: { count: 1 } })
    await clock.stop()
    expect(errors).toHaveLength(1)
  })

  test('keeps an incomplete checkpoint line from damaging the next line', async () => {
    const clock = start()
    await clock.round()
    appendFileSync(world.file, world.lines()[0]?.slice(0, 150) ?? '')
    await raise(world, 'requester-group', 'NWG')
    await clock.stop()
    expect(await verdict()).toMatchObject({
      mismatches: ['Line 2 of the checkpoint file doesn’t match its signature.'],
      checkpoints: { count: 2 },
    })
  })
})
