import { delegationEndpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmBy } from '../testing/accounts.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { expectQueuesToAgree, queueOf } from '../testing/queues.ts'
import { bodyAt, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { checkQueues } from './commands/check-queue.ts'

const approvers = ['approver-group', 'approver-dealership', 'approver-department', 'everyone'] as const
const places = ['NWG/TOY/SVC', 'NWG/TOY/SAL', 'NWG/HON/SVC'] as const

onBothDatabases('approver queue on $name', (kind) => {
  let world: World
  let titles: { controller: number; manager: number }
  beforeAll(async () => {
    world = await startWorld(kind)
    for (const place of places) await raise(world, 'requester-group', place)
    await raise(world, 'everyone', 'NWG/TOY/SVC')
    const controller = await addTitle(world, 'Controller', ['approver-dealership'])
    const manager = await addTitle(world, 'General manager', ['approver-group'])
    titles = { controller, manager }
    const step = (name: string, title: number) => ({ name, approvers: { approval_title_ids: [title] } })
    await putInForce(world, {
      rules: [
        {
          name: 'Large',
          conditions: { amount_from: 10_000 },
          steps: [step('Controller', controller), step('General manager', manager)],
        },
        { name: 'Medium', conditions: { amount_from: 5000 }, steps: [{ name: 'Two', approvers: anyone, needed: 2 }] },
      ],
      otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
    })
  })
  afterAll(() => world.close())

  const clientOf = (name: PersonName) => world.as(name, 'approver')
  const queued = (name: PersonName) => queueOf(world, name)
  const agree = () => expectQueuesToAgree(world, approvers)
  let payees = 0
  const raised = async (
    amount: number,
    place: (typeof places)[number] = 'NWG/TOY/SVC',
    name: PersonName = 'requester-group',
  ) => {
    payees += 1
    return (await raise(world, name, place, { amount, payee_name_1: `Payee ${payees}` })).id
  }
  const decide = async (name: PersonName, id: number, status_id: number) => {
    const client = await clientOf(name)
    const { version } = (await client.call(endpoints.detail, { params: { id } })).data
    const reply = await client.call(endpoints.changeStatus, {
      params: { id },
      body: { status_id, version, note: 'So' },
    })
    expect([reply.status, reply.message]).toEqual([201, expect.any(String)])
  }

  test('queues requests older than the policy for all approvers in scope except participants', async () => {
    await agree()
    expect((await queued('approver-group')).total).toBe(4)
    expect((await queued('everyone')).total).toBe(3)
    const [first] = (await queued('approver-department')).ids
    await decide('approver-department', first as number, 3)
    await agree()
  })

  test('queues a request only for the approvers of its current step until the last step', async () => {
    const id = await raised(12_000)
    await agree()
    expect((await queued('approver-dealership')).ids).toContain(id)
    expect((await queued('approver-group')).ids).not.toContain(id)
    await decide('approver-dealership', id, 3)
    await agree()
    expect((await queued('approver-dealership')).ids).not.toContain(id)
    expect((await queued('approver-group')).ids).toContain(id)
    await decide('approver-group', id, 3)
    await agree()
    expect((await queued('approver-group')).ids).not.toContain(id)
  })

  test('removes a request from the queue of the user who approved it while the step needs a second approval', async () => {
    const id = await raised(6000, 'NWG/HON/SVC')
    await decide('approver-group', id, 2)
    await agree()
    await decide('approver-group', id, 3)
    await agree()
    expect((await queued('everyone')).ids).toContain(id)
  })

  test('removes requests that are sent back, rejected, or deleted, and adds resubmitted requests', async () => {
    const id = await raised(100)
    await decide('approver-group', id, 9)
    await agree()
    const requester = await world.as('requester-group')
    const { version } = (await requester.call(endpoints.detail, { params: { id } })).data
    const body = { ...bodyAt(world.ids, 'NWG/TOY/SAL', { amount: 12_000, payee_name_1: 'Once more' }), version }
    expect((await requester.call(endpoints.update, { params: { id }, body })).status).toBe(200)
    await agree()
    expect((await queued('approver-dealership')).ids).toContain(id)
    await decide('approver-dealership', id, 8)
    await agree()
    const other = await raised(100)
    expect((await requester.call(endpoints.remove, { params: { id: other } })).status).toBe(200)
    await agree()
  })

  test('updates queues when a user gains or loses a title, and adds the fallback if too few approvers are left', async () => {
    const id = await raised(20_000)
    const admin = await world.as('admin-group')
    const hold = async (name: PersonName, ids: number[]) => {
      await admin.call(approvalEndpoints.holdTitles, {
        params: { id: world.ids.people[name] },
        body: { titles: ids.map((approval_title_id) => ({ approval_title_id })) },
      })
      await confirmBy(await world.as('everyone', 'admin'), world.ids.people[name])
    }
    await hold('approver-department', [titles.controller])
    await agree()
    expect((await queued('approver-department')).ids).toContain(id)
    await hold('approver-department', [])
    await hold('approver-dealership', [])
    const seen = await (await clientOf('approver-group')).call(endpoints.list, { query: { view: 'pending' } })
    const again = { query: { view: 'pending' }, headers: { 'if-none-match': String(seen.headers.etag) } } as const
    expect((await (await clientOf('approver-group')).call(endpoints.list, again)).status).toBe(304)
    await checkQueues(world.services)
    expect((await (await clientOf('approver-group')).call(endpoints.list, again)).status).toBe(200)
    await agree()
    expect((await queued('approver-group')).ids).toContain(id)
    await hold('approver-dealership', [titles.controller])
    await checkQueues(world.services)
    await agree()
    expect((await queued('approver-group')).ids).not.toContain(id)
  })

  test('removes a request from the delegate’s queue after the absent user gives one of two approvals', async () => {
    const [absent, deputy] = ['approver-dealership', 'approver-department'] as const
    const both = { user_ids: [world.ids.people[absent], world.ids.people['approver-group']] }
    await putInForce(world, { rules: [], otherwise: { steps: [{ name: 'Both', approvers: both, needed: 2 }] } })
    const id = await raised(700, 'NWG/TOY/SAL')
    const period = { starts_on: '2026-01-01', ends_on: '2026-12-31', reason: 'Away' }
    const body = { to_id: world.ids.people[deputy], ...period }
    expect((await (await clientOf(absent)).call(delegationEndpoints.create, { body })).status).toBe(201)
    await agree()
    expect((await queued(deputy)).ids).toContain(id)
    await decide(absent, id, 3)
    expect((await queued(deputy)).ids).not.toContain(id)
    await agree()
  })

  test('queues a request for approvers of a dealer group without a policy', async () => {
    const { id } = await raise(world, 'requester-eastside', 'EAS/KIA/SVC')
    const client = await world.as('approver-eastside')
    const { data } = await client.call(endpoints.list, { query: { view: 'pending' } })
    expect(data.items.map((item) => item.id)).toEqual([id])
  })
})
