import { delegationEndpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { approvalEndpoints as endpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmBy } from '../testing/accounts.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { emailOf, type PersonName } from '../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { expectQueuesToAgree } from '../testing/queues.ts'
import { type CreateBody, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { checkQueues } from './commands/check-queue.ts'

const approvers = ['approver-group', 'approver-department', 'everyone'] as const
const place = 'NWG/TOY/SVC'
const one = { steps: [{ name: 'Approval', approvers: anyone }] }

onOneDatabase('pending requests on $name', (kind) => {
  let world: World
  let controller: number
  beforeAll(async () => {
    world = await startWorld(kind)
    controller = await addTitle(world, 'Controller', ['approver-dealership'])
    await putInForce(world, {
      rules: [
        {
          name: 'Large',
          conditions: { amount_from: 10_000 },
          steps: [
            { name: 'Controller', approvers: { approval_title_ids: [controller] } },
            { name: 'Second look', approvers: anyone },
          ],
        },
        {
          name: 'Sales',
          conditions: { department_ids: [world.ids.places['NWG/TOY/SAL']], amount_from: 5000 },
          steps: [{ name: 'Two', approvers: anyone, needed: 2 }],
        },
      ],
      otherwise: one,
    })
  })
  afterAll(() => world.close())

  let payees = 0
  const raised = async (
    amount = 12_000,
    changes: Partial<CreateBody> = {},
    at: 'NWG/TOY/SVC' | 'NWG/TOY/SAL' = place,
  ) => {
    payees += 1
    return (await raise(world, 'requester-group', at, { amount, payee_name_1: `Payee ${payees}`, ...changes })).id
  }
  const chainOf = async (id: number, name: PersonName = 'approver-group') => {
    const reply = await (await world.as(name, 'approver')).call(endpoints.approval, { params: { id } })
    expect(reply.status).toBe(200)
    return reply.data
  }
  const approve = async (name: PersonName, id: number) => {
    const client = await world.as(name, 'approver')
    const { version } = (await client.call(requests.detail, { params: { id } })).data
    return client.call(requests.changeStatus, { params: { id }, body: { status_id: 3, version } })
  }
  const admin = () => world.as('admin-group', 'admin')
  const standIn = async (name: PersonName, to: PersonName) => {
    const body = { to_id: world.ids.people[to], starts_on: '2026-01-01', ends_on: '2026-12-31', reason: 'Leave' }
    const reply = await (await world.as(name, 'approver')).call(delegationEndpoints.create, { body })
    expect(reply.status).toBe(201)
    return reply.data?.id ?? 0
  }
  const endStandingIn = async (...ids: number[]) => {
    for (const id of ids) await (await admin()).call(delegationEndpoints.remove, { params: { id } })
  }
  const agree = async () => {
    await checkQueues(world.services)
    await expectQueuesToAgree(world, approvers)
  }

  test('keeps the steps of pending requests when another policy is published', async () => {
    const id = await raised()
    const before = await chainOf(id)
    const draft = await (await admin()).call(endpoints.draft, { params: { id: world.ids.places.NWG } })
    const { rules, fallback, otherwise } = draft.data.policy
    await putInForce(world, { rules: [], otherwise: one })
    expect(await chainOf(id)).toEqual(before)
    expect(before?.refusal).toBe('This request is waiting for the step “Controller”: approver-dealership Tester.')
    expect(await chainOf(await raised())).toMatchObject({ policy_number: 2, rule: null })
    await agree()
    await putInForce(world, { rules, otherwise, fallback })
  })

  test('doesn’t pass an absent user’s requests on to a delegate’s delegate', async () => {
    const id = await raised()
    const first = await standIn('approver-dealership', 'approver-department')
    expect((await chainOf(id))?.refusal).toBe(
      'This request is waiting for the step “Controller”: approver-dealership Tester or approver-department Tester (for approver-dealership Tester).',
    )
    const second = await standIn('approver-department', 'approver-group')
    const refusal = (await chainOf(id))?.refusal
    expect(refusal).toContain('approver-dealership Tester')
    expect(refusal).not.toContain('approver-group Tester')
    await agree()
    await endStandingIn(first, second)
  })

  test('deletes the requests of a deleted department, and rejects drafts with rules for that department', async () => {
    const inSales = await raised(6000, {}, 'NWG/TOY/SAL')
    const elsewhere = await raised(6000)
    expect((await chainOf(inSales))?.rule).toBe('Sales')
    const departmentId = world.ids.places['NWG/TOY/SAL']
    await (await admin()).call(organizationEndpoints.removeDepartment, { params: { id: departmentId } })
    const gone = await (await world.as('approver-group')).call(requests.detail, { params: { id: inSales } })
    expect([gone.status, gone.message]).toEqual([404, 'This check request doesn’t exist, or you have no access to it.'])
    expect((await chainOf(elsewhere))?.rule).toBeNull()
    await agree()
    const params = { id: world.ids.places.NWG }
    const { data } = await (await admin()).call(endpoints.draft, { params })
    const saved = await (await admin()).call(endpoints.saveDraft, { params, body: { ...data.policy } as never })
    expect(saved.error.fields).toEqual({
      'rules.1.conditions.department_ids': 'A department listed here no longer exists. Remove it.',
    })
  })

  test('waits for the fallback approver while no one has the step’s title', async () => {
    const id = await raised()
    const hold = async (titles: { approval_title_id: number }[]) => {
      const params = { id: world.ids.people['approver-dealership'] }
      await (await admin()).call(endpoints.holdTitles, { params, body: { titles } })
      await confirmBy(await world.as('everyone', 'admin'), params.id)
    }
    await hold([])
    expect(await chainOf(id)).toMatchObject({ current: 0, on_fallback: true, is_stuck: false, refusal: null })
    await agree()
    await hold([{ approval_title_id: controller }])
    expect(await chainOf(id)).toMatchObject({ current: 0, on_fallback: false })
    expect((await chainOf(id))?.refusal).toBe(
      'This request is waiting for the step “Controller”: approver-dealership Tester.',
    )
    await agree()
  })

  test('waits for the fallback approver when an approver is deleted, and keeps approvals by deleted users', async () => {
    const [waiting, approved] = [await raised(), await raised()]
    expect((await approve('approver-dealership', approved)).data.status_name).toBe('processing')
    const body = { email: emailOf('approver-dealership') }
    expect((await (await admin()).call(userEndpoints.remove, { body })).status).toBe(200)
    expect(await chainOf(waiting)).toMatchObject({ current: 0, on_fallback: true, is_stuck: false, refusal: null })
    expect(await chainOf(approved)).toMatchObject({
      current: 1,
      steps: [{ approved_by: [{ name: 'approver-dealership Tester' }] }, { approved_by: [] }],
    })
    await agree()
    expect((await approve('approver-group', approved)).data.status_name).toBe('approved')
  })
})
