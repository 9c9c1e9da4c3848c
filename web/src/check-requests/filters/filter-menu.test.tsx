import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FilterMenu } from '#check-requests/filters/filter-menu.tsx'
import { useListState } from '#check-requests/list/list-state.ts'
import { parseSearch } from '#platform/url-state.ts'
import { eventually } from '#testing/eventually.ts'
import { openScreen } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { dealership, department, purpose } from '#testing/places.ts'
import { listedRequest } from '#testing/requests.ts'

const rows = [listedRequest(), listedRequest({ id: 2, requester_id: 3, requester_name: 'Ben Adler' })]

function Filters() {
  return <FilterMenu state={useListState()} rows={rows} openAtOnce={false} />
}

async function openFilters(search = '', role: 'requester' | 'admin' = 'requester') {
  const opened = await openScreen(<Filters />, {
    as: userAs(role),
    at: `/${search}`,
    replies: {
      'GET /dealerships': [dealership(), dealership({ id: 12, name: 'Lakeside Ford' })],
      'GET /departments': [department()],
      'GET /purposes': [purpose()],
      'GET /check-requests/requesters': [{ id: 9, name: 'Cleo Park' }],
    },
  })
  const query = () => parseSearch(opened.history.location.search)
  const choose = async (label: string) => {
    await opened.user.click(screen.getByRole('button', { name: 'Filter' }))
    await opened.user.click(await eventually(() => screen.getByRole('menuitem', { name: label })))
  }
  return { ...opened, query, choose }
}

const chips = () =>
  within(screen.getByRole('list', { name: 'Filters' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('shows no filter chips while no filter is active', async () => {
  await openFilters()
  expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
})

test('shows each active filter on a chip with names instead of ids', async () => {
  await openFilters('?dealership=12&amount_from=500')
  await eventually(() =>
    expect(chips()).toEqual(['Dealership: Lakeside Ford', 'Amount: from $500.00', 'Clear Filters']),
  )
})

test('removes a filter with its button', async () => {
  const { user, query } = await openFilters('?payee=glass&overdue=true')
  await user.click(screen.getByRole('button', { name: 'Remove filter Payee: glass' }))
  await eventually(() => expect(query()).toEqual({ overdue: 'true' }))
})

test('removes all filters with one button', async () => {
  const { user, query } = await openFilters('?payee=glass&overdue=true&search=a')
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await eventually(() => expect(query()).toEqual({}))
})

test('turns on the overdue filter directly from the menu', async () => {
  const { choose, query } = await openFilters()
  await choose('Overdue')
  await eventually(() => expect(query()).toEqual({ overdue: 'true' }))
})

test('applies a typed range of amounts', async () => {
  const { user, choose, query } = await openFilters()
  await choose('Amount')
  await user.type(await eventually(() => screen.getByLabelText('At Least')), '1234.5')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await eventually(() => expect(query()).toEqual({ amount_from: '1234.50' }))
})

test('rejects an amount range that ends before it begins', async () => {
  const { user, choose, query } = await openFilters()
  await choose('Amount')
  await user.type(await eventually(() => screen.getByLabelText('At Least')), '100')
  await user.type(screen.getByLabelText('At Most'), '20')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await eventually(() => screen.getByText('The highest amount is below the lowest amount'))).toBeTruthy()
  expect(query()).toEqual({})
})

test('rejects an invalid date', async () => {
  const { user, choose, query } = await openFilters()
  await choose('Due')
  await user.type(await eventually(() => screen.getByLabelText('First Day')), 'someday')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await eventually(() => screen.getByText('Type a date, such as 12/3, +5, or fri.'))).toBeTruthy()
  expect(query()).toEqual({})
})

test('discards a changed filter on Cancel', async () => {
  const { user, choose, query } = await openFilters()
  await choose('Payee')
  await user.type(await eventually(() => screen.getByLabelText('Payee')), 'glass')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await eventually(() => expect(screen.queryByLabelText('Payee')).toBeNull())
  expect(query()).toEqual({})
})

test('opens a chip’s filter with its current value', async () => {
  const { user, query } = await openFilters('?payee=glass')
  await user.click(screen.getByRole('button', { name: 'Payee: glass' }))
  const field = await eventually(() => screen.getByLabelText('Payee'))
  expect(field).toHaveProperty('value', 'glass')
  await user.clear(field)
  await user.type(field, 'harbor{Enter}')
  await eventually(() => expect(query()).toEqual({ payee: 'harbor' }))
})

test('offers a single choice for the filter Waiting On', async () => {
  const { user, choose, query } = await openFilters()
  await choose('Waiting On')
  await user.click(await eventually(() => screen.getByRole('radio', { name: 'Handover' })))
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await eventually(() => expect(query()).toEqual({ waiting_on: 'hand-over' }))
})

test.each([
  ['requester', '?requester=2', 'Requester: Sam Okafor'],
  ['requester', '?requester=9', 'Requester: #9'],
  ['admin', '?requester=9', 'Requester: Cleo Park'],
] as const)('shows the role %s, with the query %s, the chip “%s”', async (role, search, text) => {
  await openFilters(search, role)
  await eventually(() => expect(chips()[0]).toBe(text))
})
