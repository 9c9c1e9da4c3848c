import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RecurringRequestsScreen } from '#screens/recurring-requests.tsx'
import { openScreen, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const replies = { 'GET /recurring-requests': { items: [], limit: null } }

test('tells a requester how to set up a recurring request, and leads to the requests', async () => {
  await openScreen(<RecurringRequestsScreen />, { as: userAs('requester'), replies })
  await untilShown(/In My Requests, open one that repeats, such as last month’s rent, and choose Repeat\./)
  const link = screen.getByRole('link', { name: 'Choose a Request to Repeat' })
  expect(link.getAttribute('href')).toBe('/check-requests')
})

test('tells an admin who sets up recurring requests', async () => {
  await openScreen(<RecurringRequestsScreen />, { as: userAs('admin'), replies })
  await untilShown('No recurring requests yet. Requesters set them up for their own requests.')
  expect(screen.queryByRole('link', { name: 'Choose a Request to Repeat' })).toBeNull()
})
