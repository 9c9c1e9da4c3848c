import { delegationEndpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { addDays, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmBy } from '../testing/accounts.ts'
import { inboxOf, noticesOf } from '../testing/inbox.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { emailOf, type PersonName } from '../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { checkQueues } from './commands/check-queue.ts'

const day = 86_400_000

onOneDatabase('shortage and delegation notices on $name', (kind) => {
  let world: World
  let controller: number
  beforeAll(async () => {
    world = await startWorld(kind)
    controller = await addTitle(world, 'Controller', ['approver-dealership'])
    await putInForce(world, {
      rules: [
        {
          name: 'Large',
          conditions: { amount_from: 1000 },
          steps: [{ name: 'The controller', approvers: { approval_title_ids: [controller] } }],
        },
      ],
      otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
    })
    await checkQueues(world.services)
  })
  afterAll(() => world.close())

  const notified = async (name: PersonName, role?: 'admin' | 'approver') =>
    (await inboxOf(await world.as(name, role), { limit: 100 })).items.filter(({ event }) =>
      ['short-of-people', 'title-unheld', 'stands-in', 'stood-in-for', 'stand-in-gone'].includes(event),
    )
  const large = async (place: 'NWG/HON/SVC' | 'NWG/TOY/SVC', payee: string) =>
    (await raise(world, 'requester-group', place, { amount: 5000, payee_name_1: payee })).id
  const holdTitles = async (name: PersonName, ...titles: number[]) => {
    const params = { id: world.ids.people[name] }
    const body = { titles: titles.map((approval_title_id) => ({ approval_title_id })) }
    const reply = await (await world.as('admin-group')).call(approvalEndpoints.holdTitles, { params, body })
    expect(reply.status).toBe(200)
    await confirmBy(await world.as('everyone', 'admin'), world.ids.people[name])
  }

  test('notifies only group admins, once, that a step has too few approvers', async () => {
    expect(await notified('admin-group')).toEqual([])
    const enough = await large('NWG/TOY/SVC', 'One')
    const none = await large('NWG/HON/SVC', 'Two')
    await checkQueues(world.services)
    const [notice, ...others] = await notified('admin-group')
    expect(others).toEqual([])
    expect(notice).toMatchObject({ event: 'short-of-people', text: 'The controller', request: { id: none } })
    expect(await notified('everyone', 'admin')).toHaveLength(1)
    for (const name of ['admin-dealership', 'admin-eastside', 'admin-super', 'approver-group'] as const)
      expect([name, await notified(name)]).toEqual([name, []])
    expect(await noticesOf(await world.as('admin-group'), enough)).toEqual([])
  })

  test('notifies admins once each time that a title in the policy loses its last holder', async () => {
    const lost = async () => (await notified('admin-group')).filter(({ event }) => event === 'title-unheld')
    await holdTitles('approver-department', controller)
    await holdTitles('approver-dealership')
    await checkQueues(world.services)
    expect(await lost()).toEqual([])
    await holdTitles('approver-department')
    await checkQueues(world.services)
    expect(await lost()).toMatchObject([{ text: 'Controller', request: null, account: null, actor: null }])
    await holdTitles('approver-group', await addTitle(world, 'Not in the policy', []))
    world.clock.advance(60_000)
    await checkQueues(world.services)
    expect(await lost()).toHaveLength(1)
    await holdTitles('approver-dealership', controller)
    await checkQueues(world.services)
    await holdTitles('approver-dealership')
    world.clock.advance(60_000)
    await checkQueues(world.services)
    expect(await lost()).toHaveLength(2)
  })

  const today = () => datesIn('America/New_York')(world.clock.read())
  const delegate = async (by: PersonName, body: { from_id?: number; to_id: number }, from = 0) => {
    const period = { starts_on: addDays(today(), from), ends_on: addDays(today(), from + 2), reason: 'Vacation' }
    const reply = await (await world.as(by)).call(delegationEndpoints.create, { body: { ...body, ...period } })
    expect(reply.status).toBe(201)
  }

  test('notifies the delegate, and the absent user when an admin creates the delegation', async () => {
    const { people } = world.ids
    await delegate('approver-group', { to_id: people['approver-department'] })
    expect(await notified('approver-department')).toMatchObject([
      {
        event: 'stands-in',
        text: 'From Nov 20, 2026 to Nov 22, 2026. Vacation',
        request: null,
        account: { name: 'approver-group Tester' },
        actor: { name: 'approver-group Tester' },
      },
    ])
    expect(await notified('approver-group')).toEqual([])
    await delegate('admin-group', { from_id: people['approver-dealership'], to_id: people['approver-group'] })
    expect(await notified('approver-group')).toMatchObject([
      { event: 'stands-in', actor: { name: 'admin-group Tester' } },
    ])
    expect(await notified('approver-dealership')).toMatchObject([
      { event: 'stood-in-for', account: { name: 'approver-group Tester' } },
    ])
  })

  test('ends the delegation of a deactivated delegate and notifies the absent user', async () => {
    const id = world.ids.people.everyone
    await delegate('approver-group', { to_id: id })
    await (await world.as('admin-super', 'admin')).call(userEndpoints.update, { body: { id, active: false } })
    await checkQueues(world.services)
    const [gone] = await notified('approver-group')
    expect(gone).toMatchObject({ event: 'stand-in-gone', account: { name: 'everyone Tester' }, actor: null })
    const { data } = await (await world.as('approver-group', 'approver')).call(delegationEndpoints.list)
    expect(data.map(({ to }) => to.id)).not.toContain(id)
  })

  test('notifies a delegate again on the first day of a delegation that starts later', async () => {
    await delegate('approver-department', { to_id: world.ids.people['approver-dealership'] }, 3)
    const begun = async () => (await notified('approver-dealership')).filter(({ event }) => event === 'stands-in')
    expect(await begun()).toHaveLength(1)
    await checkQueues(world.services)
    expect(await begun()).toHaveLength(1)
    // The delegation that began today was announced when it was created.
    expect(await notified('approver-department')).toHaveLength(1)
    world.clock.advance(3 * day)
    await checkQueues(world.services)
    await checkQueues(world.services)
    const approver = await world.logIn(emailOf('approver-dealership'))
    const { items } = await inboxOf(approver, { limit: 100 })
    expect(items.filter(({ event }) => event === 'stands-in')).toMatchObject([{ actor: null }, {}])
  })
})
