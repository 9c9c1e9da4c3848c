import { sessionEndpoints as endpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { testPassword } from '../../testing/templates.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const minute = 60_000
const windows = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/143.0.0.0 Safari/537.36' }

onOneDatabase('own sessions on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  beforeEach(() => world.clock.advance(minute))
  afterAll(() => world.close())

  async function logIn(name: PersonName, headers: Record<string, string> = {}): Promise<Client> {
    const body = { email: emailOf(name), password: testPassword }
    const { data } = await world.anyone.with(headers).call(endpoints.login, { body })
    world.clock.advance(minute)
    return world.anyone.with({ 'x-auth-token': data.token })
  }
  const sessionsOf = async (client: Client) => (await client.call(endpoints.listOwn)).data
  const isLive = async (client: Client) => (await client.call(endpoints.current)).status === 200

  test('lists the user’s own sessions with program, network, role, and times, starting with the current session', async () => {
    const first = await logIn('approver-group', windows)
    const second = await logIn('approver-group')
    await logIn('processor-group')
    const seen = { kind: 'api', network: '127.0.0.1', role: 3, began_at: expect.any(String) }
    expect(await sessionsOf(first)).toEqual([
      { ...seen, agent: 'Chrome on Windows', current: true, id: expect.any(String), last_used_at: expect.any(String) },
      { ...seen, agent: null, current: false, id: expect.any(String), last_used_at: expect.any(String) },
    ])
    expect((await sessionsOf(second)).map(({ agent, current }) => [agent, current])).toEqual([
      [null, true],
      ['Chrome on Windows', false],
    ])
  })

  test('hides expired and idle sessions', async () => {
    await logIn('processor-eastside')
    world.clock.advance(73 * 60 * minute)
    const now = await logIn('processor-eastside')
    expect(await sessionsOf(now)).toHaveLength(1)
    const old = world.database.read.selectFrom('sessions').select('id')
    expect(await old.where('user_id', '=', world.ids.people['processor-eastside']).execute()).toHaveLength(2)
  })

  test('ends one other session or all other sessions, and records each end in the audit trail', async () => {
    const [here, lost, library] = [await logIn('everyone'), await logIn('everyone'), await logIn('everyone')]
    const lostId = (await sessionsOf(lost))[0]?.id ?? ''
    const one = await here.call(endpoints.endOwn, { params: { id: lostId } })
    expect([one.status, one.message, one.data]).toEqual([200, 'Session ended', { ended: 1 }])
    expect([await isLive(here), await isLive(lost), await isLive(library)]).toEqual([true, false, true])
    const others = await here.call(endpoints.endOthers)
    expect([others.status, others.data]).toEqual([200, { ended: 1 }])
    expect([await isLive(here), await isLive(library)]).toEqual([true, false])
    expect((await here.call(endpoints.endOthers)).data).toEqual({ ended: 0 })
    const entries = world.database.read.selectFrom('audit_entries').select(['actor_id', 'payload'])
    const ended = await entries.where('action', '=', 'session.end-elsewhere').execute()
    const entry = { actor_id: world.ids.people.everyone, payload: expect.stringContaining('"ended":1') }
    expect(ended).toEqual([entry, entry])
    expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
  })

  test('refuses to end the current session or a session of another user', async () => {
    const [own, other] = [await logIn('approver-eastside'), await logIn('requester-eastside')]
    for (const client of [own, other]) {
      const id = (await sessionsOf(client))[0]?.id ?? ''
      const { status, message } = await own.call(endpoints.endOwn, { params: { id } })
      expect([status, message]).toEqual([404, 'This session doesn’t exist, or you have no access to it.'])
    }
    expect([await isLive(own), await isLive(other)]).toEqual([true, true])
    const misshapen = await own.call(endpoints.endOwn, { params: { id: 'x' } })
    expect(misshapen.status).toBe(422)
  })
})
