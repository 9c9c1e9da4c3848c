import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { runs } from '@check-requests/domain/testing/random.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import { emailOf } from '../testing/organization.ts'
import { bodyAt, move, raise, raiseTo } from '../testing/requests.ts'
import { testPassword } from '../testing/templates.ts'
import { startWorld, type World } from '../testing/world.ts'
import { hashLink } from './commands/append.ts'
import { linkText, linkTextParts } from './queries/links.ts'
import type { AuditEntryTable } from './tables.ts'

const emptyLink = {
  chain: 1,
  seq: 1,
  previous_hash: '',
  at: '',
  actor_id: null,
  actor_name: '',
  role_id: null,
  session_id: null,
  action: '',
  entity: '',
  entity_id: null,
  payload: '',
  states: null,
  key_id: null,
}

describe('the hash of a link', () => {
  const link = fc.record({
    chain: fc.nat(),
    seq: fc.nat(),
    previous_hash: fc.string(),
    at: fc.string(),
    actor_id: fc.option(fc.nat()),
    actor_name: fc.string(),
    role_id: fc.option(fc.constantFrom(1, 2, 3, 4)),
    session_id: fc.option(fc.string()),
    action: fc.string(),
    entity: fc.string(),
    entity_id: fc.option(fc.nat()),
    payload: fc.string(),
    states: fc.option(fc.string()),
    key_id: fc.option(fc.string()),
  })

  test('changes whenever any field in the link changes', () => {
    fc.assert(
      fc.property(link, link, (one, other) => {
        expect(hashLink(one) === hashLink(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
      }),
      runs({ gate: 500, nightly: 20_000 }),
    )
    fc.assert(
      fc.property(link, fc.constantFrom(...(Object.keys(emptyLink) as (keyof typeof emptyLink)[])), (one, field) => {
        const value = one[field]
        const changed = { ...one, [field]: typeof value === 'number' ? value + 1 : `${value}x` }
        expect(hashLink(changed)).not.toBe(hashLink(one))
      }),
      runs({ gate: 500, nightly: 20_000 }),
    )
  })

  test('stays the same when the text of a long link is built in parts', () => {
    const states = `[["check-exception",1,null,"x"],${'"😀\\",'.repeat(120_000)}"end"]`
    for (const key_id of [null, 'key "one"']) {
      const long = { ...emptyLink, actor_name: 'Ann "A"', states, key_id }
      const parts = [...linkTextParts(long)]
      expect(parts.length).toBeGreaterThan(4)
      expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(800_000)
      expect(parts.join('') === linkText(long)).toBe(true)
    }
  })

  test('changes when text moves from one field to the next', () => {
    const one = { ...emptyLink, actor_name: 'Ann', action: 'x' }
    expect(hashLink({ ...one, actor_name: 'An', action: 'nx' })).not.toBe(hashLink(one))
    expect(hashLink({ ...one, entity_id: 1 })).not.toBe(hashLink({ ...one, role_id: 1 }))
  })
})

onBothDatabases('audit chains on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  function allLinks(): Promise<AuditEntryTable[]> {
    return world.database.read.selectFrom('audit_entries').selectAll().orderBy('chain').orderBy('seq').execute()
  }

  /** Independently walks every chain from its first link to its head. */
  async function expectWhole(): Promise<void> {
    const heads = await world.database.read.selectFrom('audit_heads').selectAll().execute()
    const links = await allLinks()
    for (const head of heads) {
      let previous = ''
      let seq = 0
      for (const link of links.filter(({ chain }) => chain === head.chain)) {
        const { hash, ...content } = link
        expect([link.seq, link.previous_hash, hash]).toEqual([seq + 1, previous, hashLink(content)])
        previous = hash
        seq += 1
      }
      expect([head.seq, head.hash]).toEqual([seq, previous])
    }
    expect(new Set(links.map(({ chain }) => chain))).toEqual(new Set(heads.map(({ chain }) => chain)))
  }

  type Write = readonly [
    what: string,
    action: string,
    begin: number | null,
    write: (id: number) => Promise<{ status: number }>,
  ]

  const place = 'NWG/TOY/SVC'
  const writes: readonly Write[] = [
    ['raising a request', 'create', null, async () => create('requester-group')],
    ['starting to process it', 'change-status', 1, async (id) => move(await world.as('approver-group'), id, 2)],
    ['rejecting it', 'change-status', 2, async (id) => move(await world.as('approver-group'), id, 8)],
    ['signing its check', 'change-status', 4, async (id) => move(await world.as('processor-group'), id, 5, 4)],
    [
      'changing its priority',
      'change-priority',
      1,
      async (id) => (await own()).call(requests.changePriority, { params: { id }, body: { priority_level: 'urgent' } }),
    ],
    [
      'editing it',
      'resubmit',
      9,
      async (id) => (await own()).call(requests.update, { params: { id }, body: bodyAt(world.ids, place) }),
    ],
    [
      'changing its delivery',
      'update-delivery',
      6,
      async (id) =>
        (await world.as('processor-group')).call(requests.update, { params: { id }, body: { delivery_method_id: 2 } }),
    ],
    ['deleting it', 'delete', 1, async (id) => (await own()).call(requests.remove, { params: { id } })],
  ]
  const own = () => world.as('requester-group')
  const create = async (name: 'requester-group') =>
    (await world.as(name)).call(requests.create, { body: bodyAt(world.ids, place) })

  test.each(writes)(
    'adds exactly one link to the dealer group’s chain for %s (action %s)',
    async (_, action, begin, write) => {
      for (const name of ['approver-group', 'processor-group', 'requester-group'] as const) await world.as(name)
      const id = begin === null ? 0 : (await raiseTo(world, begin, 'requester-group', place)).id
      const before = await allLinks()
      expect((await write(id)).status).toBeLessThan(300)
      const after = await allLinks()
      const added = after.filter(({ hash }) => !before.some((link) => link.hash === hash))
      expect(added).toHaveLength(1)
      expect(added[0]).toMatchObject({
        chain: world.ids.places.NWG,
        action: `check-request.${action}`,
        entity: 'check-request',
        at: new Date(world.clock.read()).toISOString(),
      })
      expect(added[0]?.actor_name).toMatch(/-group Tester$/)
      expect(added[0]?.session_id).toMatch(/^[0-9a-f]{12}$/)
      await expectWhole()
    },
  )

  test.each([
    ['requester-eastside', 'EAS'],
    ['requester-group', 'NWG'],
  ] as const)('records actions by user %s in the chain of dealer group %s', async (name, group) => {
    const { id } = await raise(world, name, group)
    const [link] = (await allLinks()).filter((entry) => entry.entity === 'check-request' && entry.entity_id === id)
    expect(link).toMatchObject({ chain: world.ids.places[group], actor_id: world.ids.people[name], role_id: 2 })
  })

  test('records a super admin’s request changes in the dealer group’s chain, and the login in the system’s chain', async () => {
    world.clock.advance(60_000)
    const body = { email: emailOf('admin-super'), password: testPassword }
    await world.anyone.call(sessionEndpoints.login, { body })
    const login = (await allLinks()).filter(({ at }) => at === new Date(world.clock.read()).toISOString())
    expect(login).toMatchObject([{ chain: 0, action: 'session.login', actor_name: 'admin-super Tester' }])
    const { id } = await raise(world, 'requester-group', 'NWG')
    await move(await world.as('approver-super'), id, 3)
    const entries = (await allLinks()).filter((link) => link.entity === 'check-request' && link.entity_id === id)
    expect(entries.map(({ chain }) => chain)).toEqual([world.ids.places.NWG, world.ids.places.NWG])
  })

  test.each([
    ['session.login', async () => world.logIn(emailOf('everyone'))],
    ['session.logout', async () => (await world.logIn(emailOf('everyone'))).call(sessionEndpoints.logout, {})],
    [
      'session.switch-role',
      async () => (await world.logIn(emailOf('everyone'))).call(sessionEndpoints.switchRole, { body: { role_id: 3 } }),
    ],
    [
      'user.change-password',
      async () => {
        const body = { oldPass: testPassword, newPass: 'correct horse battery' }
        return (await world.logIn(emailOf('everyone'))).call(sessionEndpoints.changePassword, { body })
      },
    ],
  ])('records the action %s without any secret', async (action, write) => {
    world.clock.advance(60_000)
    await write()
    const added = (await allLinks()).filter(({ at }) => at === new Date(world.clock.read()).toISOString())
    expect(added.at(-1)).toMatchObject({ chain: world.ids.places.NWG, action, actor_name: 'everyone Tester' })
    expect(JSON.stringify(added)).not.toMatch(/check-request-demo|correct horse|argon2|[tw]1\./)
  })

  test('adds no link for refused calls', async () => {
    const { id } = await raiseTo(world, 8, 'requester-group', place)
    const clients = await Promise.all(
      (['approver-group', 'requester-group', 'admin-group'] as const).map((name) => world.as(name)),
    )
    const before = await allLinks()
    for (const client of clients) {
      await move(client, id, 3)
      await client.call(requests.remove, { params: { id } })
      await client.call(requests.create, { body: bodyAt(world.ids, 'EAS') })
    }
    expect(await allLinks()).toHaveLength(before.length)
  })

  test('keeps the chains intact under many concurrent writes', async () => {
    const before = (await allLinks()).length
    const writing = Array.from({ length: 60 }, async (_, index) => {
      const [name, group] =
        index % 3 === 0 ? (['requester-eastside', 'EAS'] as const) : (['requester-group', 'NWG'] as const)
      const { id } = await raise(world, name, group)
      return move(await world.as('approver-super'), id, 3)
    })
    for (const reply of await Promise.all(writing)) expect(reply.status).toBe(201)
    expect((await allLinks()).length).toBeGreaterThanOrEqual(before + 120)
    await expectWhole()
  })
})
