import { delegationEndpoints as endpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmControls } from '../../testing/controls.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../../testing/policies.ts'
import { raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const day = 86_400_000
const zone = 'America/New_York'

onOneDatabase('delegations on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    const manager = await addTitle(world, 'General manager', ['approver-group'])
    await putInForce(world, {
      rules: [
        {
          name: 'Large',
          conditions: { amount_from: 10_000 },
          steps: [{ name: 'General manager', approvers: { approval_title_ids: [manager] } }],
        },
        { name: 'Two', conditions: { amount_from: 5000 }, steps: [{ name: 'Two', approvers: anyone, needed: 2 }] },
      ],
      otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
    })
  })
  afterAll(() => world.close())

  const today = () => datesIn(zone)(world.clock.read())
  const as = (name: PersonName) => world.as(name, 'approver')
  const period = (from = 0, to = 6) => ({ starts_on: addDays(today(), from), ends_on: addDays(today(), to) })
  const make = async (name: PersonName, to: PersonName, changes: object = {}) => {
    const body = { to_id: world.ids.people[to], ...period(), reason: 'Vacation', ...changes }
    return (await world.as(name)).call(endpoints.create, { body })
  }
  const end = async (name: PersonName, id: number) => (await world.as(name)).call(endpoints.remove, { params: { id } })
  let payees = 0
  const raised = async (place: 'NWG/HON/SVC' | 'NWG/TOY/SVC' = 'NWG/HON/SVC') => {
    payees += 1
    const changes = { amount: 20_000, payee_name_1: `Payee ${payees}` }
    return (await raise(world, 'requester-group', place, changes)).id
  }
  const queued = async (name: PersonName) => {
    const client = await as(name)
    const { items, total } = (await client.call(requests.list, { query: { view: 'pending' } })).data
    const { counts } = (await client.call(requests.summary)).data
    expect((counts['1'] ?? 0) + (counts['2'] ?? 0)).toBe(total)
    return items.map(({ id }) => id)
  }
  const detail = async (name: PersonName, id: number) => (await as(name)).call(requests.detail, { params: { id } })
  const approve = async (name: PersonName, id: number) => {
    const { version } = (await detail(name, id)).data
    return (await as(name)).call(requests.changeStatus, { params: { id }, body: { status_id: 3, version } })
  }

  test('shows a delegate only requests that are pending for the absent user, and lets the delegate approve them', async () => {
    const id = await raised()
    const other = (await raise(world, 'requester-group', 'NWG/HON/SVC', { payee_name_1: 'Elsewhere' })).id
    expect((await detail('approver-dealership', id)).status).toBe(404)
    const made = await make('approver-group', 'approver-dealership')
    expect(made.message).toBe('approver-dealership Tester approves for approver-group Tester')
    expect(await queued('approver-dealership')).toEqual(expect.arrayContaining([id, other]))
    expect((await detail('approver-dealership', id)).status).toBe(200)
    const everything = (await (await as('approver-dealership')).call(requests.list, { query: { limit: 100 } })).data
    expect(everything.items.map((item) => item.id)).not.toContain(id)
    const files = await (await as('approver-dealership')).call(attachmentEndpoints.list, { params: { id } })
    expect(files.status).toBe(200)
    const approved = await approve('approver-dealership', id)
    expect(approved.status).toBe(201)
    expect(approved.data).toMatchObject({
      status_name: 'approved',
      changes: [
        { field: 'approval_step', to: 'General manager' },
        { field: 'approved_for', to: 'approver-group Tester' },
      ],
    })
    const { items } = (await (await world.as('admin-group')).call(auditEndpoints.list, { query: { entity_id: id } }))
      .data
    expect(items[0]).toMatchObject({
      actor_name: 'approver-dealership Tester',
      after: { approval_step: 'General manager', approved_for: 'approver-group Tester' },
    })
    // The approval is no longer pending for the absent user, so the delegate can't see it.
    expect((await detail('approver-dealership', id)).status).toBe(404)
    expect(await queued('approver-dealership')).not.toContain(id)
    await end('approver-group', made.data?.id ?? 0)
    expect((await detail('approver-dealership', other)).status).toBe(404)
    expect(await queued('approver-dealership')).not.toContain(other)
  })

  test('hides a request from the delegate who approved it while the step needs another approval', async () => {
    const made = await make('approver-group', 'approver-dealership')
    const changes = { amount: 6000, payee_name_1: 'Two approvals' }
    const { id } = await raise(world, 'requester-group', 'NWG/HON/SVC', changes)
    expect((await approve('approver-dealership', id)).data.status_name).toBe('processing')
    expect((await detail('approver-dealership', id)).status).toBe(404)
    expect(await queued('everyone')).toContain(id)
    const chain = (await (await as('everyone')).call(approvalEndpoints.approval, { params: { id } })).data
    expect(chain?.steps[0]?.approved_by).toMatchObject([
      { name: 'approver-dealership Tester', for: { name: 'approver-group Tester' } },
    ])
    const again = await approve('approver-group', id)
    expect([again.status, again.message]).toEqual([
      403,
      expect.stringContaining('Your delegate already approved the step “Two”'),
    ])
    await end('approver-group', made.data?.id ?? 0)
  })

  test('hides requests that the absent user created and requests that the delegate already approved', async () => {
    const body = { to_id: world.ids.people['approver-dealership'], ...period(), reason: 'Vacation' }
    const forEveryone = await (await as('everyone')).call(endpoints.create, { body })
    const own = (await raise(world, 'everyone', 'NWG/HON/SVC', { payee_name_1: 'Of the absent person' })).id
    expect((await detail('approver-dealership', own)).status).toBe(404)
    expect(await queued('approver-dealership')).not.toContain(own)
    const forManager = await make('approver-group', 'approver-dealership')
    const changes = { amount: 6000, payee_name_1: 'For two who are absent' }
    const { id } = await raise(world, 'requester-group', 'NWG/HON/SVC', changes)
    expect((await approve('approver-dealership', id)).data.status_name).toBe('processing')
    expect((await detail('approver-dealership', id)).status).toBe(404)
    expect(await queued('approver-dealership')).not.toContain(id)
    await end('approver-group', forManager.data?.id ?? 0)
    await end('everyone', forEveryone.data?.id ?? 0)
  })

  test('applies a delegation only to the chosen dealerships', async () => {
    const honda = await raised()
    const toyota = await raised('NWG/TOY/SVC')
    const made = await make('approver-group', 'approver-department', {
      dealership_ids: [world.ids.places['NWG/TOY']],
    })
    expect(await queued('approver-department')).toContain(toyota)
    expect(await queued('approver-department')).not.toContain(honda)
    expect((await detail('approver-department', toyota)).status).toBe(200)
    expect((await detail('approver-department', honda)).status).toBe(404)
    await end('approver-department', made.data?.id ?? 0)
    expect(await queued('approver-department')).not.toContain(toyota)
  })

  test('bars a delegate from a request that the delegate created', async () => {
    const made = await make('approver-group', 'everyone')
    const own = (await raise(world, 'everyone', 'NWG/TOY/SVC', { amount: 20_000, payee_name_1: 'Own' })).id
    expect(await queued('everyone')).not.toContain(own)
    const reply = await approve('everyone', own)
    expect([reply.status, reply.message]).toEqual([403, expect.stringContaining('separation of duties')])
    expect(await queued('approver-group')).toContain(own)
    await end('approver-group', made.data?.id ?? 0)
  })

  test('lets an admin choose another user, but not themselves, as the delegate of an absent user', async () => {
    const from_id = world.ids.people['approver-group']
    const made = await make('admin-group', 'approver-dealership', { from_id, reason: 'Ill' })
    expect(made.status).toBe(201)
    expect(made.data).toBeNull()
    await confirmControls(world)
    const { data } = await (await world.as('approver-dealership')).call(endpoints.list)
    const ill = data.find(({ reason }) => reason === 'Ill')
    expect(ill?.created_by.name).toBe('admin-group Tester')
    expect((await (await world.as('approver-department')).call(endpoints.list)).data).toEqual([])
    expect((await end('admin-group', ill?.id ?? 0)).status).toBe(200)
    const client = await world.as('everyone', 'admin')
    const body = { from_id, to_id: world.ids.people.everyone, ...period(), reason: 'Ill' }
    const refused = await client.call(endpoints.create, { body })
    expect([refused.status, refused.error?.fields]).toEqual([
      422,
      { to_id: 'You can’t make yourself a delegate. Ask another admin to do it.' },
    ])
  })

  test.each([
    [
      'to the absent user',
      'approver-group',
      {},
      'to_id',
      'You can’t delegate approvals to the same person. Choose another approver.',
    ],
    ['to a requester', 'requester-group', {}, 'to_id', 'Choose another approver in the same dealer group.'],
    [
      'to an approver of another group',
      'approver-eastside',
      {},
      'to_id',
      'Choose another approver in the same dealer group.',
    ],
    [
      'that ends before it begins',
      'approver-dealership',
      between(5, 1),
      'ends_on',
      'The last day is before the first day. Choose a later one.',
    ],
    [
      'that has already ended',
      'approver-dealership',
      between(-5, -1),
      'ends_on',
      'The last day has passed. Choose today or a later day.',
    ],
    [
      'longer than a year',
      'approver-dealership',
      between(0, 366),
      'ends_on',
      'A delegation can last up to a year. Choose an earlier last day.',
    ],
    ['for unknown dealerships', 'approver-dealership', { dealership_ids: [999] }, 'dealership_ids', expect.any(String)],
  ] as const)('refuses a delegation %s', async (_, to, changes, field, sentence) => {
    const { from, until, ...others } = changes as { from?: number; until?: number }
    const days = from === undefined ? {} : period(from, until)
    const reply = await make('approver-group', to, { ...others, ...days })
    expect([reply.status, reply.error?.fields]).toEqual([422, { [field]: sentence }])
  })

  test('refuses to create or end a delegation for another user', async () => {
    const from_id = world.ids.people['approver-group']
    const reply = await make('approver-dealership', 'approver-department', { from_id })
    expect([reply.status, reply.message]).toEqual([
      403,
      'Only admins can delegate approvals for other users. Ask an admin.',
    ])
    const made = await make('approver-group', 'approver-dealership')
    expect((await end('approver-department', made.data?.id ?? 0)).status).toBe(404)
    expect((await end('approver-eastside', made.data?.id ?? 0)).status).toBe(404)
    expect((await end('approver-group', made.data?.id ?? 0)).status).toBe(200)
  })

  test('shows the delegate next to the absent user in the chain, and detects a changed delegation in the audit trail', async () => {
    const id = await raised()
    const made = await make('approver-group', 'approver-dealership')
    const approval = (await (await as('approver-group')).call(approvalEndpoints.approval, { params: { id } })).data
    expect(approval?.steps[0]?.can_act.map(({ name }) => name)).toEqual([
      'approver-group Tester',
      'approver-dealership Tester',
    ])
    expect(await verifyTrail(world.database, null)).toMatchObject({ intact: true, mismatches: [] })
    await world.database.transact((trx) =>
      trx
        .updateTable('delegations')
        .set({ to_id: world.ids.people.everyone })
        .where('id', '=', made.data?.id ?? 0)
        .execute(),
    )
    expect((await verifyTrail(world.database, null)).intact).toBe(false)
  })

  test('applies a delegation from the first day through the last in the group’s time zone', async () => {
    const id = await raised()
    const made = await make('approver-group', 'approver-dealership', period(2, 3))
    expect(made.data?.is_in_force).toBe(false)
    const sees = async () => {
      const client = await world.logIn(emailOf('approver-dealership'))
      const { items } = (await client.call(requests.list, { query: { view: 'pending' } })).data
      return [items.some((item) => item.id === id), (await client.call(requests.detail, { params: { id } })).status]
    }
    expect(await sees()).toEqual([false, 404])
    world.clock.advance(2 * day)
    expect(await sees()).toEqual([true, 200])
    world.clock.advance(2 * day)
    expect(await sees()).toEqual([false, 404])
  })
})

function between(from: number, until: number) {
  return { from, until }
}
