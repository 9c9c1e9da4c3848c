import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useListState } from '#check-requests/list/list-state.ts'
import { StatusTabs } from '#check-requests/list/list-toolbar.tsx'
import { parseSearch } from '#platform/url-state.ts'
import { eventually } from '#testing/eventually.ts'
import { openScreen } from '#testing/open-screen.tsx'

const replies = (counts: Record<number, number>) => ({
  'GET /check-requests/summary': { counts, total: 9, handled: 0 },
})

const tabs = [
  { status: 0, text: 'All' },
  { status: 3, text: 'To Print', counted: true },
  { status: 4, text: 'Printed' },
] as const

function Tabs() {
  return <StatusTabs tabs={tabs} state={useListState('processing')} />
}

test('counts requests only on tabs that need an action', async () => {
  await openScreen(<Tabs />, { replies: replies({ 3: 1250, 4: 7 }) })
  await eventually(() => screen.getByRole('button', { name: 'To Print (1,250)' }))
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'All',
    'To Print (1,250)',
    'Printed',
  ])
})

test('marks the current tab, and opens another tab on a click', async () => {
  const { user, history } = await openScreen(<Tabs />, { at: '/?status=3', replies: replies({}) })
  const pressed = () => screen.getByRole('button', { pressed: true }).textContent
  expect(pressed()).toBe('To Print')
  await user.click(screen.getByRole('button', { name: 'Printed' }))
  await eventually(() => expect(pressed()).toBe('Printed'))
  expect(parseSearch(history.location.search)).toEqual({ status: '4' })
})
