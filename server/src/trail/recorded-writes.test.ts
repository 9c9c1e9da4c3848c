import { afterAll, beforeAll, expect, test } from 'vitest'
import { commit } from '../platform/database/commit.ts'
import type { Unit } from '../services.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { startWorld, type World } from '../testing/world.ts'
import { beforeChange } from './commands/changes.ts'

onBothDatabases('a command on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const rename = async ({ trx, audit }: Unit) => {
    await trx.updateTable('purposes').set({ name: 'Repairs' }).where('id', '=', 1).execute()
    const actor = { userId: null, name: 'System', roleId: null, sessionId: null }
    audit({ actor, chain: null, action: 'purpose.update', entity: 'purpose', entityId: 1 })
  }

  test('fails when it changes a record without announcing the change', async () => {
    await expect(commit(world.services, undefined, rename)).rejects.toThrow(
      /^This write to records of kind purpose isn’t recorded: update "purposes"/,
    )
  })

  test('succeeds when it announces the record change first', async () => {
    const recording = async (unit: Unit) => {
      await beforeChange(unit.trx, 'purpose', 1)
      await rename(unit)
    }
    await commit(world.services, undefined, recording)
    const purpose = world.database.read.selectFrom('purposes').select('name').where('id', '=', 1)
    expect(await purpose.executeTakeFirst()).toEqual({ name: 'Repairs' })
  })
})
