import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { inboxOf, markRead, noticesOf } from '../../testing/inbox.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { bodyAt, bring, raise, raiseTo } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'

const place = 'NWG/TOY/SVC'

onOneDatabase('marking notices as read on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const requester = () => world.as('requester-group')

  describe('an unread notice', () => {
    const unreadOf = async (client: Client) => (await inboxOf(client, { unread: '1', limit: 100 })).items

    test('becomes read when its reader marks it once or repeatedly', async () => {
      const { id } = await raiseTo(world, 3, 'requester-group', place)
      for (const client of [await requester(), await world.as('processor-group')]) {
        const before = (await inboxOf(client)).unread
        const [notice] = await noticesOf(client, id)
        expect(notice?.read).toBe(false)
        for (const _ of [1, 2]) {
          const reply = await markRead(client, { ids: [notice?.id] })
          expect([reply.status, reply.body.data]).toEqual([200, { unread: before - 1 }])
        }
        expect((await noticesOf(client, id))[0]?.read).toBe(true)
        expect((await inboxOf(client, { unread: '0', limit: 100 })).items.map((row) => row.id)).toContain(notice?.id)
        expect((await unreadOf(client)).map((row) => row.id)).not.toContain(notice?.id)
      }
    })

    test('becomes read when its request is opened', async () => {
      const { id } = await raiseTo(world, 6, 'requester-group', place)
      const other = await raiseTo(world, 3, 'requester-group', place)
      const client = await requester()
      await markRead(client, { check_request_id: id })
      expect((await noticesOf(client, id)).map((notice) => notice.read)).toEqual([true, true])
      expect((await noticesOf(client, other.id)).map((notice) => notice.read)).toEqual([false])
    })

    test('becomes read when its reader marks all notices as read', async () => {
      const { id } = await raise(world, 'requester-group', place)
      await markRead(await world.as('approver-dealership'), { all: true })
      expect((await inboxOf(await world.as('approver-dealership'))).unread).toBe(0)
      expect((await noticesOf(await world.as('approver-dealership'), id))[0]?.read).toBe(true)
      expect((await noticesOf(await world.as('approver-group'), id))[0]?.read).toBe(false)
      world.clock.advance(1000)
      const next = await raise(world, 'requester-group', place)
      expect((await noticesOf(await world.as('approver-dealership'), next.id))[0]?.read).toBe(false)
    })

    test('becomes read when its reader marks it, and unread again after the request is resubmitted', async () => {
      const approver = await world.as('approver-group')
      const { id } = await raise(world, 'requester-group', place)
      await markRead(approver, { ids: [`w${id}`] })
      world.clock.advance(1000)
      await bring(world, id, 9)
      await (await requester()).call(requests.update, { params: { id }, body: bodyAt(world.ids, place) })
      expect(await noticesOf(approver, id)).toMatchObject([{ read: false }])
    })

    test('stays unread when another user sends its id', async () => {
      const { id } = await raiseTo(world, 3, 'requester-group', place)
      const [notice] = await noticesOf(await requester(), id)
      await markRead(await world.as('requester-department'), { ids: [notice?.id] })
      await markRead(await world.as('processor-eastside'), { ids: [`w${id}`] })
      expect((await noticesOf(await requester(), id))[0]?.read).toBe(false)
      expect((await noticesOf(await world.as('processor-group'), id))[0]?.read).toBe(false)
    })

    test.each([
      [400, {}],
      [422, { ids: [] }],
      [422, { ids: ['x1'] }],
      [422, { ids: ['n0'] }],
      [422, { all: false }],
      [400, { all: true, ids: ['n1'] }],
      [400, { id: 1 }],
    ])('responds with HTTP status %i to a call with the body %o', async (status, body) => {
      expect((await markRead(await requester(), body)).status).toBe(status)
    })
  })
})
