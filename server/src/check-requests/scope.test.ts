import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callers,
  raiseSubjects,
  refusedByRole,
  rejected,
  type Subject,
  sees,
  write,
  writeNames,
} from '../testing/matrix.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { startWorld, type World } from '../testing/world.ts'

onBothDatabases('scope on $name', (kind) => {
  let world: World
  let subjects: Subject[]
  beforeAll(async () => {
    world = await startWorld(kind)
    subjects = await raiseSubjects(world)
  })
  afterAll(() => world.close())

  const nowhere = { id: 999_999 }

  describe.each(callers)('user $name accessing requests as $role', ({ name, role }) => {
    test('returns a request and its history only within the caller’s scope', async () => {
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

    test('lists and counts exactly the requests that the caller can read', async () => {
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

    test.each(writeNames)('answers the write call %s according to the caller’s role and scope', async (kindOfWrite) => {
      const client = await world.as(name, role)
      const missing = await write(client, world.ids, kindOfWrite, role, nowhere)
      expect(missing.status).toBe(refusedByRole(kindOfWrite, role) ?? 404)
      if (missing.status !== 404) return
      const writing = subjects.map(async (subject) => {
        const reply = await write(client, world.ids, kindOfWrite, role, subject)
        expect(reply.status, JSON.stringify(subject)).toBe(sees(name, role, subject) ? 409 : 404)
        if (reply.status === 404) expect(reply.text).toBe(missing.text)
      })
      await Promise.all(writing)
    })
  })

  test('leaves every request unchanged after all write calls', async () => {
    const list = await (await world.as('admin-super')).call(endpoints.byUser)
    expect(list.data.map(({ status_id, version }) => [status_id, version])).toEqual(subjects.map(() => [rejected, 2]))
  })
})
