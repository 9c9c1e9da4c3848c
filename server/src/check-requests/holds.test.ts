import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { move, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const reason = 'The payee has moved'
const refusal = `processor-group Tester has put this request on hold, and someone else has to lift the hold first. The reason: ${reason}`
const place = 'NWG/TOY/SVC'

onOneDatabase('holds on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function held(status: number) {
    const { id } = await raiseTo(world, status, 'requester-department', place)
    const reply = await (await world.as('processor-group')).call(endpoints.hold, { params: { id }, body: { reason } })
    expect([reply.status, reply.data.action, reply.data.note]).toEqual([201, 'held', reason])
    return id
  }

  test.each([
    [3, 4],
    [3, 9],
    [4, 5],
    [5, 6],
    [6, 7],
  ])('blocks the move from status %i to status %i until another user lifts the hold', async (from, to) => {
    const id = await held(from)
    const processor = await world.as('processor-group')
    const refused = await move(processor, id, to, from)
    expect([refused.status, refused.message]).toEqual([409, refusal])
    const own = await processor.call(endpoints.liftHold, { params: { id } })
    expect([own.status, own.message]).toEqual([
      403,
      'You put this request on hold, so someone else has to lift the hold.',
    ])
    const lifted = await (await world.as('approver-group')).call(endpoints.liftHold, { params: { id } })
    expect([lifted.status, lifted.data.action]).toEqual([200, 'released'])
    expect((await move(processor, id, to, from)).status).toBe(201)
  })

  test('refuses only the held request in a bulk change', async () => {
    const ids = [await held(3), (await raiseTo(world, 3, 'requester-department', place)).id]
    const body = { status_id: 4, items: ids.map((id) => ({ id })) }
    const { data } = await (await world.as('processor-super')).call(endpoints.changeStatuses, { body })
    expect(data.map((row) => (row.done ? 201 : [row.status, row.message]))).toEqual([[409, refusal], 201])
  })

  test('shows the user, the time, and the reason for a hold in lists and details', async () => {
    const id = await held(3)
    const admin = await world.as('admin-group')
    const hold = {
      by_id: world.ids.people['processor-group'],
      by_name: 'processor-group Tester',
      reason,
      at: '2026-11-20T15:00:00.000Z',
    }
    expect((await admin.call(endpoints.detail, { params: { id } })).data.hold).toEqual(hold)
    const { items } = (await admin.call(endpoints.list, { query: {} })).data
    expect(items.find((item) => item.id === id)?.hold).toEqual(hold)
  })

  test.each([
    ['requester-department', 3, 403],
    ['approver-group', 3, 201],
    ['admin-group', 6, 201],
    ['processor-group', 2, 409],
    ['processor-group', 7, 409],
    ['approver-eastside', 3, 404],
  ] as const)(
    'responds to a hold by user %s at request status %i with HTTP status %i',
    async (name, status, answer) => {
      const { id } = await raiseTo(world, status, 'requester-department', place)
      const reply = await (await world.as(name)).call(endpoints.hold, { params: { id }, body: { reason } })
      expect(reply.status).toBe(answer)
    },
  )

  test('requires a reason for a hold, and refuses an old version', async () => {
    const { id } = await raiseTo(world, 3, 'requester-department', place)
    const processor = await world.as('processor-group')
    const blank = await processor.call(endpoints.hold, { params: { id }, body: { reason: ' ' } })
    expect([blank.status, blank.error.fields]).toEqual([422, { reason: 'Enter the reason for the hold.' }])
    const stale = await processor.call(endpoints.hold, { params: { id }, body: { reason, version: 1 } })
    expect(stale.status).toBe(409)
  })

  test('accepts either a hold or a simultaneous print, and applies a repeated hold once', async () => {
    const [processor, approver] = [await world.as('processor-group'), await world.as('approver-group')]
    for (let round = 0; round < 10; round += 1) {
      const { id } = await raiseTo(world, 3, 'requester-department', place)
      const replies = await Promise.all([
        approver.call(endpoints.hold, { params: { id }, body: { reason, version: 2 } }),
        processor.call(endpoints.changeStatus, { params: { id }, body: { status_id: 4, version: 2 } }),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    }
    const { id } = await raiseTo(world, 3, 'requester-department', place)
    const again = approver.with({ 'idempotency-key': 'one hold' })
    const call = () => again.call(endpoints.hold, { params: { id }, body: { reason } })
    expect((await call()).text).toBe((await call()).text)
  })
})
