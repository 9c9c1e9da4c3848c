import type { RoleName } from '@check-requests/domain/access/roles.ts'
import { delegationEndpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import type { StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import { runs, seed } from '@check-requests/domain/testing/random.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { type OneSession, oneSession } from '../testing/one-session.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { expectQueuesToAgree } from '../testing/queues.ts'
import { bodyAt, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { checkQueues } from './commands/check-queue.ts'

const approvers = ['approver-group', 'approver-dealership', 'approver-department', 'everyone'] as const
const places = ['NWG/TOY/SVC', 'NWG/TOY/SAL', 'NWG/HON/SVC'] as const
const [approved, rejected, sentBack, processing] = [3, 8, 9, 2] as const

const who = fc.constantFrom(...approvers)
const which = fc.nat({ max: 11 })
type Hat = 'requester' | 'admin'

/** The user actions on and around requests. `which` selects a request, counting from the oldest. */
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
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('resubmit' as const),
      which,
      large: fc.boolean(),
      isStopped: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold-title' as const), who, has: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stand-in' as const), who, other: who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('return' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('publish' as const), needed: fc.constantFrom(1, 2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('route-anew' as const), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('change-hats' as const),
      which,
      hat: fc.constantFrom<Hat[]>('requester', 'admin'),
      raises: fc.boolean(),
      next: fc.constantFrom<RoleName[]>('approver', 'approver', 'processor', 'admin'),
      to: fc.constantFrom(approved, approved, rejected, sentBack),
    }),
  },
)
const whatHasToHappen = [
  ...['change-hats', 'decide', 'hold-title', 'publish', 'resubmit', 'return', 'route-anew', 'stand-in'],
  ...['edited as admin', 'edited as requester', 'refused as approver', 'refused as processor', 'refused as admin'],
]
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

/** The fixed beginning of each sequence, which guarantees that every required event occurs. */
const beginning: readonly Act[] = [
  ...[1, 3, 5, 7, 9, 11].map((which): Act => ({ kind: 'decide', who: 'approver-group', which, to: approved })),
  ...(['approver', 'processor', 'admin'] as const).map(
    (next): Act => ({ kind: 'change-hats', which: 0, hat: 'requester', raises: true, next, to: approved }),
  ),
  { kind: 'change-hats', which: 12, hat: 'requester', raises: false, next: 'approver', to: sentBack },
  { kind: 'change-hats', which: 2, hat: 'admin', raises: false, next: 'approver', to: sentBack },
  { kind: 'hold-title', who: 'everyone', has: true },
  { kind: 'stand-in', who: 'approver-group', other: 'approver-dealership' },
  { kind: 'return' },
  { kind: 'publish', needed: 2 },
  { kind: 'route-anew', which: 4 },
  // A second approval by the same user must be refused.
  ...(['approver-dealership', 'approver-dealership', 'approver-group'] as const).map(
    (who): Act => ({ kind: 'decide', who, which: 4, to: approved }),
  ),
  { kind: 'resubmit', which: 4, large: true, isStopped: true },
  { kind: 'decide', who: 'approver-dealership', which: 6, to: sentBack },
  { kind: 'resubmit', which: 6, large: false, isStopped: false },
]
const drawn = runs({ gate: 24, nightly: 400 })

