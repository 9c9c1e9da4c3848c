import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { userEndpoints as endpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { testPassword } from '../../testing/templates.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1' }

onOneDatabase('other users’ sessions on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(async () => {
    const { mismatches } = await verifyTrail(world.database, null)
    await world.close()
    expect(mismatches).toEqual([])
  })

  const admin = () => world.as('admin-group')
  const params = (name: PersonName) => ({ id: world.ids.people[name] })
  const list = async (name: PersonName) => (await admin()).call(endpoints.sessions, { params: params(name) })
  const end = async (name: PersonName, session: string) =>
    (await admin()).call(endpoints.endSession, { params: { ...params(name), session } })
  async function logIn(name: PersonName, headers = {}) {
    const body = { email: emailOf(name), password: testPassword }
    const { data } = await world.anyone.with(headers).call(sessionEndpoints.login, { body })
    return world.anyone.with({ 'x-auth-token': data.token })
  }

  test('ends sessions one at a time, and records each ended session in the audit trail', async () => {
    const lost = await logIn('approver-group', phone)
    world.clock.advance(60_000)
    const kept = await logIn('approver-group')
    const { data } = await list('approver-group')
    expect(data.map(({ agent, network, current }) => [agent, network, current])).toEqual([
      [null, '127.0.0.1', false],
      ['Safari on iPhone', '127.0.0.1', false],
    ])
    const id = data[1]?.id ?? ''
    expect((await end('approver-group', id)).data).toEqual({ id: world.ids.people['approver-group'], ended: 1 })
    expect((await lost.call(sessionEndpoints.current)).status).toBe(401)
    expect((await kept.call(sessionEndpoints.current)).status).toBe(200)
    expect((await list('approver-group')).data).toHaveLength(1)
    expect((await end('approver-group', id)).status).toBe(404)
    const entries = await (await admin()).call(auditEndpoints.list, { query: { action: 'user.end-session' } })
    expect(entries.data.items).toMatchObject([
      { entity_id: world.ids.people['approver-group'], after: { id, agent: 'Safari on iPhone', network: '127.0.0.1' } },
    ])
  })

  test('hides expired sessions', async () => {
    await logIn('processor-group')
    const before = (await list('processor-group')).data
    expect(before).toHaveLength(1)
    world.clock.advance(71 * 3_600_000)
    await (await admin()).call(sessionEndpoints.current)
    world.clock.advance(2 * 3_600_000)
    expect((await list('processor-group')).data).toEqual([])
  })

  test('refuses to end a session that isn’t the named user’s, or the admin’s own current session', async () => {
    await logIn('requester-group')
    await logIn('approver-dealership')
    const [theirs] = (await list('requester-group')).data
    expect((await end('approver-dealership', theirs?.id ?? '')).status).toBe(404)
    const own = (await list('admin-group')).data.find(({ current }) => current)
    const refused = await end('admin-group', own?.id ?? '')
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('Log out instead')])
  })

  test('refuses a group admin who ends sessions of admins or other groups, and a requester who ends any session', async () => {
    expect((await list('requester-eastside')).status).toBe(404)
    expect((await list('admin-dealership')).status).toBe(403)
    const [session] = (await (await world.as('admin-dealership')).call(sessionEndpoints.listOwn)).data
    expect((await end('admin-dealership', session?.id ?? '')).status).toBe(403)
    const requester = await world.as('requester-group')
    expect((await requester.call(endpoints.sessions, { params: params('requester-group') })).status).toBe(403)
  })
})
