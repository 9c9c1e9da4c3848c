import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { namesIn } from '#operation/set-up/people-step.tsx'
import { PlaceAndPeopleSteps } from '#operation/set-up/steps.tsx'
import { ownTimeZone } from '#organization/place-inputs.tsx'
import { InviteUserDialog } from '#people/users/invitation.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, untilShown } from '#testing/open-screen.tsx'
import { storedUser, userAs } from '#testing/people.ts'
import { dealerGroup, dealership, department } from '#testing/places.ts'

const as = userAs('admin', { access_level: 0, dealer_group_id: null })
const replies = {
  'GET /dealer-groups': [dealerGroup()],
  'GET /dealerships': [dealership()],
  'GET /departments': [],
  'GET /users': [storedUser()],
}

test.each([
  ['rita.harbor@harbor.example', { first_name: 'Rita', last_name: 'Harbor' }],
  ['ANNA_maria-lopez@harbor.example', { first_name: 'Anna', last_name: 'Maria Lopez' }],
  ['rharbor2@harbor.example', { first_name: '', last_name: '' }],
  ['abel@harbor.example', { first_name: 'Abel', last_name: '' }],
  ['', { first_name: '', last_name: '' }],
])('suggests the names in %s', (email, names) => {
  expect(namesIn(email)).toEqual(names)
})

test('announces all created departments in one notice', async () => {
  const { user, sent } = await openScreen(<PlaceAndPeopleSteps />, {
    as,
    replies: { ...replies, 'POST /departments': department() },
  })
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Create 4 Departments' })))
  await untilShown('4 departments created')
  expect(sent()).toHaveLength(4)
})

test('names the step for the first dealership as its dialog does', async () => {
  await openScreen(<PlaceAndPeopleSteps />, { as, replies: { ...replies, 'GET /dealerships': [] } })
  expect(await eventually(() => screen.getByRole('region', { name: 'Dealership' }))).toBeTruthy()
  expect(screen.queryByText('Store')).toBeNull()
})

test('shows beside each user why the server refused to invite them', async () => {
  const { user } = await openScreen(<PlaceAndPeopleSteps />, {
    as,
    replies: {
      ...replies,
      'GET /departments': [department()],
      'POST /users/invite': new Refusal(409, 'Another user has this email address.'),
    },
  })
  await user.type(
    (await eventually(() => screen.getAllByLabelText(/^Email/)))[0] as HTMLElement,
    'rita.harbor@a.example',
  )
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await eventually(() => screen.getByRole('textbox', { description: /Another user has this email address\./ }))
})

test('invites to the only dealer group with access to all of it', async () => {
  const dialog = <InviteUserDialog subject={null} open onOpenChange={() => undefined} />
  await openScreen(dialog, { as, replies })
  const level = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Dealer Group' })
  await eventually(() => expect(level().checked).toBe(true))
  expect(screen.getByRole('combobox', { name: /^Dealer Group/ }).textContent).toContain('Lakeside Auto Group')
})

test.each([
  ['America/Denver', 'America/Denver'],
  ['America/Detroit', 'America/Detroit'],
  ['Europe/Berlin', 'America/New_York'],
  ['UTC', 'America/New_York'],
])('presets for a browser in %s the time zone %s', (own, preset) => {
  expect(ownTimeZone(own)).toBe(preset)
})
