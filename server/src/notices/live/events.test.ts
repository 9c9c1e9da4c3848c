import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { databases } from '../../testing/databases.ts'
import { type EventStream, openStream, soon } from '../../testing/event-stream.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf, type PersonName, type PlaceName } from '../../testing/organization.ts'
import { bodyAt, move, raise, raiseTo } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'

onBothDatabases('change notifications on $name', (kind) => {
  let world: World
  const open: EventStream[] = []
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close()
  })
  afterAll(() => world.close())

  async function listenAs(client: Client): Promise<EventStream> {
    const stream = await openStream(world.app, client)
    open.push(stream)
    return stream
  }

  const listen = async (name: PersonName) => listenAs(await world.as(name))

  test('starts an event stream immediately with security headers and without caching', async () => {
    const stream = await listen('approver-group')
    expect(stream.status).toBe(200)
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  // If the first change is out of scope, the test makes a second one, whose arrival shows that the first was skipped.
  describe('notifications of new requests', () => {
    const cases: readonly (readonly [PersonName, PlaceName, PersonName, PlaceName | null])[] = [
      ['approver-super', 'EAS/KIA', 'requester-eastside', null],
      ['approver-group', 'NWG/HON', 'requester-group', null],
      ['processor-dealership', 'NWG/TOY/SAL', 'requester-group', null],
      ['admin-department', 'NWG/TOY/SVC', 'requester-group', null],
      ['requester-department', 'NWG/TOY/SVC', 'requester-department', null],
      ['approver-eastside', 'NWG/TOY/SVC', 'requester-group', 'EAS'],
      ['approver-group', 'EAS', 'requester-eastside', 'NWG'],
      ['approver-dealership', 'NWG/HON/SVC', 'requester-group', 'NWG/TOY'],
      ['approver-dealership', 'NWG', 'requester-group', 'NWG/TOY'],
      ['approver-department', 'NWG/TOY/SAL', 'requester-group', 'NWG/TOY/SVC'],
      ['approver-department', 'NWG/TOY', 'requester-group', 'NWG/TOY/SVC'],
    ]
    test.each(cases)(
      'notifies user %s only of requests in scope (location %s, raised by user %s)',
      async (name, place, requester, heardInstead) => {
        const stream = await listen(name)
        const asked = performance.now()
        const first = await raise(world, requester, place)
        const answered = performance.now()
        const second =
          heardInstead &&
          (await raise(world, heardInstead === 'EAS' ? 'requester-eastside' : 'requester-group', heardInstead))
        const hint = await stream.next()
        expect({ topic: hint.topic, id: hint.id }).toEqual({ topic: 'check-requests', id: (second || first).id })
        expect(hint.at - answered).toBeLessThan(soon(answered - asked))
      },
    )

    test('notifies a requester only of their own requests', async () => {
      const stream = await listen('requester-department')
      await raise(world, 'requester-group', 'NWG/TOY/SVC')
      const own = await raise(world, 'requester-department', 'NWG/TOY/SVC')
      expect((await stream.next()).id).toBe(own.id)
    })
  })

  test('announces every kind of change to a request', async () => {
    const stream = await listen('approver-group')
    const { id } = await raiseTo(world, 9, 'requester-group', 'NWG/TOY/SVC')
    const requester = await world.as('requester-group')
    const params = { id }
    await requester.call(checkRequestEndpoints.update, { params, body: bodyAt(world.ids, 'NWG/TOY/SVC') })
    await requester.call(checkRequestEndpoints.changePriority, { params, body: { priority_level: 'urgent' } })
    await requester.call(checkRequestEndpoints.remove, { params })
    const hints = [
      await stream.next(),
      await stream.next(),
      await stream.next(),
      await stream.next(),
      await stream.next(),
    ]
    expect(new Set(hints.map((hint) => hint.id))).toEqual(new Set([id]))
  })

  test('doesn’t announce a refused change', async () => {
    const { id } = await raiseTo(world, 8, 'requester-group', 'NWG')
    const stream = await listen('approver-group')
    expect((await move(await world.as('approver-group'), id, 3)).status).toBe(409)
    const next = await raise(world, 'requester-group', 'NWG')
    expect((await stream.next()).id).toBe(next.id)
  })

  test('sends notifications that name the changed object but contain no data', async () => {
    const stream = await listen('approver-group')
    await raise(world, 'requester-group', 'NWG', { payee_name_1: 'Secret Payee', amount: 4711.11 })
    await stream.next()
    expect(stream.text()).not.toMatch(/Secret|4711/)
    expect(stream.text()).toMatch(/event: change\ndata: {"topic":"check-requests","id":\d+}\n\n$/)
  })

  test('announces changes to the organization and to users only in the same dealer group', async () => {
    const stream = await listen('requester-group')
    const stranger = await listen('requester-eastside')
    const params = { id: world.ids.places['NWG/HON'] }
    await (await world.as('admin-group')).call(organizationEndpoints.updateDealership, {
      params,
      body: { city: 'Bend' },
    })
    expect((await stream.next()).topic).toBe('organisation')
    const user = { id: world.ids.people['requester-honda'], title: 'Clerk' }
    await (await world.as('admin-group')).call(userEndpoints.update, { body: user })
    expect((await stream.next()).topic).toBe('users')
    await raise(world, 'requester-eastside', 'EAS')
    expect((await stranger.next()).topic).toBe('check-requests')
  })

  describe('a stream', () => {
    const ends: Record<string, (client: Client) => Promise<unknown>> = {
      'after logout': (client) => client.call(sessionEndpoints.logout),
      'after a role switch': (client) => client.call(sessionEndpoints.switchRole, { body: { role_id: 3 } }),
      'after a change of roles': async () => {
        const body = { id: world.ids.people.everyone, role_ids: [1, 2, 3], primary_role: 2 }
        return (await world.as('admin-super')).call(userEndpoints.update, { body })
      },
      'after its user is deactivated': async () => {
        const body = { id: world.ids.people.everyone, active: false }
        return (await world.as('admin-super')).call(userEndpoints.update, { body })
      },
    }
    test('ends when its session expires', async () => {
      const stream = await listenAs(await world.logIn(emailOf('everyone'), 'requester'))
      const week = 7 * 24 * 3_600_000
      world.clock.advance(week)
      // Any change to a user's sessions makes the server recheck their streams.
      await world.logIn(emailOf('everyone'))
      await stream.ended
      world.clock.advance(-week)
    })

    test.each(Object.entries(ends))('ends %s', async (_, end) => {
      const client = await world.logIn(emailOf('everyone'), 'requester')
      const stream = await listenAs(client)
      await end(client)
      await stream.ended
    })
  })

  test('refuses a stream without a session or from another site', async () => {
    expect((await listenAs(world.anyone)).status).toBe(401)
    expect((await listenAs(world.anyone.with({ 'x-auth-token': 't1.unknown' }))).status).toBe(401)
    const browser = await world.browserOf('approver-group')
    expect((await listenAs(browser)).status).toBe(200)
    expect((await listenAs(browser.with({ 'sec-fetch-site': 'cross-site' }))).status).toBe(403)
  })

  test('limits each user to twenty open streams', async () => {
    const client = await world.as('processor-group')
    const streams = await Promise.all(Array.from({ length: 20 }, () => listenAs(client)))
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    const refused = await listenAs(client)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    streams[0]?.close()
    await expect.poll(async () => (await listenAs(client)).status).toBe(200)
  })
})

test.each(databases)('ends event streams when the server stops, on $name', async (kind) => {
  const world = await startWorld(kind)
  const stream = await openStream(world.app, await world.as('approver-group'))
  await world.close()
  await stream.ended
})
