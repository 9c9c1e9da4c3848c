import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../testing/on-databases.ts'
import { type PlaceName, people, placeNames } from '../testing/organization.ts'
import { startWorld, type World } from '../testing/world.ts'

/** The payment purposes from decision A11, copied by hand. */
const purposes = {
  Customer: ['Customer refund', 'Deposit refund', 'We-owe', 'Warranty or service-contract cancellation', 'Goodwill'],
  Vehicle: ['Payoff', 'Trade-in equity', 'Auction purchase', 'Title and registration'],
  Vendor: ['Parts', 'Sublet repair', 'Advertising', 'Facility maintenance', 'Utilities', 'Rent'],
  Employee: ['Expense reimbursement', 'Travel advance', 'Spiff'],
  Government: ['Sales tax', 'Licence and permit'],
  Other: ['other'],
}

const callers = people.filter((person) => person.active)

onBothDatabases('lists of places and lookups on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  test('lists the purposes from decision A11, grouped by payment type, in a new installation', async () => {
    const { data } = await (await world.as('requester-group')).call(endpoints.purposes)
    const groups = Object.entries(purposes).flatMap(([group, names]) => names.map((name) => [group, name]))
    expect(data.map((purpose) => [purpose.payment_for, purpose.name])).toEqual(groups)
  })

  test('lists four delivery methods in a new installation: two carriers, pickup, and other', async () => {
    const { data } = await (await world.as('requester-group')).call(endpoints.deliveryMethods)
    expect(data).toEqual([
      { id: 1, version: 1, name: 'USPS Mail', kind: 'carrier' },
      { id: 2, version: 1, name: 'In-Person Pickup', kind: 'pickup' },
      { id: 3, version: 1, name: 'FedEx Overnight', kind: 'carrier' },
      { id: 4, version: 1, name: 'Other', kind: 'other' },
    ])
  })

  test.each(callers)(
    'shows user $name the places in their own group, or all places if they are a super admin',
    async ({ name, group }) => {
      const client = await world.as(name)
      const replies = await Promise.all([
        client.call(endpoints.dealerGroups),
        client.call(endpoints.dealerships),
        client.call(endpoints.departments),
      ])
      const shown = replies.map((reply) => reply.data.map(({ id }) => id).sort((a, b) => a - b))
      const inReach = placeNames.filter((place) => group === null || place.split('/')[0] === group)
      const atDepth = (depth: number) =>
        inReach
          .filter((place) => place.split('/').length === depth)
          .map((place: PlaceName) => world.ids.places[place])
          .sort((a, b) => a - b)
      expect(shown).toEqual([atDepth(1), atDepth(2), atDepth(3)])
    },
  )

  test('shows places with the names and codes of their parents', async () => {
    const client = await world.as('admin-super')
    const groups = (await client.call(endpoints.dealerGroups)).data
    expect(groups).toMatchObject([
      {
        name: 'Eastside Motors',
        code: 'EAS',
        settings: {
          separation_of_duties: false,
          account_confirmation: true,
          idle_hours: 72,
          reminder_days: 2,
          discreet_mails: false,
          time_zone: 'America/New_York',
        },
      },
      {
        name: 'Northwest Auto Group',
        code: 'NWG',
        settings: {
          separation_of_duties: true,
          account_confirmation: true,
          idle_hours: 72,
          reminder_days: 2,
          discreet_mails: false,
          time_zone: 'America/New_York',
        },
      },
    ])
    const dealerships = (await client.call(endpoints.dealerships)).data
    expect(dealerships.map((row) => [row.dealer_group_name, row.code, row.is_active])).toEqual([
      ['Eastside Motors', 'KIA', true],
      ['Northwest Auto Group', 'HON', true],
      ['Northwest Auto Group', 'OLD', false],
      ['Northwest Auto Group', 'TOY', true],
    ])
    const departments = (await client.call(endpoints.departments)).data
    expect(departments.map((row) => [row.dealer_group_code, row.dealership_code, row.code])).toEqual([
      ['EAS', 'KIA', 'SVC'],
      ['NWG', 'HON', 'SVC'],
      ['NWG', 'TOY', 'SAL'],
      ['NWG', 'TOY', 'SVC'],
    ])
  })
})
