import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { inboxEndpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { eventsOf, markRead, noticesOf } from '../testing/inbox.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { anyone, putInForce } from '../testing/policies.ts'
import { bodyAt, move, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const place = 'NWG/TOY/SVC'
const note = 'Ordered twice'

onOneDatabase('withdrawals on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const requester = () => world.as('requester-group')
  const withdraw = (client: Client, id: number, body: object = {}) =>
    client.call(endpoints.changeStatus, { params: { id }, body: { status_id: 8, note, version: 1, ...body } })
  const detailOf = async (id: number) => {
    return (await (await world.as('admin-super')).call(endpoints.detail, { params: { id } })).data
  }

  test('withdraws a request, and shows the reason in the history, the list, and the audit trail', async () => {
    const { id } = await raise(world, 'requester-group', place)
    const reply = await withdraw(await requester(), id)
    expect([reply.status, reply.data]).toEqual([
      201,
      expect.objectContaining({ action: 'withdrawn', status_id: 8, note, user_name: 'requester-group Tester' }),
    ])
    expect(await detailOf(id)).toMatchObject({ status_name: 'rejected', version: 2 })
    const list = await (await requester()).call(endpoints.list, { query: { view: 'rejected' } })
    expect(list.data.items.find((item) => item.id === id)).toMatchObject({ reason: note })
    const { rows } = await sql<{ action: string; payload: string }>`
      select action, payload from audit_entries where entity = 'check-request' and entity_id = ${id} order by seq
      `.execute(world.database.read)
    expect(rows.map(({ action }) => action)).toEqual(['check-request.create', 'check-request.withdraw'])
    expect(JSON.parse(rows[1]?.payload ?? '').after).toMatchObject({ note, status_id: 8 })
  })

  test('requires a reason and the current version, and doesn’t count as a handled request', async () => {
    const { id } = await raise(world, 'requester-group', place)
    const own = await requester()
    expect((await withdraw(own, id, { note: ' ' })).error.fields).toEqual({
      note: 'Enter the reason for withdrawing this request. Its reviewers will see the reason.',
    })
    expect((await withdraw(own, id, { version: undefined })).status).toBe(409)
    await move(await world.as('approver-group'), id, 2, 1)
    expect((await withdraw(own, id)).status).toBe(409)
    expect((await withdraw(own, id, { version: 2 })).status).toBe(201)
    const { rows } = await sql`select 1 from handled_requests where check_request_id = ${id}`.execute(
      world.database.read,
    )
    expect(rows).toEqual([])
  })

  test('lets only the requester withdraw a request, not the admin who entered it or other users', async () => {
    const admin = await world.as('admin-group')
    const body = bodyAt(world.ids, place, { requester_id: world.ids.people['requester-group'] })
    const { id } = (await admin.call(endpoints.create, { body })).data
    const others: readonly PersonName[] = ['admin-group', 'processor-group']
    for (const name of others) expect((await withdraw(await world.as(name), id)).status).toBe(403)
    expect((await withdraw(await world.as('requester-department'), id)).status).toBe(404)
    expect((await withdraw(await requester(), id)).status).toBe(201)
  })

  test('notifies only approvers who viewed the request or moved it to Processing', async () => {
    const { id } = await raise(world, 'requester-group', place)
    const [looked, took, idle] = await Promise.all(
      (['approver-dealership', 'approver-group', 'approver-super'] as const).map((name) => world.as(name)),
    )
    await markRead(looked as Client, { ids: [`w${id}`] })
    await move(took as Client, id, 2, 1)
    await withdraw(await requester(), id, { version: 2 })
    for (const client of [looked, took] as Client[])
      expect(await noticesOf(client, id)).toMatchObject([{ event: 'withdrawn', text: note, read: false }])
    expect(await eventsOf(idle as Client, id)).toEqual([])
    expect(await eventsOf(await requester(), id)).toEqual([])
  })

  test('ends the approval chain at any step, and removes the request from every queue', async () => {
    await putInForce(world, {
      rules: [],
      otherwise: {
        steps: [
          { name: 'First', approvers: anyone },
          { name: 'Second', approvers: anyone },
        ],
      },
    })
    const { id } = await raise(world, 'requester-group', place, { payee_name_1: 'Under Policy' })
    await move(await world.as('approver-dealership'), id, 3, 1)
    const waiting = async () => {
      const client = await world.as('approver-group')
      const { items } = (await client.call(inboxEndpoints.list, { query: { limit: 100 } })).data
      return items.some(({ request, event }) => request?.id === id && event === 'waiting-for-approval')
    }
    expect(await waiting()).toBe(true)
    await withdraw(await requester(), id, { version: 2 })
    expect(await waiting()).toBe(false)
    const { data } = await (await requester()).call(approvalEndpoints.approval, { params: { id } })
    expect([data?.steps[0]?.approved_by.length, data?.current]).toEqual([1, null])
    expect((await move(await world.as('approver-group'), id, 3, 2)).status).toBe(409)
    expect(await eventsOf(await world.as('approver-dealership'), id)).toEqual(['withdrawn'])
  })

  test('applies either a withdrawal or a simultaneous approval in each of 20 rounds', async () => {
    const own = await requester()
    for (let round = 0; round < 20; round += 1) {
      const { id } = await raise(world, 'requester-group', place, { payee_name_1: `Race ${round}` })
      const replies = await Promise.all([
        withdraw(own, id),
        (await world.as('approver-super')).call(endpoints.changeStatus, {
          params: { id },
          body: { status_id: 3, version: 1 },
        }),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
      expect((await detailOf(id)).status_history).toHaveLength(2)
    }
  })
})
