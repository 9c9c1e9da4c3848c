import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import type { UpdateLocalSettingsInput } from '@check-requests/domain/organization/local-settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsOf, inboxOf, noticesOf } from '../../testing/inbox.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { move, raise, raiseTo } from '../../testing/requests.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { remindApprovers } from './commands/remind.ts'

const place = 'NWG/TOY/SVC'
const week = 7 * 86_400_000

onOneDatabase('reminders about pending requests on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  /** Runs the reminder job this many milliseconds later. */
  const remind = (later: number) => remindApprovers({ ...world.services, clock: () => world.services.clock() + later })
  const remindersOf = async (name: PersonName, id: number) =>
    (await eventsOf(await world.as(name), id)).filter((event) => event === 'reminder')
  const limit = async (reminder_days: number) => {
    const params = { id: world.ids.places.NWG }
    return (await world.as('admin-super')).call(organizationEndpoints.updateGroup, {
      params,
      body: { settings: { reminder_days } },
    })
  }

  test('are sent to the approvers in scope and to no one else', async () => {
    const { id } = await raise(world, 'requester-group', place)
    await remind(week)
    for (const name of ['approver-super', 'approver-group', 'approver-dealership', 'approver-department'] as const)
      expect([name, await remindersOf(name, id)]).toEqual([name, ['reminder']])
    for (const name of ['approver-eastside', 'processor-group', 'admin-group', 'requester-group'] as const)
      expect([name, await remindersOf(name, id)]).toEqual([name, []])
    const [notice] = await noticesOf(await world.as('approver-group'), id)
    expect(notice).toMatchObject({ event: 'reminder', actor: null, read: false, request: { id } })
  })

  test('are sent each time the limit passes until the request is decided', async () => {
    const { id } = await raise(world, 'requester-group', place)
    await remind(0)
    expect(await remindersOf('approver-group', id)).toEqual([])
    await remind(week)
    await remind(week)
    expect(await remindersOf('approver-group', id)).toEqual(['reminder'])
    await remind(2 * week)
    expect(await remindersOf('approver-group', id)).toEqual(['reminder', 'reminder'])
    await move(await world.as('approver-super'), id, 2, 1)
    expect(await remindersOf('approver-group', id)).toEqual(['reminder', 'reminder'])
    await move(await world.as('approver-super'), id, 3, 2)
    expect(await remindersOf('approver-group', id)).toEqual([])
    const { items, unread } = await inboxOf(await world.as('approver-group'), { unread: '1', limit: 100 })
    expect(items).toHaveLength(unread)
    await remind(4 * week)
    expect(await remindersOf('approver-group', id)).toEqual([])
  })

  test('skip decided requests and approvers who participated in the request', async () => {
    const approved = await raiseTo(world, 3, 'requester-group', place)
    const own = await raise(world, 'everyone', place)
    await remind(week)
    expect(await remindersOf('approver-group', approved.id)).toEqual([])
    expect(await remindersOf('approver-group', own.id)).toEqual(['reminder'])
    const everyone = await world.as('everyone', 'approver')
    expect((await eventsOf(everyone, own.id)).filter((event) => event === 'reminder')).toEqual([])
  })

  test('follow the dealer group’s limit, and are off when it is 0', async () => {
    const { id } = await raise(world, 'requester-group', place)
    await limit(0)
    await remind(week)
    expect(await remindersOf('approver-group', id)).toEqual([])
    await limit(10)
    await remind(week)
    expect(await remindersOf('approver-group', id)).toEqual([])
    await remind(3 * week)
    expect(await remindersOf('approver-group', id)).toEqual(['reminder'])
  })

  test('accept a limit from 0 to 30 business days', async () => {
    for (const days of [-1, 31]) {
      const reply = await limit(days)
      expect([reply.status, reply.error.fields]).toEqual([
        422,
        { 'settings.reminder_days': 'Choose from 0 (never) to 30 business days.' },
      ])
    }
  })

  // It is Friday, November 20, 10:00 in New York. A request raised now will have been pending for two business days on
  // Tuesday.
  const [day, hour] = [86_400_000, 3_600_000]
  const tuesday = 4 * day

  const settings = async (body: UpdateLocalSettingsInput) => {
    const params = { id: world.ids.places.NWG }
    expect(
      (await (await world.as('admin-group')).call(organizationEndpoints.updateLocalSettings, { params, body })).status,
    ).toBe(200)
  }
  const zoneOf = async (dealership: 'NWG/TOY' | 'NWG/HON', time_zone: string | null) => {
    const params = { id: world.ids.places[dealership] }
    const reply = await (await world.as('admin-group')).call(organizationEndpoints.updateDealership, {
      params,
      body: { time_zone },
    })
    expect(reply.status).toBe(200)
  }

  test('use only the dealer group’s business days without holidays', async () => {
    await limit(2)
    const { id } = await raise(world, 'requester-group', place)
    await settings({ holidays: [{ date: '2026-11-23', name: 'Founders’ Day' }] })
    await remind(tuesday)
    expect(await remindersOf('approver-group', id)).toEqual([])
    await remind(tuesday + day - 1)
    expect(await remindersOf('approver-group', id)).toEqual([])
    await remind(tuesday + day)
    expect(await remindersOf('approver-group', id)).toEqual(['reminder'])
    const saturdays = await raise(world, 'requester-group', place)
    await settings({ business_weekdays: [1, 2, 3, 4, 5, 6] })
    await remind(tuesday - 1)
    expect(await remindersOf('approver-group', saturdays.id)).toEqual([])
    await remind(tuesday)
    expect(await remindersOf('approver-group', saturdays.id)).toEqual(['reminder'])
    await settings({ business_weekdays: [1, 2, 3, 4, 5], holidays: [] })
  })

  test('use the dealership’s time zone, both east and west of UTC', async () => {
    // It is Saturday in Auckland, so two business days end with Tuesday, at 11:00 UTC.
    await zoneOf('NWG/HON', 'Pacific/Auckland')
    await zoneOf('NWG/TOY', 'Pacific/Honolulu')
    const west = await raise(world, 'requester-group', place)
    const east = await raise(world, 'requester-group', 'NWG/HON/SVC')
    const none = await raise(world, 'requester-group', 'NWG')
    const ids = [west.id, east.id, none.id]
    const reminded = async () => Promise.all(ids.map(async (id) => (await remindersOf('approver-group', id)).length))
    await remind(tuesday - 4 * hour - 1)
    expect(await reminded()).toEqual([0, 0, 0])
    await remind(tuesday - 4 * hour)
    expect(await reminded()).toEqual([0, 1, 0])
    await remind(tuesday - 1)
    expect(await reminded()).toEqual([0, 1, 0])
    await remind(tuesday)
    expect(await reminded()).toEqual([1, 1, 1])
    await zoneOf('NWG/HON', null)
    await zoneOf('NWG/TOY', null)
  })

  test('are created only once for each of many requests', async () => {
    await limit(2)
    const ids: number[] = []
    for (let count = 0; count < 55; count += 1) ids.push((await raise(world, 'requester-group', place)).id)
    await remind(week)
    const { rows } = {
      rows: await world.database.read
        .selectFrom('notices')
        .select(['check_request_id', 'user_id'])
        .where('event', '=', 'reminder')
        .where('check_request_id', 'in', ids)
        .execute(),
    }
    const user = world.ids.people['approver-group']
    expect(rows.filter(({ user_id }) => user_id === user)).toHaveLength(ids.length)
  })

  test('finish even if many pending requests have no approver to remind', async () => {
    for (let count = 0; count < 55; count += 1) await raise(world, 'requester-group', place)
    await world.database.transact((trx) => trx.updateTable('users').set({ active: 0 }).execute())
    await remind(9 * week)
    const later = world.database.read.selectFrom('notices').select('id').where('event', '=', 'reminder')
    const at = new Date(world.services.clock() + 9 * week).toISOString()
    expect(await later.where('created_at', '=', at).execute()).toEqual([])
  })
})
