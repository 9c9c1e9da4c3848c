import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { startWorld, type World } from '../../testing/world.ts'

const hour = 3_600_000
const poll = { 'x-activity': 'poll' }

onOneDatabase('idle limit on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const statusOf = async (client: Client) => (await client.with(poll).call(sessionEndpoints.current)).status

  async function limit(idle_hours: number, group: 'NWG' | 'EAS' = 'NWG') {
    const admin = await world.logIn(emailOf('admin-super'))
    const params = { id: world.ids.places[group] }
    return admin.call(organizationEndpoints.updateGroup, { params, body: { settings: { idle_hours } } })
  }

  test.each([1, 24, 168])('ends idle sessions only in the dealer group whose limit is %i hours', async (hours) => {
    expect((await limit(hours)).data.settings).toMatchObject({ idle_hours: hours })
    const inside = await world.logIn(emailOf('requester-group'))
    const outside = await world.logIn(emailOf('requester-eastside'))
    world.clock.advance(hours * hour - 1)
    // A session that is idle for seven days is also seven days old.
    expect([await statusOf(inside), await statusOf(outside)]).toEqual([200, hours < 72 ? 200 : 401])
    world.clock.advance(1)
    expect([await statusOf(inside), await statusOf(outside)]).toEqual([401, hours < 72 ? 200 : 401])
  })

  test('applies a longer or shorter limit immediately', async () => {
    await limit(72)
    const client = await world.logIn(emailOf('requester-group'))
    world.clock.advance(3 * hour)
    expect(await statusOf(client)).toBe(200)
    await limit(4)
    expect(await statusOf(client)).toBe(200)
    world.clock.advance(hour - 1)
    await limit(5)
    world.clock.advance(1)
    expect(await statusOf(client)).toBe(200)
    await limit(4)
    const expired = await client.call(sessionEndpoints.current)
    expect([expired.status, expired.message, expired.error.code]).toEqual([
      401,
      'Unauthorized access...',
      'SESSION_EXPIRED',
    ])
    expect((await client.call(sessionEndpoints.current)).error.code).toBe('UNAUTHENTICATED')
  })

  test.each([0, 169, -1])('rejects a limit of %d hours', async (idle_hours) => {
    const reply = await limit(idle_hours)
    expect([reply.status, reply.error.fields]).toEqual([
      422,
      { 'settings.idle_hours': 'Choose from 1 hour to 168 hours.' },
    ])
  })

  test('rejects a fraction of an hour', async () => {
    expect((await limit(1.5)).status).toBe(400)
  })

  test('allows only a super admin to set the limit, and records the previous value in the audit trail', async () => {
    await limit(72)
    const admin = await world.as('admin-group')
    const params = { id: world.ids.places.NWG }
    const refused = await admin.call(organizationEndpoints.updateGroup, {
      params,
      body: { settings: { idle_hours: 8 } },
    })
    expect(refused.status).toBe(403)
    await limit(8)
    const { data } = await (await world.logIn(emailOf('admin-super'))).call(auditEndpoints.list, {
      query: { entity: 'dealer-group', entity_id: params.id },
    })
    expect(data.items[0]).toMatchObject({
      action: 'dealer-group.update',
      before: { idle_hours: 72 },
      after: { idle_hours: 8 },
    })
  })
})
