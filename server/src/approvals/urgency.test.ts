import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindApprovers } from '../notices/inbox/commands/remind.ts'
import { eventsOf } from '../testing/inbox.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../testing/policies.ts'
import { type CreateBody, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'
import { checkQueues } from './commands/check-queue.ts'

const hour = 3_600_000

// The test clock starts on Friday, November 20, at 10:00 in New York. Business hours are nine to six: eight are left.
onOneDatabase('approval reminders on $name', (kind) => {
  let world: World
  let controller: number
  let manager: number
  beforeAll(async () => {
    world = await startWorld(kind)
    controller = await addTitle(world, 'Controller', ['approver-dealership'])
    manager = await addTitle(world, 'General manager', ['approver-group'])
    const hurry = { remind_after: 4, escalate_after: 10, critical_escalate_after: 1, escalate_to: manager }
    await putInForce(world, {
      rules: [
        {
          name: 'Large',
          conditions: { amount_from: 1000 },
          steps: [{ name: 'Controller', approvers: { approval_title_ids: [controller] } }],
          hurry,
        },
      ],
      otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
    })
  })
  afterAll(() => world.close())

  let payees = 0
  const raised = async (changes: Partial<CreateBody> = {}) => {
    payees += 1
    const content = { amount: 2000, payee_name_1: `Payee ${payees}`, ...changes }
    return (await raise(world, 'requester-department', 'NWG/TOY/SVC', content)).id
  }
  const waitsFor = async (name: PersonName, id: number) => {
    const list = await (await world.as(name, 'approver')).call(endpoints.list, {
      query: { view: 'pending', limit: 100 },
    })
    return list.data.items.some((one) => one.id === id)
  }
  const approvalOf = async (id: number) =>
    (await (await world.as('approver-group')).call(approvalEndpoints.approval, { params: { id } })).data
  const approve = async (name: PersonName, id: number) => {
    const client = await world.as(name, 'approver')
    const { version } = (await client.call(endpoints.detail, { params: { id } })).data
    const body = { status_id: 3, version, note: 'Good' }
    return client.call(endpoints.changeStatus, { params: { id }, body })
  }
  /** Advances the clock by this many hours and runs the job. */
  const pass = async (hours: number) => {
    world.clock.advance(hours * hour)
    await checkQueues(world.services)
  }
  const notified = async (name: PersonName, id: number) =>
    (await eventsOf(await world.as(name, 'approver'), id)).filter((event) => ['reminder', 'escalated'].includes(event))

  test('reminds only the pending approvers each time the rule’s hours have passed', async () => {
    const id = await raised()
    await pass(3.9)
    expect(await notified('approver-dealership', id)).toEqual([])
    await pass(0.1)
    await checkQueues(world.services)
    expect(await notified('approver-dealership', id)).toEqual(['reminder'])
    expect(await notified('approver-group', id)).toEqual([])
    await pass(4)
    expect(await notified('approver-dealership', id)).toEqual(['reminder', 'reminder'])
    // It is 6 PM on Friday, and business hours resume on Monday.
    await pass(62)
    expect(await notified('approver-dealership', id)).toEqual(['reminder', 'reminder'])
    expect(await waitsFor('approver-group', id)).toBe(false)
    await approve('approver-dealership', id)
  })

  // It is Monday, 8:00.
  test('also offers an escalated step to holders of the escalation title', async () => {
    const id = await raised()
    await pass(10)
    expect(await waitsFor('approver-group', id)).toBe(false)
    expect((await approvalOf(id))?.offered_since).toBeUndefined()
    expect((await approve('approver-group', id)).status).toBe(403)
    await pass(16)
    expect(await waitsFor('approver-group', id)).toBe(true)
    expect(await waitsFor('approver-dealership', id)).toBe(true)
    expect(await waitsFor('approver-department', id)).toBe(false)
    expect(await approvalOf(id)).toMatchObject({
      offered_since: '2026-11-24T15:00:00.000Z',
      steps: [{ can_act: [{ name: 'approver-dealership Tester' }, { name: 'approver-group Tester' }] }],
    })
    expect((await notified('approver-group', id)).filter((event) => event === 'escalated')).toEqual(['escalated'])
    expect(await notified('approver-department', id)).toEqual([])
    await checkQueues(world.services)
    expect((await notified('approver-group', id)).filter((event) => event === 'escalated')).toEqual(['escalated'])
    expect((await approve('approver-group', id)).data.status_name).toBe('approved')
    expect(await notified('approver-group', id)).toEqual([])
  })

  // It is Tuesday, 10:00.
  test('offers an escalated step at a decision without waiting for the job', async () => {
    const id = await raised({ priority_level: 'critical' })
    world.clock.advance(hour - 1)
    expect((await approve('approver-group', id)).status).toBe(403)
    world.clock.advance(1)
    expect((await approve('approver-group', id)).data.status_name).toBe('approved')
  })

  test('uses a shorter escalation time for requests that become critical later', async () => {
    const id = await raised()
    await pass(2)
    expect(await waitsFor('approver-group', id)).toBe(false)
    const requester = await world.as('requester-department')
    const { version } = (await requester.call(endpoints.detail, { params: { id } })).data
    const body = { priority_level: 'critical', message: 'The carrier waits', version } as const
    expect((await requester.call(endpoints.changePriority, { params: { id }, body })).status).toBe(200)
    await pass(0)
    expect(await waitsFor('approver-group', id)).toBe(true)
    await approve('approver-dealership', id)
  })

  test('follows the group’s business calendar, and applies a changed calendar to pending requests', async () => {
    const admin = await world.as('admin-super')
    const params = { id: world.ids.places.NWG }
    const id = await raised()
    // It is Tuesday, 13:00. Ten business hours end on Wednesday at 14:00, or later if Wednesday is a holiday.
    const holidays = [{ date: '2026-11-25', name: 'Inventory' }]
    const open = { weekday: 4, opens: '07:00', closes: '13:00' }
    const reply = await admin.call(organizationEndpoints.updateLocalSettings, {
      params,
      body: { holidays, business_hours: [open, { weekday: 5, opens: '09:00', closes: '18:00' }] },
    })
    expect(reply.data.business_hours).toEqual([open])
    await pass(26)
    expect(await waitsFor('approver-group', id)).toBe(false)
    // The ten hours are five on Tuesday and five on Thursday, which begins at seven.
    await pass(20.9)
    expect(await waitsFor('approver-group', id)).toBe(false)
    await pass(0.2)
    expect(await waitsFor('approver-group', id)).toBe(true)
    await approve('approver-dealership', id)
  })

  test('rejects a business day shorter than one hour, a malformed time, and a repeated day', async () => {
    const admin = await world.as('admin-super')
    const params = { id: world.ids.places.NWG }
    const refused = async (...business_hours: object[]) => {
      const body = { business_hours } as never
      return (await admin.call(organizationEndpoints.updateLocalSettings, { params, body })).error.fields
    }
    const day = { weekday: 1, opens: '09:00', closes: '17:00' }
    expect(await refused({ ...day, closes: '09:59' })).toEqual({
      'business_hours.0.closes': 'Choose an end at least one hour after the beginning.',
    })
    expect(await refused({ ...day, opens: '9' })).toEqual({
      'business_hours.0.opens': 'Enter a time as HH:MM, such as 09:00 or 17:30.',
    })
    expect(await refused(day, day)).toEqual({
      business_hours: 'Each day of the week can have only one entry. Remove the other one.',
    })
  })

  test('uses the dealer group’s reminder hours for a rule without its own hours', async () => {
    const silent = await raised({ amount: 100 })
    const hurried = await raised()
    const later = { ...world.services, clock: () => world.services.clock() + 7 * 24 * hour }
    await remindApprovers(later)
    expect(await notified('approver-dealership', silent)).toEqual(['reminder'])
    expect(await notified('approver-dealership', hurried)).toEqual([])
  })

  test('shows reminder and escalation hours in trials and previews', async () => {
    const admin = await world.as('admin-super')
    const asked = { dealership_id: world.ids.places['NWG/TOY'], purpose_id: 1, payee_type: 'business' } as const
    const tried = await admin.call(approvalEndpoints.tryPolicy, {
      params: { id: world.ids.places.NWG },
      body: { ...asked, amount: 2000, priority_level: 'critical', policy: 'in-force' },
    })
    const offered_to = [{ id: world.ids.people['approver-group'], name: 'approver-group Tester' }]
    expect(tried.data.steps).toMatchObject([{ remind_after: 4, escalate_after: 1, offered_to }])
    const preview = await (await world.as('requester-dealership')).call(approvalEndpoints.preview, {
      body: { ...asked, amount: 2000, dealer_group_id: world.ids.places.NWG },
    })
    expect(preview.data?.steps).toMatchObject([{ remind_after: 4, escalate_after: 10, offered_to }])
  })

  test('rejects an unknown escalation title in a draft', async () => {
    const admin = await world.as('admin-super')
    const hurry = { escalate_after: 4, escalate_to: 987 }
    const body = { otherwise: { steps: [{ name: 'Approval', approvers: anyone }], hurry } }
    const reply = await admin.call(approvalEndpoints.saveDraft, { params: { id: world.ids.places.NWG }, body })
    expect(reply.error.fields).toEqual({
      'otherwise.hurry.escalate_to': 'A title listed here isn’t in use. Remove it, or choose another title.',
    })
  })
})
