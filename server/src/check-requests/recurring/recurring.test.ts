import { recurringEndpoints as endpoints } from '@check-requests/domain/check-requests/recurring/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { addDays } from '@check-requests/domain/values/calendar-date.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirmControls } from '../../testing/controls.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { RecurringSteps, rent } from '../../testing/recurring.ts'
import { raise } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { raiseRecurring } from './commands/raise.ts'

onBothDatabases('recurring requests on $name', (kind) => {
  let world: World
  let steps: RecurringSteps
  beforeEach(async () => {
    world = await startWorld(kind)
    steps = new RecurringSteps(world)
  })
  afterEach(() => world.close())

  test('pauses, resumes without the days in between, changes, and ends', async () => {
    await steps.repeat(await steps.approvedRent(), { every: 'week' })
    expect((await steps.change(await steps.requester(), { state: 'paused' })).status).toBe(200)
    await steps.nextDays(16)
    expect(await steps.theOne()).toMatchObject({ state: 'paused', next_on: null, unsent: [] })
    await steps.change(await steps.requester(), { state: 'active' })
    await raiseRecurring(world.services)
    expect(await steps.theOne()).toMatchObject({ state: 'active', next_on: addDays(steps.today(), 6), unsent: [] })
    const next_on = addDays(steps.today(), 3)
    expect((await steps.change(await steps.requester(), { every: 'month', next_on, amount: 4700 })).status).toBe(200)
    expect(await steps.theOne()).toMatchObject({ every: 'month', next_on, first_on: next_on, amount: 4700 })
    await steps.nextDays(3)
    const clash = await steps.change(await steps.requester(), { next_on })
    expect([clash.status, clash.error?.fields]).toEqual([
      422,
      { next_on: 'The draft for this day exists already. Choose a later day.' },
    ])
    expect((await steps.change(await steps.requester(), { state: 'ended' })).status).toBe(200)
    const again = await steps.change(await steps.requester(), { state: 'active' })
    expect([again.status, again.message]).toEqual([409, expect.stringContaining('has ended')])
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('refuses an outdated version', async () => {
    await steps.repeat(await steps.approvedRent())
    const { id, version } = await steps.theOne()
    await steps.change(await steps.requester(), { state: 'paused' })
    const late = await (await steps.requester()).call(endpoints.update, {
      params: { id },
      body: { version, amount: 1 },
    })
    expect(late.status).toBe(409)
  })

  test.each<[string, Parameters<RecurringSteps['repeat']>[1], string, string]>([
    ['a first day in the past', { first_on: '2020-01-01' }, 'first_on', 'This day has passed.'],
    ['a last day before the first', { until_on: '2020-01-01' }, 'until_on', 'The last day is before the first day.'],
    ['a first day in several years', { first_on: '2036-01-01' }, 'first_on', 'Choose a day within a year.'],
    ['automatic submission that the group doesn’t allow', { is_automatic: true }, 'is_automatic', 'Your dealer group'],
  ])('refuses %s', async (_, input, field, sentence) => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC', rent)
    const reply = await steps.repeat(id, input)
    expect([reply.status, reply.error?.fields?.[field]]).toEqual([422, expect.stringContaining(sentence)])
  })

  test('lets no one repeat another user’s request', async () => {
    const { id } = await raise(world, 'requester-dealership', 'NWG/TOY/SVC', rent)
    expect((await steps.repeat(id)).status).toBe(404)
    const body = { request_id: id, every: 'month', first_on: steps.today() } as const
    const admin = await (await steps.as('admin-group')).call(endpoints.create, { body })
    expect([admin.status, admin.message]).toEqual([403, 'Only the requester of a check request can repeat it.'])
    expect((await (await steps.as('approver-group')).call(endpoints.create, { body })).status).toBe(403)
  })

  test('shows recurring requests to their requester and to admins in their scope, who can only pause and end them', async () => {
    await steps.repeat(await steps.approvedRent())
    await steps.nextDays(1)
    const admin = await steps.as('admin-group')
    const seen = await steps.theOne(admin)
    expect(seen.unsent).toMatchObject([{ due_on: steps.today(), draft: null }])
    const { id, version } = seen
    for (const other of [
      await steps.as('requester-eastside'),
      await steps.as('admin-eastside'),
      await steps.as('requester-dealership'),
    ]) {
      expect(await steps.list(other)).toEqual([])
      const body = { version, state: 'paused' } as const
      expect((await other.call(endpoints.update, { params: { id }, body })).status).toBe(404)
    }
    const raised = await steps.change(admin, { amount: 9000 })
    expect([raised.status, raised.message]).toEqual([403, expect.stringContaining('You can pause or end it.')])
    const stolen = { due_on: steps.today(), version: 1 }
    const dealership = await steps.as('requester-dealership')
    expect((await dealership.call(endpoints.submit, { params: { id }, body: stolen })).status).toBe(404)
    expect((await steps.change(admin, { state: 'paused' })).status).toBe(200)
    expect(await steps.events('requester-group')).toContain('recurring-stopped')
    expect((await steps.change(admin, { state: 'active' })).status).toBe(403)
  })

  test('stops when its requester leaves or moves, and tells an admin why', async () => {
    await steps.repeat(await steps.approvedRent())
    const id = world.ids.people['requester-group']
    const body = { id, access_level: 2, dealership_ids: [world.ids.places['NWG/HON']] }
    expect((await (await steps.as('admin-super')).call(userEndpoints.update, { body })).status).toBe(200)
    const admin = await steps.as('admin-group')
    expect(await steps.theOne(admin)).toMatchObject({
      state: 'ended',
      end_reason: 'requester-group Tester no longer works at this location.',
    })
    expect(await steps.events('admin-group')).toEqual(['recurring-stopped'])
    await steps.nextDays(40)
    expect((await steps.theOne(await steps.as('admin-group'))).unsent).toEqual([])
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('stops when its requester is deleted, and is deleted with its dealership', async () => {
    await steps.repeat(await steps.approvedRent())
    const admin = await steps.as('admin-super')
    await admin.call(userEndpoints.remove, { body: { id: world.ids.people['requester-group'] } })
    expect(await steps.theOne(admin)).toMatchObject({ state: 'ended', end_reason: 'The requester was removed.' })
    const params = { id: world.ids.places['NWG/TOY'] }
    expect((await admin.call(organizationEndpoints.removeDealership, { params })).status).toBe(200)
    expect(await steps.list(admin)).toEqual([])
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
  })

  test('allows automatic submission only after a second admin confirms the limit (F10)', async () => {
    await steps.approvedRent()
    const admin = await steps.as('admin-group')
    const params = { id: world.ids.places.NWG }
    const asked = await admin.call(endpoints.saveLimit, { params, body: { limit: 5000 } })
    expect(asked.body).toMatchObject({
      waits: 'Waiting for a second admin: Recurring requests: submitted automatically up to $5,000.00.',
    })
    const limit = async () => (await admin.call(endpoints.list)).data.limit?.amount
    expect(await limit()).toBeNull()
    await confirmControls(world)
    expect(await limit()).toBe(5000)
    await admin.call(endpoints.saveLimit, { params, body: { limit: 100 } })
    expect(await limit()).toBe(100)
    await admin.call(endpoints.saveLimit, { params, body: { limit: 200 } })
    expect(await limit()).toBe(100)
    expect((await (await steps.requester()).call(endpoints.saveLimit, { params, body: { limit: null } })).status).toBe(
      403,
    )
  })
})
