import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import type { UpdateLocalSettingsInput } from '@check-requests/domain/organization/local-settings.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneDatabase } from '../testing/on-databases.ts'
import type { PersonName } from '../testing/organization.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'
import { findZonesOf } from './queries/calendars.ts'

const christmas = { date: '2026-12-25', name: 'Christmas Day' }
const thanksgiving = { date: '2026-11-26', name: 'Thanksgiving Day' }

onOneDatabase('local settings on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  const read = async (name: PersonName, group: 'NWG' | 'EAS' = 'NWG') =>
    (await world.as(name)).call(endpoints.localSettings, { params: { id: world.ids.places[group] } })
  const change = async (name: PersonName, body: UpdateLocalSettingsInput, group: 'NWG' | 'EAS' = 'NWG') =>
    (await world.as(name)).call(endpoints.updateLocalSettings, { params: { id: world.ids.places[group] }, body })

  test('defaults to New York, Monday to Friday, no holidays, and no email text', async () => {
    expect((await read('requester-department')).data).toEqual({
      id: world.ids.places.NWG,
      version: 1,
      time_zone: 'America/New_York',
      business_weekdays: [1, 2, 3, 4, 5],
      holidays: [],
      mail_text: null,
    })
  })

  test('lets group admins change each setting, and records each change in the audit trail', async () => {
    const { data, status } = await change('admin-group', {
      time_zone: 'US/Pacific',
      business_weekdays: [6, 1, 2, 3, 4, 5, 6],
      holidays: [christmas, thanksgiving],
    })
    expect(status).toBe(200)
    const { version } = data
    expect(data).toMatchObject({
      time_zone: 'America/Los_Angeles',
      business_weekdays: [1, 2, 3, 4, 5, 6],
      holidays: [thanksgiving, christmas],
      mail_text: null,
    })
    const worded = await change('admin-group', { mail_text: '  Call Ada in the office.\nExtension 12. ', version })
    expect(worded.data).toEqual({ ...data, version: version + 1, mail_text: 'Call Ada in the office.\nExtension 12.' })
    expect((await change('admin-super', { mail_text: '', version: version + 1 })).data.mail_text).toBe(null)
    const query = { action: 'dealer-group.update' }
    const { items } = (await (await world.as('admin-group')).call(auditEndpoints.list, { query })).data
    expect(items.toReversed().map(({ actor_name, after }) => [actor_name, after])).toEqual([
      [
        'admin-group Tester',
        {
          time_zone: 'America/Los_Angeles',
          business_weekdays: '123456',
          holidays: JSON.stringify([thanksgiving, christmas]),
        },
      ],
      ['admin-group Tester', { mail_text: 'Call Ada in the office.\nExtension 12.' }],
      ['admin-super Tester', { mail_text: null }],
    ])
    expect((await verifyTrail(world.database, world.ids.places.NWG)).mismatches).toEqual([])
  })

  test('refuses a change based on an older version, and stores nothing when nothing differs', async () => {
    const before = (await read('admin-group')).data
    const stale = await change('admin-group', { mail_text: 'x', version: before.version - 1 })
    expect(stale.status).toBe(409)
    const { id, ...same } = before
    expect((await change('admin-group', same)).data).toEqual(before)
  })

  test('lets admins read and change only their own group’s settings', async () => {
    for (const name of ['admin-group', 'requester-group', 'approver-department'] as const)
      expect([name, (await read(name, 'EAS')).status]).toEqual([name, 404])
    expect((await change('admin-group', { mail_text: 'x' }, 'EAS')).status).toBe(404)
    for (const name of ['admin-dealership', 'admin-department', 'approver-group', 'processor-super'] as const)
      expect([name, (await change(name, { mail_text: 'x' })).status]).toEqual([name, 403])
    expect((await change('admin-super', { time_zone: 'America/Denver' }, 'EAS')).data.time_zone).toBe('America/Denver')
  })

  test.each([
    [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'Choose a time zone from the list, such as America/New_York.'],
    [{ business_weekdays: [] }, 'business_weekdays', 'Choose at least one day of the week.'],
    [
      { holidays: [christmas, { ...christmas, name: 'Again' }] },
      'holidays',
      'Two holidays are on the same day. Remove one of them.',
    ],
    [{ holidays: [{ date: '2026-02-30', name: 'x' }] }, 'holidays.0.date', 'Enter a date as YYYY-MM-DD.'],
    [{ holidays: [{ ...christmas, name: ' ' }] }, 'holidays.0.name', 'Name is required'],
    [{ mail_text: 'x'.repeat(301) }, 'mail_text', 'Enter at most 300 characters.'],
  ] as const)('refuses the local settings %j', async (body, field, sentence) => {
    const id = world.ids.places.NWG
    const path = `/api/v1/dealer-groups/${id}/local-settings`
    const { status, body: reply } = await (await world.as('admin-group')).send('PUT', path, { body })
    expect([status, reply.error.fields]).toEqual([422, { [field]: sentence }])
  })

  test('uses the group’s time zone for a dealership until the dealership has its own', async () => {
    const params = { id: world.ids.places['NWG/TOY'] }
    const admin = await world.as('admin-dealership')
    const zoneOf = async (time_zone: string | null) => {
      const reply = await admin.call(endpoints.updateDealership, { params, body: { time_zone } })
      return [reply.status, reply.data.time_zone]
    }
    expect(await zoneOf('Pacific/Honolulu')).toEqual([200, 'Pacific/Honolulu'])
    expect(await zoneOf(null)).toEqual([200, null])
    const body = { time_zone: 'Nowhere/Land' }
    const refused = await admin.send('PUT', `/api/v1/dealerships/${params.id}`, { body })
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['time_zone']])
  })

  test('uses the time zone of most of a user’s dealerships, or else the group’s time zone', async () => {
    const { places, people } = world.ids
    await change('admin-super', { time_zone: 'America/Chicago' })
    const zones: [number, string | null][] = [
      [places['NWG/TOY'], 'America/Denver'],
      [places['NWG/HON'], 'Pacific/Honolulu'],
      [places['NWG/OLD'], 'Pacific/Honolulu'],
    ]
    for (const [id, time_zone] of zones)
      await (await world.as('admin-super')).call(endpoints.updateDealership, { params: { id }, body: { time_zone } })
    const ids = [
      people['admin-group'],
      people['approver-dealership'],
      people['approver-department'],
      people['requester-honda'],
      people['admin-super'],
    ]
    const zoneOf = async () => {
      const found = await findZonesOf(world.database.read, ids)
      return ids.map((id) => found.get(id))
    }
    const [group, toyota, honda] = ['America/Chicago', 'America/Denver', 'Pacific/Honolulu']
    expect(await zoneOf()).toEqual([group, toyota, toyota, honda, undefined])
    const assign = (place: 'NWG/HON' | 'NWG/OLD') =>
      world.database.transact(async (trx) => {
        const owner = { user_id: people['approver-dealership'], dealer_group_id: places.NWG }
        await trx
          .insertInto('user_dealerships')
          .values({ ...owner, dealership_id: places[place] })
          .execute()
      })
    await assign('NWG/HON')
    // With one dealership in each time zone, the first dealership by name counts: 'Dealership HON'.
    expect((await zoneOf())[1]).toBe(honda)
    await assign('NWG/OLD')
    expect((await zoneOf())[1]).toBe(honda)
  })
})
