import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { delegationEndpoints } from '@check-requests/domain/delegations/endpoints.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../testing/databases.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { expectQueuesToAgree } from '../testing/queues.ts'
import { bodyAt, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { checkQueues } from './commands/check-queue.ts'

const approvers = ['approver-group', 'approver-dealership', 'approver-department', 'everyone'] as const
const places = ['NWG/TOY/SVC', 'NWG/TOY/SAL', 'NWG/HON/SVC'] as const
const [approved, rejected, sentBack, processing] = [3, 8, 9, 2]

const who = fc.constantFrom(...approvers)
const which = fc.nat({ max: 11 })

/** What people do to requests and around them. `which`: a request, counted from the oldest. */
const act = fc.oneof(
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('decide' as const), who, which, to: fc.constant(approved) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      who,
      which,
      to: fc.constantFrom(rejected, sentBack, sentBack, processing),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('resubmit' as const), which, large: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold-title' as const), who, has: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stand-in' as const), who, other: who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('return' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('publish' as const), needed: fc.constantFrom(1, 2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('route-anew' as const), which }) },
)
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

describe.each(databases)('whatever people do under a policy on $name', (kind) => {
  let world: World
  let controller: number
  const requests: number[] = []
  beforeAll(async () => {
    world = await startWorld(kind)
    controller = await addTitle(world, 'Controller', ['approver-dealership'])
    await publish(1)
    for (let index = 0; index < 12; index += 1) {
      const changes = { amount: index % 2 === 0 ? 12_000 + index : 100 + index, payee_name_1: `Payee ${index}` }
      const requester = index % 4 === 3 ? 'everyone' : 'requester-group'
      requests.push((await raise(world, requester, places[index % 3] as (typeof places)[number], changes)).id)
    }
  })
  afterAll(() => world.close())

  const publish = (needed: number) =>
    putInForce(world, {
      rules: [
        {
          name: 'Large',
          conditions: { amount_from: 10_000 },
          steps: [
            { name: 'Controller', approvers: { approval_title_ids: [controller] } },
            { name: 'Two more', approvers: anyone, needed },
          ],
        },
      ],
      otherwise: { steps: [{ name: 'Approval', approvers: anyone, needed }] },
    })

  const admin = () => world.as('admin-group', 'admin')
  const requestAt = (which: number) => requests[which] as number
  type Doing = { readonly [Kind in Act['kind']]: (one: Extract<Act, { kind: Kind }>) => Promise<{ status: number }> }
  const doing: Doing = {
    decide: async ({ who: name, which: at, to }) => {
      const id = requestAt(at)
      const body = { status_id: to, version: await versionOf(id), note: 'Because' }
      return (await world.as(name, 'approver')).call(endpoints.changeStatus, { params: { id }, body })
    },
    resubmit: async ({ which: at, large }) => {
      const id = requestAt(at)
      const changes = { amount: large ? 15_000 + id : 200 + id, payee_name_1: `Other ${id}` }
      const body = { ...bodyAt(world.ids, 'NWG/TOY/SVC', changes), version: await versionOf(id) }
      return (await world.as('requester-group', 'requester')).call(endpoints.update, { params: { id }, body })
    },
    'hold-title': async ({ who: name, has }) => {
      const titles = has ? [{ approval_title_id: controller }] : []
      const params = { id: world.ids.people[name] }
      return (await admin()).call(approvalEndpoints.holdTitles, { params, body: { titles } })
    },
    'stand-in': async ({ who: name, other }) => {
      const body = { to_id: world.ids.people[other], starts_on: '2026-01-01', ends_on: '2026-12-31', reason: 'Away' }
      return (await world.as(name, 'approver')).call(delegationEndpoints.create, { body })
    },
    return: async () => {
      const [first] = (await (await admin()).call(delegationEndpoints.list)).data
      return (await admin()).call(delegationEndpoints.remove, { params: { id: first?.id ?? 999_999 } })
    },
    publish: async ({ needed }) => {
      await publish(needed)
      return { status: 201 }
    },
    'route-anew': async ({ which: at }) => {
      const id = requestAt(at)
      const body = { version: await versionOf(id), reason: 'The policy has changed' }
      return (await admin()).call(approvalEndpoints.routeAnew, { params: { id }, body })
    },
  }

  async function versionOf(id: number): Promise<number> {
    return (await (await admin()).call(endpoints.detail, { params: { id } })).data.version
  }

  /** What is approved has all of its steps, each by as many people as it needs, and nobody twice, nor the requester. */
  async function expectStepsOf(id: number): Promise<boolean> {
    const client = await admin()
    const { data } = await client.call(endpoints.detail, { params: { id } })
    if (data.status_id !== approved) return false
    const chain = (await client.call(approvalEndpoints.approval, { params: { id } })).data
    expect(chain?.current).toBeNull()
    const people = (chain?.steps ?? []).flatMap((step) => {
      expect([id, step.name, step.approved_by.length >= step.needed]).toEqual([id, step.name, true])
      return step.approved_by.flatMap((by) => [by.user_id, ...(by.for ? [by.for.id] : [])])
    })
    expect(people.length).toBeGreaterThan(0)
    expect(new Set(people).size).toBe(people.length)
    expect(people).not.toContain(data.requester_id)
    return true
  }

  test('approves nothing without its steps, and shows each approver exactly what they can decide', async () => {
    const done: Record<string, number> = {}
    const acts = fc.sample(act, { numRuns: 100, seed: 20_261_123 })
    for (const [index, one] of acts.entries()) {
      const { status } = await doing[one.kind](one as never)
      expect([index, one, status < 500]).toEqual([index, one, true])
      if (status < 300) done[one.kind] = (done[one.kind] ?? 0) + 1
      await checkQueues(world.services)
      if (index % 5 === 4) await expectQueuesToAgree(world, approvers)
    }
    const ended = await Promise.all(requests.map(expectStepsOf))
    expect(ended.filter(Boolean).length).toBeGreaterThan(2)
    expect(Object.keys(done).sort()).toEqual(
      ['decide', 'hold-title', 'publish', 'resubmit', 'return', 'route-anew', 'stand-in'].sort(),
    )
  })
})
