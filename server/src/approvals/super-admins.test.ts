import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { expectQueuesToAgree, queueOf } from '../testing/queues.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onOneDatabase('queue of a super admin who approves on $name', (kind) => {
  let world: World
  let payees = 0
  beforeAll(async () => {
    world = await startWorld(kind)
    for (const place of ['NWG/TOY/SVC', 'NWG/HON/SVC'] as const) await raised(100, place)
    for (const amount of [100, 20_000]) await raised(amount, 'EAS/KIA/SVC')
  })
  afterAll(() => world.close())

  async function raised(amount: number, place: 'NWG/TOY/SVC' | 'NWG/HON/SVC' | 'EAS/KIA/SVC'): Promise<number> {
    payees += 1
    const by = place === 'EAS/KIA/SVC' ? 'requester-eastside' : 'requester-group'
    return (await raise(world, by, place, { amount, payee_name_1: `Payee ${payees}` })).id
  }
  const queued = () => queueOf(world, 'approver-super')
  const agree = () => expectQueuesToAgree(world, ['approver-super'])
  const listed = async (query: object) =>
    (await (await world.as('approver-super')).call(endpoints.list, { query: { view: 'pending', ...query } })).data

  test('contains all pending requests without a policy', async () => {
    expect((await queued()).total).toBe(4)
    await agree()
  })

  test('contains requests that a policy lets the super admin decide, and all requests of groups without a policy', async () => {
    const controller = await addTitle(world, 'Controller', ['approver-dealership'])
    const owner = { name: 'Owner', approvers: { user_ids: [world.ids.people['approver-super']] } }
    const titled = { name: 'Controller', approvers: { approval_title_ids: [controller] } }
    await putInForce(world, {
      rules: [
        { name: 'Large', conditions: { amount_from: 10_000 }, steps: [titled, owner] },
        { name: 'Medium', conditions: { amount_from: 5000 }, steps: [{ name: 'Two', approvers: anyone, needed: 2 }] },
      ],
      otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
    })
    const large = await raised(12_000, 'NWG/TOY/SVC')
    const medium = await raised(6000, 'NWG/TOY/SVC')
    await agree()
    expect((await queued()).ids).not.toContain(large)
    expect((await queued()).total).toBe(5)
    await decide('approver-dealership', large)
    await agree()
    expect((await queued()).ids).toContain(large)
    await decide('approver-super', medium)
    await agree()
    expect((await queued()).ids).not.toContain(medium)
  })

  test('filters the queue by location, status, and payee, and returns it in pages', async () => {
    const dealership = [world.ids.places['EAS/KIA']]
    const narrowed = await listed({ dealership })
    expect([narrowed.items.length, narrowed.total]).toEqual([2, 2])
    expect((await listed({ status: [2] })).items.map(({ amount }) => amount)).toEqual([12_000])
    expect((await listed({ payee: 'Payee 3' })).items).toHaveLength(1)
    const first = await listed({ limit: 2, sort: 'amount-high' })
    expect([first.total, first.items.map(({ amount }) => amount)]).toEqual([5, [20_000, 12_000]])
    const rest = await listed({ limit: 10, sort: 'amount-high', cursor: first.next_cursor })
    expect(rest.items).toHaveLength(3)
  })

  async function decide(name: 'approver-super' | 'approver-dealership', id: number): Promise<void> {
    const client = await world.as(name, 'approver')
    const { version } = (await client.call(endpoints.detail, { params: { id } })).data
    const reply = await client.call(endpoints.changeStatus, { params: { id }, body: { status_id: 3, version } })
    expect([reply.status, reply.message]).toEqual([201, expect.any(String)])
  }
})
