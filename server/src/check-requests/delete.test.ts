import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import { raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onBothDatabases('deletions on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function remove(id: number, version?: number) {
    const requester = await world.as('requester-department')
    return requester.call(endpoints.remove, { params: { id }, ...(version && { body: { version } }) })
  }

  async function traces(id: number) {
    const { read } = world.database
    const history = read.selectFrom('status_history').select('id').where('check_request_id', '=', id)
    const search = read.selectFrom('check_request_search').select('id').where('id', '=', id)
    const notes = read.selectFrom('check_request_notes').select('id').where('id', '=', id)
    const handled = read.selectFrom('handled_requests').select('user_id').where('check_request_id', '=', id)
    const request = read.selectFrom('check_requests').select('id').where('id', '=', id)
    const keys = read.selectFrom('match_keys').select('id').where('id', '=', id)
    const queries = [history, search, notes, keys, handled, request]
    const found = await Promise.all(queries.map((query) => query.execute() as Promise<unknown[]>))
    return found.map((rows) => rows.length)
  }

  test('lets requesters delete their own requests at status 1 with all dependent data', async () => {
    const { id, request_number } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
    const reply = await remove(id)
    expect([reply.status, reply.message]).toEqual([200, 'Check Req deleted...'])
    expect(reply.data).toEqual({ id, request_number })
    expect(await traces(id)).toEqual([0, 0, 0, 0, 0, 0])
    expect((await remove(id)).status).toBe(404)
    const requester = await world.as('requester-department')
    expect((await requester.call(endpoints.detail, { params: { id } })).status).toBe(404)
  })

  test.each([2, 3, 4, 5, 6, 7, 8, 9])('refuses a deletion at status %i and changes nothing', async (status) => {
    const { id } = await raiseTo(world, status, 'requester-department', 'NWG/TOY/SVC')
    const before = await traces(id)
    const reply = await remove(id)
    expect([reply.status, reply.error.code]).toEqual([409, 'CONFLICT'])
    expect(reply.message).toMatch(/^A request can be deleted only while it is Request\. This request is \w+ now\.$/)
    expect(await traces(id)).toEqual(before)
  })

  test('deletes the decisions and history of a request that was sent back and resubmitted', async () => {
    const { id } = await raiseTo(world, 9, 'requester-department', 'NWG/TOY/SVC')
    const requester = await world.as('requester-department')
    await requester.call(endpoints.changeStatus, { params: { id }, body: { status_id: 1 } })
    expect(await traces(id)).toEqual([3, 1, 1, 1, 1, 1])
    expect((await remove(id)).status).toBe(200)
    expect(await traces(id)).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('keeps a full snapshot of a deleted request in the audit trail', async () => {
    const { id, request_number } = await raise(world, 'requester-department', 'NWG/TOY/SVC', {
      notes: 'Keep me',
      payee_name_2: 'And me',
    })
    const { read } = world.database
    const row = await read.selectFrom('check_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await remove(id)
    const entry = await read
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'check-request.delete')
      .where('entity_id', '=', id)
      .executeTakeFirstOrThrow()
    const { before, after } = JSON.parse(entry.payload)
    expect(before).toMatchObject({ ...row, request_number })
    expect(before.history).toMatchObject([{ action: 'created', user_name: 'requester-department Tester' }])
    expect(after).toBeNull()
    expect(entry).toMatchObject({ chain: world.ids.places.NWG, actor_name: 'requester-department Tester', role_id: 2 })
  })

  test('refuses a deletion with an old version', async () => {
    const { id, version } = await raise(world, 'requester-department', 'NWG/TOY/SVC')
    const requester = await world.as('requester-department')
    await requester.call(endpoints.changePriority, { params: { id }, body: { priority_level: 'urgent' } })
    const stale = await remove(id, version)
    expect([stale.status, stale.error.code]).toEqual([409, 'CONFLICT'])
    expect(stale.message).toContain('changed the priority of this request in the meantime')
    expect((await remove(id, version + 1)).status).toBe(200)
  })

  test('refuses to let users and admins delete another user’s request', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    expect((await remove(id)).status).toBe(404)
    for (const name of ['admin-super', 'admin-group', 'approver-group', 'processor-group'] as const) {
      const reply = await (await world.as(name)).call(endpoints.remove, { params: { id } })
      expect([reply.status, reply.error.code]).toEqual([403, 'FORBIDDEN'])
    }
    expect((await traces(id)).at(-1)).toBe(1)
  })
})
