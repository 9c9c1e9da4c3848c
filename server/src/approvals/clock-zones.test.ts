import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsOf } from '../testing/inbox.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName, PlaceName } from '../testing/organization.ts'
import { addTitle, putInForce } from '../testing/policies.ts'
import { type CreateBody, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { checkQueues } from './commands/check-queue.ts'

const hour = 3_600_000

// The test clock starts on Friday, November 20, at 10:00 in New York, which is 7:00 in Los Angeles.
onOneDatabase('step clock on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    const controller = await addTitle(world, 'Controller', ['approver-group'])
    const manager = await addTitle(world, 'General manager', ['approver-department'])
    const step = (name: string) => ({ name, approvers: { approval_title_ids: [controller] }, needed: 1 })
    const next = { name: 'Next', approvers: { user_ids: [world.ids.people['approver-dealership']] } }
    const hurry = { remind_after: 2, critical_remind_after: 1, escalate_after: 5, escalate_to: manager }
    await putInForce(world, { otherwise: { steps: [step('Controller'), next], hurry } })
    const params = { id: world.ids.places['NWG/HON'] }
    const body = { time_zone: 'America/Los_Angeles' }
    const reply = await (await world.as('admin-group', 'admin')).call(organizationEndpoints.updateDealership, {
      params,
      body,
    })
    expect(reply.status).toBe(200)
  })
  afterAll(() => world.close())

  let payees = 0
  const raised = async (place: PlaceName, changes: Partial<CreateBody> = {}) => {
    payees += 1
    return (await raise(world, 'requester-group', place, { payee_name_1: `Payee ${payees}`, ...changes })).id
  }
  const pass = async (hours: number) => {
    world.clock.advance(hours * hour)
    await checkQueues(world.services)
  }
  const notified = async (name: PersonName, id: number) =>
    (await eventsOf(await world.as(name, 'approver'), id)).filter((event) => ['reminder', 'escalated'].includes(event))

  test('uses the dealership’s time zone, and reminds about critical requests sooner', async () => {
    const [east, west] = [await raised('NWG/TOY/SVC'), await raised('NWG/HON/SVC')]
    const critical = await raised('NWG/HON/SVC', { priority_level: 'critical' })
    const reminded = async () =>
      Promise.all([east, west, critical].map(async (id) => (await notified('approver-group', id)).length))
    await pass(2)
    expect(await reminded()).toEqual([1, 0, 0])
    // In Los Angeles, work starts at noon New York time.
    await pass(0.9)
    expect(await reminded()).toEqual([1, 0, 0])
    await pass(0.1)
    expect(await reminded()).toEqual([1, 0, 1])
    await pass(1)
    expect(await reminded()).toEqual([2, 1, 2])
  })

  // It is Friday, 14:00.
  test('restarts the clock at each step, and escalates each step separately', async () => {
    const id = await raised('NWG/TOY/SVC')
    // It is Monday, 10:00: four working hours passed on Friday and one since nine today.
    await pass(68)
    expect(await notified('approver-department', id)).toEqual(['escalated'])
    const reminders = (await notified('approver-group', id)).length
    expect(reminders).toBeGreaterThan(0)
    const client = await world.as('approver-group', 'approver')
    const { version } = (await client.call(endpoints.detail, { params: { id } })).data
    world.clock.advance(0.5 * hour)
    const body = { status_id: 3, version } as const
    const approved = await client.call(endpoints.changeStatus, { params: { id }, body })
    expect(approved.data.status_name).toBe('processing')
    await pass(1.9)
    expect(await notified('approver-dealership', id)).toEqual([])
    await pass(0.1)
    expect(await notified('approver-dealership', id)).toEqual(['reminder'])
    await pass(2.9)
    expect(await notified('approver-department', id)).toEqual(['escalated'])
    await pass(0.1)
    expect(await notified('approver-department', id)).toEqual(['escalated', 'escalated'])
  })
})
