import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { inboxEndpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const reason = 'The controller is named now'
const one = { steps: [{ name: 'Approval', approvers: anyone }] }

onOneDatabase('rerouting on $name', (kind) => {
  let world: World
  let beforePolicy: number
  let underFirst: number
  let controller: number
  beforeAll(async () => {
    world = await startWorld(kind)
    beforePolicy = await raised('Before Any Policy')
    controller = await addTitle(world, 'Controller', ['approver-dealership'])
    expect((await routeAgain('admin-group', beforePolicy)).message).toBe(
      'No approval policy is in force, so the request can’t be routed again. Publish a policy first.',
    )
    const two = { name: 'Two', steps: [{ name: 'Two', approvers: anyone, needed: 2 }] }
    await putInForce(world, { rules: [two], otherwise: one })
    underFirst = await raised('Under The First')
    expect((await decide('approver-group', underFirst, 3)).data.status_name).toBe('processing')
    await putInForce(world, {
      rules: [{ name: 'Controller', steps: [{ name: 'Controller', approvers: { approval_title_ids: [controller] } }] }],
      otherwise: one,
    })
  })
  afterAll(() => world.close())

  const raised = async (payee: string, by: PersonName = 'requester-department') =>
    (await raise(world, by, 'NWG/TOY/SVC', { payee_name_1: payee })).id
  const routeAgain = async (name: PersonName, id: number, body: object = {}) =>
    (await world.as(name, 'admin')).call(approvalEndpoints.routeAgain, { params: { id }, body: { reason, ...body } })
  const decide = async (name: PersonName, id: number, status_id: number) => {
    const client = await world.as(name, 'approver')
    const { version } = (await client.call(endpoints.detail, { params: { id } })).data
    return client.call(endpoints.changeStatus, { params: { id }, body: { status_id, version, note: 'Good' } })
  }
  const approvalOf = async (id: number) =>
    (await (await world.as('admin-group')).call(approvalEndpoints.approval, { params: { id } })).data
  const waitsFor = async (name: PersonName) => {
    const list = await (await world.as(name, 'approver')).call(endpoints.list, {
      query: { view: 'pending', limit: 100 },
    })
    return list.data.items.map(({ id }) => id)
  }
  const inboxOf = async (name: PersonName) =>
    (await (await world.as(name, 'approver')).call(inboxEndpoints.list)).data.items.map(({ request }) => request?.id)

  test('restarts a pending request at the first step of the current policy, and keeps the request’s status', async () => {
    expect(await waitsFor('approver-dealership')).toContain(underFirst)
    expect(await waitsFor('approver-department')).toContain(underFirst)
    const reply = await routeAgain('admin-group', underFirst)
    expect(reply.status).toBe(201)
    expect(reply.data).toMatchObject({
      action: 'routed',
      status_name: 'processing',
      note: reason,
      user_name: 'admin-group Tester',
      changes: [{ field: 'approval_rule', from: '“Two”, policy version 1', to: '“Controller”, policy version 2' }],
    })
    expect(await approvalOf(underFirst)).toMatchObject({
      policy_number: 2,
      rule: 'Controller',
      current: 0,
      steps: [{ name: 'Controller', needed: 1, approved_by: [], can_act: [{ name: 'approver-dealership Tester' }] }],
    })
  })

  test('updates queues and inboxes, and refuses to reroute an approved request', async () => {
    expect(await waitsFor('approver-dealership')).toContain(underFirst)
    expect(await waitsFor('approver-department')).not.toContain(underFirst)
    expect(await inboxOf('approver-dealership')).toContain(underFirst)
    expect(await inboxOf('approver-department')).not.toContain(underFirst)
    expect((await decide('approver-group', underFirst, 3)).status).toBe(403)
    expect((await decide('approver-dealership', underFirst, 3)).data.status_name).toBe('approved')
    const late = await routeAgain('admin-group', underFirst)
    expect(late.status).toBe(409)
    expect(late.message).toBe(
      'A request can be rerouted only while it is Request or Processing. This request is Approved now.',
    )
  })

  test('routes a request that is older than the first policy', async () => {
    expect(await approvalOf(beforePolicy)).toBeNull()
    const reply = await routeAgain('admin-group', beforePolicy)
    expect(reply.data.changes).toEqual([{ field: 'approval_rule', from: null, to: '“Controller”, policy version 2' }])
    expect((await approvalOf(beforePolicy))?.rule).toBe('Controller')
    expect(await waitsFor('approver-department')).not.toContain(beforePolicy)
  })

  test('requires a group-wide admin, a reason, and the current version, and refuses an admin’s own request', async () => {
    const id = await raised('Vendor May')
    for (const name of ['admin-dealership', 'admin-department'] as const)
      expect((await routeAgain(name, id)).status).toBe(403)
    expect((await routeAgain('admin-eastside', id)).status).toBe(404)
    expect((await routeAgain('admin-group', id, { reason: ' ' })).body).toMatchObject({
      error: { fields: { reason: 'Enter the reason for routing the request again.' } },
    })
    expect((await routeAgain('admin-group', id, { version: 7 })).status).toBe(409)
    const own = await raised('Own Request', 'everyone')
    const refused = await routeAgain('everyone', own)
    expect(refused.status).toBe(403)
    expect(refused.message).toContain('another admin has to route it again')
    expect((await routeAgain('admin-group', own)).status).toBe(201)
  })

  test('records the admin, the reason, and the matching policy rule in an intact audit trail', async () => {
    const admin = await world.as('admin-group')
    const { data } = await admin.call(auditEndpoints.list, { query: { action: 'check-request.route-anew' } })
    expect(data.items.find(({ entity_id }) => entity_id === underFirst)).toMatchObject({
      actor_name: 'admin-group Tester',
      after: { reason, policy_number: 2, rule: 'Controller' },
    })
    expect((await verifyTrail(world.database, null)).intact).toBe(true)
  })
})
