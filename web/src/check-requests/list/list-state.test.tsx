import type { ListView } from '@check-requests/domain/check-requests/list/views.ts'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { emptyRange, type FilterRange, type ListState, partsOf, useListState } from '#check-requests/list/list-state.ts'
import { parseSearch, stringifySearch } from '#platform/url-state.ts'
import { eventually } from '#testing/eventually.ts'

afterEach(cleanup)

async function openList(search: string, queue?: ListView) {
  let latest: ListState | undefined
  function List() {
    latest = useListState(queue)
    return <p>List</p>
  }
  const history = createMemoryHistory({ initialEntries: [`/${search}`] })
  const routeTree = createRootRoute({ component: List })
  render(<RouterProvider router={createRouter({ routeTree, history, parseSearch, stringifySearch })} />)
  const state = () => {
    if (!latest) throw new Error('The list hasn’t been rendered yet')
    return latest
  }
  await eventually(state)
  return { state, history }
}

const plain = { search: '', status: 0, view: 'all', within: 0, sort: 'newest' }

describe('URL of a list', () => {
  test('lists all requests with the newest first when the URL has no query', async () => {
    const { state } = await openList('')
    expect(state().filter).toEqual(plain)
    expect(state().narrowed).toBe(false)
  })

  test.each<[string, object]>([
    ['?search=glass', { search: 'glass' }],
    ['?status=3', { status: 3 }],
    ['?status=17', {}],
    ['?view=completed&within=30', { view: 'completed', within: 30 }],
    ['?within=30', {}],
    ['?view=completed&within=31', { view: 'completed' }],
    ['?view=pending&status=7', { view: 'pending' }],
    ['?view=pending&status=1', { view: 'pending', status: 1 }],
    ['?sort=amount-high', { sort: 'amount-high' }],
    ['?sort=color', {}],
  ])('reads the URL query %s as %j', async (search, expected) => {
    const { state } = await openList(search)
    expect(state().filter).toEqual({ ...plain, ...expected })
  })

  test.each<[string, object]>([
    ['?statuses=approved,printed', { statuses: 'approved,printed' }],
    ['?statuses=approved,lost', {}],
    ['?dealership=11,12', { dealership: '11,12' }],
    ['?dealership=011', {}],
    ['?dealership=0', {}],
    ['?amount_from=12.50', { amount_from: '12.50' }],
    ['?amount_from=0', {}],
    ['?amount_from=12.345', {}],
    ['?amount_from=999999999', {}],
    ['?due_from=2026-11-30', { due_from: '2026-11-30' }],
    ['?due_from=2026-11-31', {}],
    ['?waiting_on=hand-over', { waiting_on: 'hand-over' }],
    ['?waiting_on=nobody', {}],
    ['?handled=true', { handled: 'true' }],
    ['?handled=false', {}],
    ['?priority=urgent,critical', { priority: 'urgent,critical' }],
    ['?payee=%00', {}],
  ])('reads the filters in the URL query %s as %j', async (search, expected) => {
    const { state } = await openList(search)
    expect(state().filter).toEqual({ ...plain, ...expected })
  })

  test('sends at most 50 ids', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => index + 1).join()
    const { state } = await openList(`?requester=${ids}`)
    expect(state().filters.requester.split(',')).toHaveLength(50)
  })

  test('truncates a search text to 100 characters', async () => {
    const { state } = await openList(`?search=${'x'.repeat(120)}`)
    expect(state().filter.search).toHaveLength(100)
  })

  test.each(['?overdue=true', '?raised_from=2026-11-01', '?completed_to=2026-11-30'])(
    'sends the user’s time zone along with %s',
    async (search) => {
      const { state } = await openList(search)
      expect(state().filter).toMatchObject({ time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone })
    },
  )

  test('prefers the time zone in a link from a chart', async () => {
    const { state } = await openList('?raised_from=2026-11-02&time_zone=UTC')
    expect(state().filter).toMatchObject({ time_zone: 'UTC' })
  })

  test('ignores the end of a range that ends before it begins', async () => {
    const { state } = await openList('?due_from=2026-11-30&due_to=2026-11-01&amount_from=100&amount_to=20')
    expect(state().filter).toEqual({ ...plain, due_from: '2026-11-30', amount_from: '100' })
  })

  test('ignores another view in the URL of a queue', async () => {
    const { state } = await openList('?view=completed', 'processing')
    expect(state().filter.view).toBe('processing')
  })

  test('sorts approvals by urgency unless the URL says otherwise', async () => {
    expect((await openList('', 'pending')).state().filter.sort).toBe('priority')
    expect((await openList('?sort=newest', 'pending')).state().filter.sort).toBe('newest')
  })
})

describe('filtered list', () => {
  test.each([
    ['?search=a', undefined, true],
    ['?status=3', undefined, true],
    ['?view=pending', undefined, true],
    ['?view=completed&within=30', undefined, true],
    ['?overdue=true', undefined, true],
    ['?sort=due', undefined, false],
    ['?saved=3', undefined, false],
    ['?view=pending', 'pending', false],
    ['', 'processing', false],
  ] as const)(
    'recognizes that the URL query %s in the queue %s hides rows (expected: %s)',
    async (search, queue, expected) => {
      expect((await openList(search, queue)).state().narrowed).toBe(expected)
    },
  )

  test('clears all filters, and keeps the sort order and the open view', async () => {
    const { state, history } = await openList('?search=a&status=3&view=all&due_to=2026-11-30&sort=due&saved=3')
    act(() => state().clear())
    await eventually(() => expect(state().narrowed).toBe(false))
    expect(parseSearch(history.location.search)).toEqual({ sort: 'due', saved: '3' })
  })

  test('keeps the URL’s other filters when one filter changes', async () => {
    const { state, history } = await openList('?search=a')
    act(() => state().change({ dealership: '11' }))
    await eventually(() => expect(state().filters.dealership).toBe('11'))
    expect(parseSearch(history.location.search)).toEqual({ search: 'a', dealership: '11' })
  })
})

describe('query of a saved view', () => {
  test('saves only the values of a view that differ from the defaults', async () => {
    const { state } = await openList('?sort=newest&search=glass&saved=3&status=0')
    expect(state().query).toBe('search=glass')
  })

  test('compares the queries of views regardless of order and invalid parts', async () => {
    const { state } = await openList('')
    expect(state().normalized('sort=due&search=glass&color=red&status=99')).toBe(
      state().normalized('search=glass&sort=due'),
    )
  })
})

const amounts: FilterRange = ['amount_from', 'amount_to', 'The highest amount is below the lowest amount']
const days: FilterRange = ['due_from', 'due_to', 'The last day is before the first day']

test.each([
  [amounts, { amount_from: '100', amount_to: '20' }, 'The highest amount is below the lowest amount'],
  [amounts, { amount_from: '20', amount_to: '100' }, undefined],
  [amounts, { amount_from: '20', amount_to: '20' }, undefined],
  [amounts, { amount_from: '100' }, undefined],
  [days, { due_from: '2026-12-01', due_to: '2026-11-30' }, 'The last day is before the first day'],
  [days, { due_from: '2026-11-30', due_to: '2026-11-30' }, undefined],
  [days, { due_to: '2026-11-30' }, undefined],
] as const)('validates the range %j with the values %j (error: %s)', (range, values, message) => {
  expect(emptyRange(values, range)).toBe(message)
})

test.each([
  ['', []],
  ['11', ['11']],
  ['11,12', ['11', '12']],
])('splits the filter value %j into the parts %j', (value, parts) => {
  expect(partsOf(value)).toEqual(parts)
})
