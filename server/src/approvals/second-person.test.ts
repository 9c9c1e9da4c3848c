import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { confirmationEndpoints } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmBy, waitingFor } from '../testing/accounts.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'

onOneDatabase('second-person confirmation of approval titles on $name', (kind) => {
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
          steps: [{ name: 'Controller', approvers: { approval_title_ids: [controller] } }],
        },
      ],
      otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
      fallback: { user_ids: [world.ids.people.everyone] },
    })
  })
  afterAll(() => world.close())

  const hold = async (name: PersonName, ...titles: number[]) => {
    const params = { id: world.ids.people[name] }
    const body = { titles: titles.map((approval_title_id) => ({ approval_title_id })) }
    const reply = await (await world.as('admin-group')).call(approvalEndpoints.holdTitles, { params, body })
    expect(reply.status).toBe(200)
  }
  const second = () => world.as('everyone', 'admin')
  let payees = 0
  const large = async () => {
    payees += 1
    const changes = { amount: 5000, payee_name_1: `Payee ${payees}` }
    return (await raise(world, 'requester-group', 'NWG/TOY/SVC', changes)).id
  }
  const isQueued = async (name: PersonName, id: number) => {
    const client = await world.as(name, 'approver')
    const { items } = (await client.call(endpoints.list, { query: { view: 'pending', limit: 100 } })).data
    return items.some((one) => one.id === id)
  }
  const approve = async (name: PersonName, id: number) => {
    const client = await world.as(name, 'approver')
    const { version } = (await client.call(endpoints.detail, { params: { id } })).data
    return client.call(endpoints.changeStatus, { params: { id }, body: { status_id: 3, version } })
  }

  test('lets a new title approve only after another user confirms it', async () => {
    const id = await large()
    await hold('approver-department', controller)
    expect(await isQueued('approver-department', id)).toBe(false)
    expect((await approve('approver-department', id)).status).toBe(403)
    const waiting = await waitingFor(await second(), world.ids.people['approver-department'])
    expect(waiting).toMatchObject({
      changes: ['titles'],
      waiting_role_ids: [],
      scope_waits: false,
      titles_wait: { asked: ['Controller'], in_force: [] },
      asked_by: ['admin-group Tester'],
    })
    const own = await confirmBy(await world.as('admin-group'), world.ids.people['approver-department'])
    expect(own.status).toBe(403)
    expect((await confirmBy(await second(), world.ids.people['approver-department'])).status).toBe(200)
    expect(await isQueued('approver-department', id)).toBe(true)
    expect((await approve('approver-department', id)).status).toBe(201)
  })

  test('lets a removed title approve until the removal is confirmed', async () => {
    const id = await large()
    await hold('approver-department')
    expect(await isQueued('approver-department', id)).toBe(true)
    const waiting = await waitingFor(await second(), world.ids.people['approver-department'])
    expect(waiting?.titles_wait).toEqual({ asked: [], in_force: ['Controller'] })
    const named = async () => {
      const { data } = await (await world.as('admin-group')).call(approvalEndpoints.titles)
      return data.find((title) => title.id === controller)
    }
    expect(await named()).toMatchObject({
      holders: [{ name: 'approver-dealership Tester' }],
      still_count: [{ name: 'approver-department Tester', dealership_id: null, dealership_name: null }],
    })
    await confirmBy(await second(), world.ids.people['approver-department'])
    expect(await named()).not.toHaveProperty('still_count')
    expect(await isQueued('approver-department', id)).toBe(false)
    expect((await approve('approver-department', id)).status).toBe(403)
  })

  test('drops the confirmation when titles are restored, and doesn’t apply a stopped change until it is confirmed', async () => {
    const person = world.ids.people['approver-group']
    const id = await large()
    await hold('approver-group', controller)
    await hold('approver-group')
    expect(await waitingFor(await second(), person)).toBeUndefined()
    await hold('approver-group', controller)
    const version = (await waitingFor(await second(), person))?.version ?? 0
    const stopped = await (await second()).call(confirmationEndpoints.stop, {
      params: { id: person },
      body: { version },
    })
    expect(stopped.status).toBe(200)
    world.clock.advance(10 * 60_000)
    expect(await isQueued('approver-group', id)).toBe(false)
    expect((await approve('approver-group', id)).status).toBe(403)
    expect((await confirmBy(await second(), person)).status).toBe(200)
    expect(await isQueued('approver-group', id)).toBe(true)
  })

  test('keeps the audit trail intact after title changes, and detects changed pending titles', async () => {
    await hold('approver-department', controller)
    expect(await verifyTrail(world.database, world.ids.places.NWG)).toMatchObject({ intact: true, mismatches: [] })
    await world.database.transact((trx) =>
      trx.updateTable('account_confirmations').set({ titles_in_force: '[]' }).where('in_effect', '=', 0).execute(),
    )
    await world.database.transact((trx) =>
      trx
        .updateTable('account_confirmations')
        .set({ titles_in_force: '[{"approval_title_id":1,"dealership_id":0}]' })
        .execute(),
    )
    expect((await verifyTrail(world.database, world.ids.places.NWG)).intact).toBe(false)
  })

  test('applies titles immediately in a group without separation of duties', async () => {
    const eastside = await addTitle(world, 'Owner', ['approver-eastside'], 'EAS')
    await putInForce(
      world,
      {
        otherwise: { steps: [{ name: 'Owner', approvers: { approval_title_ids: [eastside] } }] },
        fallback: { user_ids: [world.ids.people['everyone-eastside']] },
      },
      'EAS',
    )
    const params = { id: world.ids.people['approver-eastside'] }
    const taken = await (await world.as('admin-eastside')).call(approvalEndpoints.holdTitles, {
      params,
      body: { titles: [] },
    })
    expect([taken.status, taken.data]).toMatchObject([200, [{ name: 'Owner', holders: [] }]])
    const own = (await (await world.as('approver-eastside')).call(confirmationEndpoints.list)).data.own
    expect(own).toBeNull()
    const { id } = await raise(world, 'requester-eastside', 'EAS/KIA/SVC')
    expect((await approve('approver-eastside', id)).message).toContain('This request is waiting for the step “Owner”')
  })
})
