import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const everyStatus = [1, 2, 3, 4, 5, 6, 7, 8, 9]

onOneDatabase('priority and delivery on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const at = (status: number) => raiseTo(world, status, 'requester-department', 'NWG/TOY/SVC')
  const detail = async (id: number) =>
    (await (await world.as('admin-super')).call(endpoints.detail, { params: { id } })).data

  describe('request priority', () => {
    test.each(everyStatus)(
      'lets the requester change the priority at status %i unless the request is closed or rejected',
      async (status) => {
        const { id } = await at(status)
        const requester = await world.as('requester-department')
        const body = { priority_level: 'urgent', message: 'The customer waits', status_id: status } as const
        const reply = await requester.call(endpoints.changePriority, { params: { id }, body })
        const possible = status !== 7 && status !== 8
        expect(reply.status).toBe(possible ? 200 : 409)
        const after = await detail(id)
        expect([after.priority_level, after.status_id]).toEqual([possible ? 'urgent' : 'normal', status])
        if (!possible) return
        expect(reply.message).toBe('Priority Updated.')
        expect(reply.data.version).toBe(after.version)
        expect(after.status_history.at(-1)).toMatchObject({
          action: 'priority',
          status_id: status,
          note: 'The customer waits',
          changes: [{ field: 'priority_level', from: 'normal', to: 'urgent' }],
        })
      },
    )

    test.each(['normal', 'medium', 'urgent', 'critical'] as const)(
      'stores the priority %s and shows it in lists',
      async (priority_level) => {
        const { id } = await at(1)
        const requester = await world.as('requester-department')
        await requester.call(endpoints.changePriority, { params: { id }, body: { priority_level } })
        const [first] = (await requester.call(endpoints.list, { query: { limit: 1 } })).data.items
        expect([first?.id, first?.priority_level]).toEqual([id, priority_level])
      },
    )

    test('refuses a priority change that names another status, and changes nothing', async () => {
      const { id } = await at(1)
      const requester = await world.as('requester-department')
      const body = { priority_level: 'urgent', status_id: 7 } as const
      const reply = await requester.call(endpoints.changePriority, { params: { id }, body })
      expect([reply.status, reply.error.code]).toEqual([409, 'CONFLICT'])
      expect(await detail(id)).toMatchObject({ status_id: 1, priority_level: 'normal', version: 1 })
    })

    test('rejects a missing or unknown priority', async () => {
      const { id } = await at(1)
      const requester = await world.as('requester-department')
      for (const priority_level of [undefined, '', 'top']) {
        const url = `/api/v1/check-requests/${id}/change-priority`
        const reply = await requester.send('PATCH', url, { body: { priority_level, message: 'x' } })
        expect([reply.status, reply.body.error.fields]).toEqual([422, { priority_level: 'Priority level is required' }])
      }
    })
  })

  describe('delivery details of a request', () => {
    const carrier = { delivery_method_id: 3, mailing_method: 'FedEx', tracking_number: '7712 3456' } as const

    test.each(everyStatus)(
      'lets a processor change delivery details at status %i only if the check is Ready',
      async (status) => {
        const { id } = await at(status)
        const reply = await (await world.as('processor-group')).call(endpoints.update, {
          params: { id },
          body: carrier,
        })
        expect(reply.status).toBe(status === 6 ? 200 : 409)
        const after = await detail(id)
        expect(after.tracking_number).toBe(status === 6 ? '7712 3456' : null)
        expect(after.status_id).toBe(status)
        if (status !== 6) return
        expect(reply.message).toBe('Check delivery details updated')
        expect(after.status_history.at(-1)).toMatchObject({
          action: 'delivery',
          status_id: 6,
          changes: [
            { field: 'delivery_method_id', from: '1', to: '3' },
            { field: 'mailing_method', from: 'USPS', to: 'FedEx' },
            { field: 'tracking_number', from: null, to: '7712 3456' },
          ],
        })
      },
    )

    test.each([2, 4])(
      'keeps the description for delivery method %i, and clears the carrier details',
      async (delivery_method_id) => {
        const { id } = await at(6)
        const processor = await world.as('processor-group')
        await processor.call(endpoints.update, { params: { id }, body: carrier })
        const body = { ...carrier, delivery_method_id, delivery_method_other: 'At the front desk' }
        expect((await processor.call(endpoints.update, { params: { id }, body })).status).toBe(200)
        expect(await detail(id)).toMatchObject({
          delivery_method_id,
          mailing_method: null,
          tracking_number: null,
          delivery_method_other: 'At the front desk',
        })
      },
    )

    test('requires a description for the delivery method Other', async () => {
      const { id } = await at(6)
      const processor = await world.as('processor-group')
      const reply = await processor.call(endpoints.update, { params: { id }, body: { delivery_method_id: 4 } })
      const fields = { delivery_method_other: 'Please describe the delivery' }
      expect([reply.status, reply.error.fields]).toEqual([422, fields])
    })

    test.each([
      ['a missing value', undefined],
      ['a nonexistent id', 99],
    ])('rejects %s as the delivery method', async (_, delivery_method_id) => {
      const { id } = await at(6)
      const processor = await world.as('processor-group')
      const reply = await processor.send('PUT', `/api/v1/check-requests/${id}`, { body: { delivery_method_id } })
      expect([reply.status, reply.body.error.fields]).toEqual([
        422,
        { delivery_method_id: 'Delivery method is required' },
      ])
    })

    test('rejects any other field in a processor’s change of delivery details', async () => {
      const { id } = await at(6)
      const processor = await world.as('processor-group')
      for (const field of ['amount', 'payee_name_1', 'status_id', 'check_number', 'requester_id']) {
        const body = { ...carrier, [field]: 1 }
        const reply = await processor.send('PUT', `/api/v1/check-requests/${id}`, { body })
        expect([reply.status, reply.body.message]).toEqual([400, `Unknown field: ${field}. Remove it.`])
      }
    })

    test('requires a note that describes the delivery when a check becomes Ready with the method Other', async () => {
      const { id } = await at(5)
      const processor = await world.as('processor-group')
      const body = { status_id: 6, delivery_method_id: 4 }
      const refused = await processor.call(endpoints.changeStatus, { params: { id }, body })
      expect([refused.status, refused.error.fields]).toEqual([422, { note: 'Please describe the delivery' }])
      const note = 'Hand to the courier'
      expect((await processor.call(endpoints.changeStatus, { params: { id }, body: { ...body, note } })).status).toBe(
        201,
      )
      expect(await detail(id)).toMatchObject({ delivery_method_id: 4, delivery_method_other: note })
    })

    test('accepts another delivery method only when a check becomes Ready', async () => {
      const { id } = await at(5)
      const processor = await world.as('processor-group')
      const body = { status_id: 6, delivery_method_id: 2, note: 'Picked up on Monday' }
      expect((await processor.call(endpoints.changeStatus, { params: { id }, body })).status).toBe(201)
      expect(await detail(id)).toMatchObject({
        delivery_method_id: 2,
        mailing_method: null,
        delivery_method_kind: 'pickup',
      })
      const close = { status_id: 7, delivery_method_id: 1 }
      const reply = await processor.call(endpoints.changeStatus, { params: { id }, body: close })
      expect(reply.error.fields).toEqual({
        delivery_method_id: 'A delivery method can be chosen only when the check becomes Ready.',
      })
    })
  })

  describe('clearing a check', () => {
    const day = 86_400_000

    test('sets the cleared time only when a check is closed', async () => {
      const ready = await at(6)
      expect((await detail(ready.id)).cleared_date).toBeNull()
      world.clock.advance(3_600_000)
      const requester = await world.logIn('requester-department@test.example')
      await requester.call(endpoints.changeStatus, { params: { id: ready.id }, body: { status_id: 7 } })
      expect((await detail(ready.id)).cleared_date).toBe(new Date(world.clock.read()).toISOString())
    })

    test('lists completions of the last 30 or 90 days, and lists ready checks only without a time limit', async () => {
      const ready = await at(6)
      const closed = await at(7)
      const ids = async (within: number) => {
        const processor = await world.logIn('processor-group@test.example')
        const { data } = await processor.call(endpoints.list, { query: { view: 'completed', within, limit: 100 } })
        return data.items.map(({ id }) => id)
      }
      expect(await ids(0)).toEqual(expect.arrayContaining([ready.id, closed.id]))
      for (const [age, in30, in90] of [
        [0, true, true],
        [30 * day, true, true],
        [1, false, true],
        [60 * day - 1, false, true],
        [1, false, false],
      ] as const) {
        world.clock.advance(age)
        expect((await ids(30)).includes(closed.id)).toBe(in30)
        expect((await ids(90)).includes(closed.id)).toBe(in90)
        expect(await ids(90)).not.toContain(ready.id)
      }
      expect(await ids(0)).toEqual(expect.arrayContaining([ready.id, closed.id]))
    })
  })
})