onBothDatabases(`approvals on $name in ${drawn.numRuns} random sequences of user actions from seed ${seed}`, (kind) => {
  let world: World
  let controller: number
  let session: OneSession
  const requests: number[] = []
  /** The requests that user 'everyone', who has all roles, created or edited. */
  const byEveryone = new Set<number>()
  const done = new Map<string, number>()
  const count = (what: string) => done.set(what, (done.get(what) ?? 0) + 1)
  beforeAll(async () => {
    world = await startWorld(kind)
    controller = await addTitle(world, 'Controller', ['approver-dealership'])
    session = await oneSession(world, 'everyone')
    await publish(1)
    for (let index = 0; index < 12; index += 1) {
      const changes = { amount: index % 2 === 0 ? 12_000 + index : 100 + index, payee_name_1: `Payee ${index}` }
      const requester = index % 4 === 3 ? 'everyone' : 'requester-group'
      requests.push((await raise(world, requester, places[index % 3] as (typeof places)[number], changes)).id)
      if (requester === 'everyone') byEveryone.add(requestAt(index))
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
  const requestAt = (which: number) => requests[which % requests.length] as number
  type Doing = { readonly [Kind in Act['kind']]: (one: Extract<Act, { kind: Kind }>) => Promise<{ status: number }> }
  const doing: Doing = {
    decide: async ({ who: name, which: at, to }) => decide(await world.as(name, 'approver'), requestAt(at), to),
    resubmit: async ({ which: at, large, isStopped }) => {
      const id = requestAt(at)
      if (isStopped) await decide(await world.as('processor-group'), id, sentBack)
      return edit(await world.as('requester-group', 'requester'), id, large ? 15_000 + id : 200 + id)
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
      return (await admin()).call(approvalEndpoints.routeAgain, { params: { id }, body })
    },
    'change-hats': async ({ which: at, hat, raises, next, to }) => {
      const id = raises ? await raiseAs(hat) : await editAs(hat, requestAt(at))
      const reply = await decide(await session.inRole(next), id, to)
      const isBarred = next === 'approver' ? byEveryone.has(id) : to === approved
      if (!isBarred) return reply
      expect([id, hat, next, to, reply.status]).toEqual([id, hat, next, to, expect.toBeOneOf([403, 409])])
      if (reply.status === 403) count(`refused as ${next}`)
      return { status: 200 }
    },
  }

  async function decide(client: Client, id: number, to: StatusId) {
    const body = { status_id: to, version: await versionOf(id), note: 'Because' }
    const reply = await client.call(endpoints.changeStatus, { params: { id }, body })
    if (reply.status < 300 && (await expectStepsOf(id))) count('approved')
    return reply
  }

  async function edit(client: Client, id: number, amount: number) {
    const body = {
      ...bodyAt(world.ids, 'NWG/TOY/SVC', { amount, payee_name_1: `Other ${id}` }),
      version: await versionOf(id),
    }
    return client.call(endpoints.update, { params: { id }, body })
  }

  /** Creates a request for the caller or, as an admin, enters it for another user. */
  async function raiseAs(hat: Hat): Promise<number> {
    const other = hat === 'admin' ? { requester_id: world.ids.people['requester-group'] } : {}
    const body = bodyAt(world.ids, 'NWG/TOY/SVC', { payee_name_1: `Payee ${requests.length}`, ...other })
    const { status, data } = await (await session.inRole(hat)).call(endpoints.create, { body })
    expect(status).toBe(201)
    requests.push(data.id)
    byEveryone.add(data.id)
    return data.id
  }

  /** Edits a request, after sending it back first if needed and acting as an admin if allowed. */
  async function editAs(hat: Hat, id: number): Promise<number> {
    await decide(await session.inRole('processor'), id, sentBack)
    await decide(hat === 'admin' ? await session.inRole('approver') : await world.as('approver-group'), id, sentBack)
    const { status } = await edit(await session.inRole(hat), id, 300 + id)
    if (status < 300) count(`edited as ${hat}`)
    if (status < 300) byEveryone.add(id)
    return id
  }

  async function versionOf(id: number): Promise<number> {
    return (await (await admin()).call(endpoints.detail, { params: { id } })).data.version
  }

  /**
   * Checks that an approved request has enough approvers for each step, and that all approvers are different users and
   * not the requester.
   */
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
    if (byEveryone.has(id)) expect(people).not.toContain(world.ids.people.everyone)
    return true
  }

  test('approves only requests with all steps approved, and shows approvers exactly the requests that they can decide', {
    timeout: 600_000,
  }, async () => {
    const acts = [...beginning, ...fc.sample(act, drawn)]
    for (const [index, one] of acts.entries()) {
      const { status } = await doing[one.kind](one as never)
      expect([index, one, status < 500]).toEqual([index, one, true])
      if (status < 300) count(one.kind)
      await checkQueues(world.services)
      if (index % 8 === 7) await expectQueuesToAgree(world, approvers)
    }
    await Promise.all(requests.map(expectStepsOf))
    expect(done.get('approved')).toBeGreaterThan(5)
    expect([...done.keys()]).toEqual(expect.arrayContaining(whatHasToHappen))
  })
})
