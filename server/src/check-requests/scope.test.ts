import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { databases } from '../testing/databases.ts'
import { type PersonName, type PlaceName, people, personNamed, type RoleWord } from '../testing/organisation.ts'
import { bodyAt, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

/** Who raises where: each requester has a request, and so does every kind of place. */
const raisers: Partial<Record<PersonName, readonly PlaceName[]>> = {
  'requester-super': ['NWG', 'NWG/TOY/SVC', 'EAS/KIA'],
  'requester-group': ['NWG', 'NWG/TOY', 'NWG/TOY/SVC', 'NWG/TOY/SAL', 'NWG/HON', 'NWG/HON/SVC'],
  'requester-dealership': ['NWG/TOY', 'NWG/TOY/SVC', 'NWG/TOY/SAL'],
  'requester-department': ['NWG/TOY/SVC'],
  'requester-honda': ['NWG/HON', 'NWG/HON/SVC'],
  'requester-eastside': ['EAS', 'EAS/KIA', 'EAS/KIA/SVC'],
}

interface Subject {
  readonly id: number
  readonly place: PlaceName
  readonly requester: PersonName
}

const callers = people
  .filter((person) => person.active)
  .flatMap(({ name, roles }) => roles.map((role) => ({ name, role })))

/** Decision A12 in terms of place names, written independently of the server's rule. */
function sees(name: PersonName, role: RoleWord, { place, requester }: Subject): boolean {
  if (role === 'requester') return requester === name
  const { level, group, assignments } = personNamed(name)
  if (level === 'super') return true
  if (level === 'group') return place.split('/')[0] === group
  if (level === 'department') return place.split('/').length === 3 && assignments.includes(place)
  return assignments.some((dealership) => place === dealership || place.startsWith(`${dealership}/`))
}

/** Who may make a call at all; the others get 403 for any request. */
const writes = {
  edit: ['requester', 'admin'],
  delivery: ['processor'],
  delete: ['requester'],
  priority: ['requester'],
  status: ['requester', 'approver', 'processor'],
} as const satisfies Record<string, readonly RoleWord[]>

type Write = keyof typeof writes

/** What a role without the right gets: one path serves edit and delivery, and parses its body by role. */
function refusedByRole(kindOfWrite: Write, role: RoleWord): number | undefined {
  if ((writes[kindOfWrite] as readonly RoleWord[]).includes(role)) return undefined
  if (kindOfWrite === 'edit' && role === 'processor') return 400
  return kindOfWrite === 'delivery' && role !== 'approver' ? 422 : 403
}

// Rejected requests can no longer change, so a caller who sees one gets 409, and one request serves all callers.
const rejected = 8
const targetOf: Partial<Record<RoleWord, number>> = { requester: 7, approver: 3, processor: 4, admin: 3 }

describe.each(databases)('on $name', (kind) => {
  let world: World
  let subjects: Subject[]
  beforeAll(async () => {
    world = await startWorld(kind)
    const entries = Object.entries(raisers) as [PersonName, readonly PlaceName[]][]
    const raising = entries.flatMap(([requester, places]) =>
      places.map(async (place) => ({ id: (await raiseTo(world, rejected, requester, place)).id, place, requester })),
    )
    subjects = await Promise.all(raising)
  })
  afterAll(() => world.close())

  const nowhere = { id: 999_999 }

  function write(
    client: Client,
    kindOfWrite: Write,
    role: RoleWord,
    { id, place = 'NWG' }: { id: number; place?: PlaceName },
  ) {
    const params = { id }
    const calls = {
      edit: () => client.call(endpoints.update, { params, body: bodyAt(world.ids, place) }),
      delivery: () => client.call(endpoints.update, { params, body: { delivery_method_id: 2 } }),
      delete: () => client.call(endpoints.remove, { params }),
      priority: () => client.call(endpoints.changePriority, { params, body: { priority_level: 'urgent' } }),
      status: () =>
        client.call(endpoints.changeStatus, { params, body: { status_id: targetOf[role] ?? 1, version: 1 } }),
    }
    return calls[kindOfWrite]()
  }

  describe.each(callers)('$name as $role', ({ name, role }) => {
    test('reads each request and its history exactly where the scope covers it', async () => {
      const client = await world.as(name, role)
      const missing = await client.call(endpoints.detail, { params: nowhere })
      const missingHistory = await client.call(endpoints.history, { params: nowhere })
      expect([missing.status, missingHistory.status]).toEqual([404, 404])
      const reading = subjects.map(async (subject) => {
        const detail = await client.call(endpoints.detail, { params: { id: subject.id } })
        const history = await client.call(endpoints.history, { params: { id: subject.id } })
        const visible = sees(name, role, subject)
        expect([detail.status, history.status], JSON.stringify(subject)).toEqual(visible ? [200, 200] : [404, 404])
        if (visible) expect(history.data.map((entry) => entry.action)).toEqual(['created', 'status'])
        else expect([detail.text, history.text]).toEqual([missing.text, missingHistory.text])
      })
      await Promise.all(reading)
    })

    test('lists, exports and counts exactly the requests it can read', async () => {
      const client = await world.as(name, role)
      const visible = subjects.filter((subject) => sees(name, role, subject)).map(({ id }) => id)
      visible.sort((a, b) => b - a)
      const list = await client.call(endpoints.list, { query: { limit: 100 } })
      const whole = await client.call(endpoints.byUser)
      const summary = await client.call(endpoints.summary)
      expect(list.data.items.map(({ id }) => id)).toEqual(visible)
      expect(list.data.total).toBe(visible.length)
      expect(whole.data.map(({ id }) => id)).toEqual(visible)
      expect(summary.data.total).toBe(visible.length)
      expect(summary.data.counts[rejected]).toBe(visible.length)
    })

    test.each(Object.keys(writes) as Write[])('writes (%s) only as role and scope allow', async (kindOfWrite) => {
      const client = await world.as(name, role)
      const missing = await write(client, kindOfWrite, role, nowhere)
      expect(missing.status).toBe(refusedByRole(kindOfWrite, role) ?? 404)
      if (missing.status !== 404) return
      const writing = subjects.map(async (subject) => {
        const reply = await write(client, kindOfWrite, role, subject)
        expect(reply.status, JSON.stringify(subject)).toBe(sees(name, role, subject) ? 409 : 404)
        if (reply.status === 404) expect(reply.text).toBe(missing.text)
      })
      await Promise.all(writing)
    })
  })

  test('nothing of all this changed a request', async () => {
    const list = await (await world.as('admin-super')).call(endpoints.byUser)
    expect(list.data.map(({ status_id, version }) => [status_id, version])).toEqual(subjects.map(() => [rejected, 2]))
  })
})
