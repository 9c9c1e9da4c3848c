import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moment } from '../platform/clock.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { bodyAt, type CreateBody, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

const place = 'NWG/TOY/SVC'
const statusNow = { request: 1, processing: 2, approved: 3, rejected: 8, sendback: 9 } as const

onOneDatabase('decisions under a policy on $name', (kind) => {
  let world: World
  let beforePolicy: number
  beforeAll(async () => {
    world = await startWorld(kind)
    beforePolicy = (await raise(world, 'requester-department', place)).id
    const controller = await addTitle(world, 'Controller', ['approver-dealership'])
    const manager = await addTitle(world, 'General manager', ['approver-group'])
    const owner = await addTitle(world, 'Owner', [])
    const step = (name: string, title: number) => ({ name, approvers: { approval_title_ids: [title] } })
    await putInForce(world, {
      rules: [
        {
          name: 'Large',
          conditions: { amount_from: 10_000 },
          steps: [step('Controller', controller), step('General manager', manager)],
        },
        { name: 'Owner', conditions: { purpose_ids: [5] }, steps: [step('Owner', owner)] },
        { name: 'Medium', conditions: { amount_from: 5000 }, steps: [{ name: 'Two', approvers: anyone, needed: 2 }] },
      ],
      otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
    })
  })
  afterAll(() => world.close())

  let payees = 0
  const raised = async (amount: number, changes: Partial<CreateBody> = {}) => {
    payees += 1
    return (await raise(world, 'requester-department', place, { amount, payee_name_1: `Payee ${payees}`, ...changes }))
      .id
  }
  const decide = async (name: PersonName, id: number, to: keyof typeof statusNow, note?: string) => {
    const client = await world.as(name, 'approver')
    const { version } = (await client.call(endpoints.detail, { params: { id } })).data
    const body = { status_id: statusNow[to], version, note: note ?? 'Looks good' }
    return client.call(endpoints.changeStatus, { params: { id }, body })
  }
  const approvalOf = async (id: number, name: PersonName = 'requester-department') =>
    (await (await world.as(name)).call(approvalEndpoints.approval, { params: { id } })).data
  const statusOf = async (id: number) =>
    (await (await world.as('requester-department')).call(endpoints.detail, { params: { id } })).data.status_name

  test('keeps a request in Processing until the last approval sets it to Approved', async () => {
    const id = await raised(12_000)
    const first = await decide('approver-dealership', id, 'approved')
    expect(first.status).toBe(201)
    expect(first.data).toMatchObject({
      status_name: 'processing',
      changes: [{ field: 'approval_step', from: null, to: 'Controller' }],
    })
    expect(await statusOf(id)).toBe('processing')
    const last = await decide('approver-group', id, 'approved')
    expect(last.data).toMatchObject({
      status_name: 'approved',
      changes: [{ field: 'approval_step', from: null, to: 'General manager' }],
    })
    expect(await statusOf(id)).toBe('approved')
  })

  test('shows the approvers and the start of each step to users who can see the request', async () => {
    const id = await raised(12_000)
    const turns = async () => (await approvalOf(id))?.steps.map(({ since }) => since)
    const begun = moment(world.clock.read())
    expect(await turns()).toEqual([begun, undefined])
    world.clock.advance(3_600_000)
    await decide('approver-dealership', id, 'approved')
    const approved = moment(world.clock.read())
    expect(await turns()).toEqual([undefined, approved])
    expect(await approvalOf(id)).toMatchObject({
      since: approved,
      policy_number: 1,
      rule: 'Large',
      current: 1,
      on_fallback: false,
      is_stuck: false,
      refusal: null,
      steps: [
        { name: 'Controller', approved_by: [{ name: 'approver-dealership Tester', for: null }], can_act: [] },
        { name: 'General manager', approved_by: [], can_act: [{ name: 'approver-group Tester' }] },
      ],
    })
    expect((await approvalOf(id, 'approver-group'))?.refusal).toBeNull()
    expect((await approvalOf(id, 'approver-department'))?.refusal).toBe(
      'This request is waiting for the step “General manager”: approver-group Tester.',
    )
    const stranger = await world.as('requester-honda')
    expect((await stranger.call(approvalEndpoints.approval, { params: { id } })).status).toBe(404)
  })

  test.each(['approved', 'rejected', 'sendback'] as const)(
    'refuses to set a request to %s for a user whom the step doesn’t name, and names the users who can decide',
    async (to) => {
      const id = await raised(12_000)
      const refused = await decide('approver-group', id, to)
      expect(refused.status).toBe(403)
      expect(refused.message).toBe('This request is waiting for the step “Controller”: approver-dealership Tester.')
      expect(await statusOf(id)).toBe('request')
    },
  )

  test('records no approval for a manual move to Processing', async () => {
    const id = await raised(12_000)
    expect((await decide('approver-group', id, 'processing')).status).toBe(201)
    expect(await approvalOf(id)).toMatchObject({ current: 0, steps: [{ approved_by: [] }, { approved_by: [] }] })
    expect((await decide('approver-dealership', id, 'approved')).data.status_name).toBe('processing')
    expect((await decide('approver-group', id, 'approved')).data.status_name).toBe('approved')
  })

  test('requires two different users for two approvals of one step', async () => {
    const id = await raised(6000)
    expect((await decide('approver-group', id, 'approved')).data.status_name).toBe('processing')
    const again = await decide('approver-group', id, 'approved')
    expect([again.status, again.message]).toEqual([
      403,
      'You already approved the step “Two” of this request, and no one can approve the same request twice.',
    ])
    expect((await decide('approver-dealership', id, 'approved')).data.status_name).toBe('approved')
  })

  test('accepts exactly one of many simultaneous last approvals', async () => {
    const id = await raised(6000)
    await decide('approver-group', id, 'approved')
    const clients = await Promise.all(
      (['approver-dealership', 'approver-department', 'everyone'] as const).map((name) => world.as(name, 'approver')),
    )
    const [one] = clients
    const version = (await one?.call(endpoints.detail, { params: { id } }))?.data.version
    const calls = Array.from({ length: 30 }, (_, index) =>
      clients[index % clients.length]?.call(endpoints.changeStatus, {
        params: { id },
        body: { status_id: 3, version },
      }),
    )
    const statuses = (await Promise.all(calls)).map((reply) => reply?.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect((await approvalOf(id))?.steps[0]?.approved_by).toHaveLength(2)
  })

  test('uses the fallback approver when no one has the step’s title', async () => {
    const id = await raised(100, { purpose_id: 5 })
    expect(await approvalOf(id)).toMatchObject({ rule: 'Owner', current: 0, on_fallback: true })
    expect((await decide('approver-department', id, 'approved')).data.status_name).toBe('approved')
  })

  test('ends the approval chain when a request is sent back, and restarts it after resubmission', async () => {
    const id = await raised(12_000)
    await decide('approver-dealership', id, 'approved')
    expect((await decide('approver-group', id, 'sendback', 'Attach the invoice')).status).toBe(201)
    expect(await approvalOf(id, 'approver-department')).toMatchObject({
      current: null,
      on_fallback: false,
      is_stuck: false,
      refusal: null,
      steps: [{ approved_by: [{ name: 'approver-dealership Tester' }], can_act: [] }, { can_act: [] }],
    })
    const requester = await world.as('requester-department')
    const { version } = (await requester.call(endpoints.detail, { params: { id } })).data
    const body = { ...bodyAt(world.ids, place, { amount: 12_000, payee_name_1: 'Once more' }), version }
    expect((await requester.call(endpoints.update, { params: { id }, body })).status).toBe(200)
    expect(await approvalOf(id)).toMatchObject({ current: 0, steps: [{ approved_by: [] }, { approved_by: [] }] })
    expect((await decide('approver-dealership', id, 'approved')).data.status_name).toBe('processing')
  })

  test('restarts the chain when a sent-back request is resubmitted unchanged', async () => {
    const id = await raised(12_000)
    await decide('approver-dealership', id, 'approved')
    await decide('approver-group', id, 'sendback', 'Attach the invoice')
    const requester = await world.as('requester-department')
    const body = { status_id: 1, note: 'It is attached' }
    expect((await requester.call(endpoints.changeStatus, { params: { id }, body })).status).toBe(201)
    expect(await approvalOf(id)).toMatchObject({ current: 0, steps: [{ approved_by: [] }, { approved_by: [] }] })
  })

  test('applies no policy to earlier requests or to other dealer groups', async () => {
    expect(await approvalOf(beforePolicy)).toBeNull()
    expect((await decide('approver-department', beforePolicy, 'approved')).data.status_name).toBe('approved')
    const { id } = await raise(world, 'requester-eastside', 'EAS/KIA/SVC')
    const client = await world.as('approver-eastside')
    expect((await client.call(approvalEndpoints.approval, { params: { id } })).data).toBeNull()
  })

  test('keeps the audit trail intact after a request is deleted, and detects changed routes', async () => {
    const id = await raised(12_000)
    expect((await (await world.as('requester-department')).call(endpoints.remove, { params: { id } })).status).toBe(200)
    expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
    await world.database.transact((trx) => trx.updateTable('approval_routes').set({ steps: '[]' }).execute())
    expect((await verifyTrail(world.database, null)).intact).toBe(false)
  })

  test('routes a request by the sum of payments to the payee in the last seven days', async () => {
    const payee_name_1 = 'Split Supply'
    const first = await raised(6000, { payee_name_1 })
    expect((await approvalOf(first))?.rule).toBe('Medium')
    const second = await raised(6000, { payee_name_1: ' SPLIT  supply ' })
    expect((await approvalOf(second))?.rule).toBe('Large')
    const weekAgo = moment(world.clock.read() - 8 * 86_400_000)
    await world.database.transact((trx) => trx.updateTable('match_keys').set({ created_at: weekAgo }).execute())
    const later = await raised(6000, { payee_name_1 })
    expect((await approvalOf(later))?.rule).toBe('Medium')
  })
})
