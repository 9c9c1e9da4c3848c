import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

onOneDatabase('request numbers on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  test('keeps the audit trail intact when a group takes over the former code of another group', async () => {
    const admin = await world.as('admin-super')
    const rename = (code: string) =>
      admin.call(organizationEndpoints.updateGroup, { params: { id: world.ids.places.NWG }, body: { code } })
    const numberNow = async () => (await raise(world, 'requester-group', 'NWG')).request_number
    await numberNow()
    expect((await rename('NEW')).status).toBe(200)
    expect(await numberNow()).toBe('NEW-000002')
    const body = { name: 'Another Group', code: 'NWG' }
    expect((await admin.call(organizationEndpoints.createGroup, { body })).status).toBe(201)
    expect((await rename('NEWER')).status).toBe(200)
    expect((await rename('NEW')).status).toBe(200)
    expect(await numberNow()).toBe('NEW-000003')
    expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
  })
})
