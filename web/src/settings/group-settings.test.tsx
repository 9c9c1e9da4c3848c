import type { SessionUser } from '@check-requests/domain/access/sessions/fields.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { GroupSettings } from '#settings/group-settings.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { dealerGroup } from '#testing/places.ts'

const superAdmin = userAs('admin', { access_level: 0, dealer_group_id: null })
const groupAdmin = userAs('admin', { access_level: 1 })
const dealershipAdmin = userAs('admin', { access_level: 2, dealership_id: [11] })

async function openSettings(as: SessionUser, groups: DealerGroup[] = [dealerGroup()]) {
  const opened = await openScreen(<GroupSettings />, { as, replies: { 'GET /dealer-groups': groups } })
  await eventually(() => screen.getByRole('table'))
  return opened
}

const acts = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'))

function withSettings(settings: Partial<DealerGroup['settings']>): DealerGroup {
  const group = dealerGroup()
  return { ...group, settings: { ...group.settings, ...settings } }
}

const [name, confirmation, idle, reminder, zone] = [0, 2, 3, 4, 5]

test('shows the settings of a dealer group as text', async () => {
  await openSettings(dealershipAdmin)
  const [row] = cellsOf('Dealer group settings')
  expect(row?.[name]).toBe('Lakeside Auto Group')
  expect(row?.[confirmation]).toBe('On')
  expect(row?.[idle]).toBe('Idle limit: 72 hours')
  expect(row?.[reminder]).toBe('2 business days')
  expect(row?.[zone]).toBe('Eastern Time (New York)')
})

test('summarizes separation of duties, second person, and time zone on a phone’s card', async () => {
  await openSettings(dealershipAdmin, [withSettings({ separation_of_duties: false })])
  expect(cellsOf('Dealer group settings')[0]?.[1]).toBe(
    'Separation of duties: Off · Second person: On · Eastern Time (New York)',
  )
})

test.each([
  [0, 'Never'],
  [1, '1 business day'],
  [5, '5 business days'],
])('shows a reminder after %i days as “%s”', async (reminder_days, text) => {
  await openSettings(dealershipAdmin, [withSettings({ reminder_days })])
  expect(cellsOf('Dealer group settings')[0]?.[reminder]).toBe(text)
})

test.each([
  [1, 'Idle limit: 1 hour'],
  [168, 'Idle limit: 168 hours'],
])('shows an idle limit of %i hours as “%s”', async (idle_hours, text) => {
  await openSettings(dealershipAdmin, [withSettings({ idle_hours })])
  expect(cellsOf('Dealer group settings')[0]?.[idle]).toBe(text)
})

test('tells dealership admins who can change the settings, and offers no actions', async () => {
  await openSettings(dealershipAdmin)
  expect(screen.getByText('Only a super admin can change these settings.')).toBeTruthy()
  expect(acts()).toEqual([])
})

test('offers a group’s own admins only the local settings', async () => {
  await openSettings(groupAdmin)
  expect(acts()).toEqual([
    'Change time, calendar, and emails for Lakeside Auto Group',
    'Change payee settings for Lakeside Auto Group',
    'Change purpose requirements for Lakeside Auto Group',
    'Change second-factor rules for Lakeside Auto Group',
    'Change the chart of accounts for Lakeside Auto Group',
  ])
  expect(
    screen.getByText(/^You can change the time zone, .* Only a super admin can change the other settings\.$/),
  ).toBeTruthy()
})

test('offers super admins all settings, without a note', async () => {
  await openSettings(superAdmin)
  expect(acts()).toContain('Change approval and account controls for Lakeside Auto Group')
  expect(screen.queryByText(/Only a super admin can change these/)).toBeNull()
})

test('links to the bank accounts of the dealer group', async () => {
  await openSettings(groupAdmin)
  const link = screen.getByRole('link', { name: 'Bank accounts for Lakeside Auto Group' })
  expect(link.getAttribute('href')).toBe('/admin-bank-accounts?group=1')
})

test('names the dealer group on the buttons if there are several groups', async () => {
  await openSettings(superAdmin, [dealerGroup(), dealerGroup({ id: 2, name: 'Summit Motors' })])
  expect(acts().filter((label) => label?.startsWith('Change approval and account controls for'))).toEqual([
    'Change approval and account controls for Lakeside Auto Group',
    'Change approval and account controls for Summit Motors',
  ])
})

test('says that there are no dealer groups yet', async () => {
  await openScreen(<GroupSettings />, { as: superAdmin })
  expect(await eventually(() => screen.getByText('No dealer groups have been added yet.'))).toBeTruthy()
})
