import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { bodyAt, type CreateBody, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const statusesButSendBack = [1, 2, 3, 4, 5, 6, 7, 8]

onOneDatabase('edits on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function edit(name: PersonName, id: number, changes: Partial<CreateBody> & { version?: number } = {}) {
    const client = await world.as(name)
    return client.call(endpoints.update, { params: { id }, body: bodyAt(world.ids, 'NWG/TOY/SVC', changes) })
  }

  const detail = async (id: number) =>
    (await (await world.as('admin-super')).call(endpoints.detail, { params: { id } })).data
  const sentBack = () => raiseTo(world, 9, 'requester-department', 'NWG/TOY/SVC')

  test('resubmits an edited request with the next version and a history entry', async () => {
    const { id, request_number } = await sentBack()
    const reply = await edit('requester-department', id, { amount: 99.5, notes: 'Invoice attached' })
    expect([reply.status, reply.message]).toEqual([200, 'Check Request Updated'])
    expect(reply.data).toEqual({ id, request_number, version: 3 })
    const after = await detail(id)
    expect(after).toMatchObject({ status_id: 1, version: 3, amount: 99.5, notes: 'Invoice attached' })
    expect(after.last_editor_id).toBe(world.ids.people['requester-department'])
    expect(after.status_history.at(-1)).toMatchObject({
      action: 'resubmitted',
      status_id: 1,
      user_name: 'requester-department Tester',
      changes: [
        { field: 'amount', from: '$1,250.50', to: '$99.50' },
        { field: 'notes', from: null, to: 'Invoice attached' },
      ],
    })
  })

  test('resubmits a sent-back request even without changes', async () => {
    const { id } = await sentBack()
    expect((await edit('requester-department', id)).status).toBe(200)
    const after = await detail(id)
    expect(after).toMatchObject({ status_id: 1, last_editor_id: null })
    expect(after.status_history.at(-1)).toMatchObject({ action: 'resubmitted', changes: [] })
  })

  test.each(statusesButSendBack)('refuses an edit at status %i and changes nothing', async (status) => {
    const { id } = await raiseTo(world, status, 'requester-department', 'NWG/TOY/SVC')
    const before = await detail(id)
    for (const name of ['requester-department', 'admin-group'] as const) {
      const reply = await edit(name, id, { amount: 1 })
      expect([reply.status, reply.error.code]).toEqual([409, 'CONFLICT'])
      expect(reply.message).toMatch(/^A request can be edited only while it is SendBack\. This request is \w+ now\.$/)
    }
    expect(await detail(id)).toEqual(before)
  })

  test('lets the requester resubmit a sent-back request with a status change', async () => {
    const { id } = await sentBack()
    const requester = await world.as('requester-department')
    const reply = await requester.call(endpoints.changeStatus, { params: { id }, body: { status_id: 1 } })
    expect([reply.status, reply.data.status_id]).toEqual([201, 1])
  })

  test('lets an approver send back a resubmitted request again, and approve it later', async () => {
    const { id } = await sentBack()
    await edit('requester-department', id, { amount: 5 })
    const approver = await world.as('approver-group')
    const again = { status_id: 9, note: 'Still no invoice', version: 3 }
    expect((await approver.call(endpoints.changeStatus, { params: { id }, body: again })).status).toBe(201)
    expect((await edit('requester-department', id, { amount: 6 })).status).toBe(200)
    expect(
      (await approver.call(endpoints.changeStatus, { params: { id }, body: { status_id: 3, version: 5 } })).status,
    ).toBe(201)
    const { data } = await approver.call(endpoints.summary)
    expect(data.handled).toBe(1)
  })

  test('refuses an edit of an old version, and names the user who changed the request first', async () => {
    const { id, version } = await sentBack()
    const reply = await edit('requester-department', id, { version })
    expect(reply.status).toBe(409)
    expect(reply.message).toBe(
      'approver-super Tester set this request to SendBack in the meantime. Review it before you continue.',
    )
    expect((await edit('requester-department', id, { version: version + 1 })).status).toBe(200)
  })

  test('lets an admin in scope edit a request without becoming its owner', async () => {
    const { id } = await sentBack()
    expect((await edit('admin-group', id, { amount: 3 })).status).toBe(200)
    expect(await detail(id)).toMatchObject({
      status_id: 1,
      requester_id: world.ids.people['requester-department'],
      last_editor_id: world.ids.people['admin-group'],
    })
  })

  test('refuses to change the requester or the dealer group', async () => {
    const { id } = await sentBack()
    const other = await edit('admin-group', id, { requester_id: world.ids.people['requester-group'] })
    expect([other.status, other.message]).toEqual([
      403,
      'A request’s requester can’t be changed. Raise a new request instead.',
    ])
    const elsewhere = await edit('admin-super', id, { dealer_group_id: world.ids.places.EAS })
    expect([elsewhere.status, elsewhere.error.fields]).toEqual([
      422,
      { dealer_group_id: 'A request’s dealer group can’t be changed. Raise a new request instead.' },
    ])
  })

  test('refuses a location outside the requester’s scope', async () => {
    const { id } = await sentBack()
    const places = { dealership_id: world.ids.places['NWG/HON'], department_id: world.ids.places['NWG/HON/SVC'] }
    for (const name of ['requester-department', 'admin-group'] as const)
      expect((await edit(name, id, places)).status).toBe(403)
  })

  test('keeps a past due date, but refuses an earlier one', async () => {
    const { id } = await raiseTo(world, 9, 'requester-group', 'NWG/TOY/SVC', { due_date: '2026-11-21' })
    world.clock.advance(5 * 86_400_000)
    try {
      const requester = await world.logIn('requester-group@test.example')
      const change = (due_date: string) =>
        requester.call(endpoints.update, { params: { id }, body: bodyAt(world.ids, 'NWG/TOY/SVC', { due_date }) })
      const earlier = await change('2026-11-20')
      expect([earlier.status, earlier.error.fields]).toEqual([422, { due_date: 'The due date can’t be in the past.' }])
      expect((await change('2026-11-21')).status).toBe(200)
    } finally {
      world.clock.advance(-5 * 86_400_000)
    }
  })

  test('accepts an earlier future due date, and keeps the due date when none is sent', async () => {
    for (const [due_date, kept] of [
      ['2026-11-21', '2026-11-21'],
      [undefined, '2026-12-31'],
    ] as const) {
      const { id } = await raiseTo(world, 9, 'requester-group', 'NWG/TOY/SVC', { due_date: '2026-12-31' })
      expect((await edit('requester-group', id, { due_date })).status).toBe(200)
      expect((await detail(id)).due_date).toBe(kept)
    }
  })

  test('finds an edited request by the new payee and not by the old payee', async () => {
    const { id } = await raiseTo(world, 9, 'requester-department', 'NWG/TOY/SVC', { payee_name_1: 'Quixotic Glass' })
    await edit('requester-department', id, { payee_name_1: 'Zebulon Tyres' })
    const approver = await world.as('approver-group')
    const found = async (search: string) => (await approver.call(endpoints.list, { query: { search } })).data.items
    expect(await found('quixotic')).toEqual([])
    expect((await found('ZEBULON')).map((item) => item.id)).toEqual([id])
  })

  test('refuses edits by approvers and processors', async () => {
    const { id } = await sentBack()
    const approver = await edit('approver-group', id, { amount: 1 })
    expect([approver.status, approver.error.code]).toEqual([403, 'FORBIDDEN'])
    const processor = await edit('processor-group', id, { amount: 1 })
    expect([processor.status, processor.error.code]).toEqual([400, 'BAD_REQUEST'])
    expect(await detail(id)).toMatchObject({ status_id: 9, version: 2, amount: 1250.5 })
  })

  test('returns 404 to a requester who edits another user’s request', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    expect((await edit('requester-department', id)).status).toBe(404)
  })
})
