import { approvalEndpoints as endpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as requests } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName, PlaceName } from '../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { bodyAt, type CreateBody, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const one = { steps: [{ name: 'Approval', approvers: anyone }] }
const again = [{ name: 'Again', approvers: anyone }]
const toPeople = { payee_type: 'individual', payee_sub_type: 'customer' } as const

onOneDatabase('policy in force on $name', (kind) => {
  let world: World
  let manager: number
  beforeAll(async () => {
    world = await startWorld(kind)
    const toyota = world.ids.places['NWG/TOY']
    manager = await addTitle(world, 'General manager', [])
    await hold('approver-group', [{ approval_title_id: manager, dealership_id: toyota }])
    // The free-text title on the user form grants no approval title.
    await world.database.transact(async (trx) => {
      const { people } = world.ids
      await trx
        .updateTable('users')
        .set({ title: 'General manager' })
        .where('id', '=', people['approver-super'])
        .execute()
    })
  })
  afterAll(() => world.close())

  const admin = () => world.as('admin-group', 'admin')
  const hold = async (name: PersonName, titles: { approval_title_id: number; dealership_id?: number }[]) => {
    const params = { id: world.ids.people[name] }
    const reply = await (await admin()).call(endpoints.holdTitles, { params, body: { titles } })
    expect(reply.status).toBe(200)
  }
  let payees = 0
  const raised = async (place: PlaceName = 'NWG/TOY/SVC', changes: Partial<CreateBody> = {}) => {
    payees += 1
    const content = { amount: 100, payee_name_1: `Payee ${payees}`, ...changes }
    return (await raise(world, 'requester-group', place, content)).id
  }
  const chainOf = async (id: number) =>
    (await (await world.as('approver-group')).call(endpoints.approval, { params: { id } })).data
  const approve = async (name: PersonName, id: number) => {
    const client = await world.as(name, 'approver')
    const { version } = (await client.call(requests.detail, { params: { id } })).data
    return client.call(requests.changeStatus, { params: { id }, body: { status_id: 3, version } })
  }
  const namesOf = async (id: number) => (await chainOf(id))?.steps[0]?.can_act.map(({ name }) => name)

  describe('new requests, previews, and trials', () => {
    beforeAll(async () => {
      const { places } = world.ids
      const rule = (name: string, conditions: object) => ({ name, conditions, steps: [{ name, approvers: anyone }] })
      await putInForce(world, {
        rules: [
          rule('Small', { amount_to: 50 }),
          rule('People', { payee_type: 'individual' }),
          rule('Purpose', { purpose_ids: [11] }),
          rule('Sales', { department_ids: [places['NWG/TOY/SAL']] }),
          rule('Honda', { dealership_ids: [places['NWG/HON']], amount_from: 60 }),
          { name: 'Critical', conditions: { priority_levels: ['critical'] }, steps: again },
        ],
        otherwise: one,
      })
    })

    test.each<[string, PlaceName, Partial<CreateBody>, string | null, string[]]>([
      ['no condition', 'NWG/TOY/SVC', {}, null, []],
      ['the amount', 'NWG/TOY/SVC', { amount: 50 }, 'Small', []],
      ['the payee type', 'NWG/TOY/SVC', toPeople, 'People', []],
      ['the purpose', 'NWG/TOY/SVC', { purpose_id: 11 }, 'Purpose', []],
      ['the department', 'NWG/TOY/SAL', {}, 'Sales', []],
      ['the dealership', 'NWG/HON/SVC', {}, 'Honda', []],
      ['the first of two matching rules', 'NWG/TOY/SAL', { ...toPeople, amount: 50 }, 'Small', []],
      ['the priority', 'NWG/TOY/SVC', { priority_level: 'critical' }, null, ['Critical']],
      [
        'the priority in addition to another rule',
        'NWG/HON/SVC',
        { priority_level: 'critical' },
        'Honda',
        ['Critical'],
      ],
      ['a priority that no rule names', 'NWG/HON/SVC', { priority_level: 'urgent' }, 'Honda', []],
    ])(
      'selects the same rules for a request, a preview, and a trial (condition: %s)',
      async (_what, place, changes, rule, added) => {
        const expected = { rule, added, steps: [rule ?? 'Approval', ...added.map(() => 'Again')] }
        const read = (reply: { rule: string | null; added: string[]; steps: { name: string }[] } | null) =>
          reply && { rule: reply.rule, added: reply.added, steps: reply.steps.map(({ name }) => name) }
        const body = bodyAt(world.ids, place, { amount: 100, ...changes })
        const { amount, dealer_group_id, dealership_id, department_id, purpose_id, payee_type, priority_level } = body
        const asked = { amount, dealership_id, department_id, purpose_id, payee_type, priority_level }
        const requester = await world.as('requester-group')
        const preview = await requester.call(endpoints.preview, { body: { ...asked, dealer_group_id } })
        expect(read(preview.data)).toEqual(expected)
        const params = { id: dealer_group_id }
        const tried = await (await admin()).call(endpoints.tryPolicy, {
          params,
          body: { ...asked, policy: 'in-force' },
        })
        expect(read(tried.data)).toEqual(expected)
        expect(read(await chainOf(await raised(place, changes)))).toEqual(expected)
      },
    )
  })

  test('recognizes a title only at its dealership and ignores the free-text title on the user form', async () => {
    await putInForce(world, {
      otherwise: { steps: [{ name: 'Manager', approvers: { approval_title_ids: [manager] } }] },
      fallback: { user_ids: [world.ids.people.everyone] },
    })
    const [here, elsewhere] = [await raised(), await raised('NWG/HON/SVC')]
    expect(await namesOf(here)).toEqual(['approver-group Tester'])
    expect(await namesOf(elsewhere)).toEqual(['everyone Tester'])
    expect((await approve('approver-super', here)).status).toBe(403)
    expect((await approve('approver-group', elsewhere)).status).toBe(403)
    expect((await approve('approver-group', here)).data.status_name).toBe('approved')
  })

  test('waits for exactly the users whom a step names', async () => {
    const { people } = world.ids
    const both = { user_ids: [people['approver-group'], people['approver-dealership']] }
    await putInForce(world, { otherwise: { steps: [{ name: 'Both', approvers: both, needed: 'all' }] } })
    const id = await raised()
    expect((await approve('everyone', id)).status).toBe(403)
    expect((await approve('approver-dealership', id)).data.status_name).toBe('processing')
    expect(await namesOf(id)).toEqual(['approver-group Tester'])
    expect((await approve('approver-group', id)).data.status_name).toBe('approved')
  })

  test('approves the current step of each request in a bulk approval, and names the pending approvers of refused requests', async () => {
    const { people } = world.ids
    const named = (name: PersonName) => ({ name, approvers: { user_ids: [people[name]] } })
    const large = { name: 'Large', conditions: { amount_from: 1000 }, steps: [named('everyone')] }
    await putInForce(world, { rules: [large], otherwise: { steps: [named('approver-dealership'), named('everyone')] } })
    const [own, last, other] = [await raised(), await raised(), await raised('NWG/TOY/SVC', { amount: 1000 })]
    await approve('approver-dealership', last)
    const client = await world.as('everyone', 'approver')
    const items = [own, last, other].map((id, index) => ({ id, version: index === 1 ? 2 : 1 }))
    const { data } = await client.call(requests.changeStatuses, { body: { status_id: 3, items } })
    expect(data).toMatchObject([
      {
        id: own,
        done: false,
        status: 403,
        message: expect.stringContaining('is waiting for the step “approver-dealership”'),
      },
      { id: last, done: true, entry: { status_name: 'approved' } },
      { id: other, done: true, entry: { status_name: 'approved' } },
    ])
    const first = await world.as('approver-dealership', 'approver')
    const half = await first.call(requests.changeStatuses, { body: { status_id: 3, items: [{ id: own, version: 1 }] } })
    expect(half.data).toMatchObject([{ id: own, done: true, entry: { status_name: 'processing' } }])
  })

  test('keeps every policy version readable, and keeps each request on its own version', async () => {
    const params = { id: world.ids.places.NWG }
    const before = (await (await admin()).call(endpoints.versions, { params })).data
    expect(before.map(({ number, is_in_force }) => [number, is_in_force])).toEqual([
      [4, true],
      [3, false],
      [2, false],
      [1, false],
    ])
    expect(before.map(({ policy }) => policy.rules.length)).toEqual([1, 0, 0, 6])
    expect(before.map(({ policy }) => policy.otherwise.steps[0]?.name)).toEqual([
      'approver-dealership',
      'Both',
      'Manager',
      'Approval',
    ])
    const id = await raised()
    await putInForce(world, { otherwise: one })
    const after = (await (await admin()).call(endpoints.versions, { params })).data
    expect(after.slice(1)).toEqual(before.map((version) => ({ ...version, is_in_force: false })))
    expect(await chainOf(id)).toMatchObject({ policy_number: 4, rule: null, steps: [{}, {}] })
  })
})
