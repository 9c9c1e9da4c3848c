import type { Insights as Drawn } from '@check-requests/domain/check-requests/insights.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Insights } from '#dashboard/insights.tsx'
import { parseSearch } from '#platform/url-state.ts'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen, optionsOf, Refusal } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { dealership } from '#testing/places.ts'

const nothing = { count: 0, amount: 0 }

function drawn(changes: Partial<Drawn> = {}): Drawn {
  return {
    time_zone: 'Pacific/Auckland',
    weeks: [
      { from: '2026-11-09', requested: { count: 2, amount: 1500.5 }, completed: nothing },
      { from: '2026-11-16', requested: nothing, completed: { count: 1, amount: 20 } },
    ],
    open: [
      { status_id: 2, count: 3, amount: 900 },
      { status_id: 3, ...nothing },
    ],
    steps: [{ status_id: 1, median_hours: 4.5 }],
    ...changes,
  }
}

interface Opened {
  data?: Drawn | Refusal
  at?: string
  role?: 'approver' | 'requester'
}

async function openCharts({ data = drawn(), at = '/', role = 'approver' }: Opened = {}) {
  return openScreen(<Insights />, {
    as: userAs(role),
    at,
    replies: {
      'GET /check-requests/insights': data,
      'GET /dealerships': [dealership(), dealership({ id: 12, name: 'Lakeside Ford' })],
    },
  })
}

const chart = (caption: string) => eventually(() => screen.getByRole('table', { name: caption }))
const hrefs = () => [...document.querySelectorAll('td a')].map((link) => link.getAttribute('href'))

describe('dashboard charts', () => {
  test('lists the latest week first', async () => {
    await openCharts()
    await chart('Amounts raised and closed by week')
    expect(cellsOf('Amounts raised and closed by week')).toEqual([
      ['$0.00', '$20.00'],
      ['$1,500.50', '$0.00'],
    ])
  })

  test('links each figure to the requests of its week in its time zone, but doesn’t link a zero', async () => {
    await openCharts()
    await chart('Amounts raised and closed by week')
    expect(hrefs().slice(0, 2)).toEqual([
      '/check-requests?time_zone=Pacific%2FAuckland&completed_from=2026-11-16&completed_to=2026-11-22',
      '/check-requests?time_zone=Pacific%2FAuckland&raised_from=2026-11-09&raised_to=2026-11-15',
    ])
  })

  test('shows the number of open requests by status under names that differ from those of the cards', async () => {
    await openCharts()
    await chart('Open requests by status')
    expect(screen.getAllByText('Processing by approver').length).toBeGreaterThan(0)
    expect(cellsOf('Open requests by status')).toEqual([
      ['3', '$900.00'],
      ['0', '$0.00'],
    ])
  })

  test('shows the median time at each step', async () => {
    await openCharts()
    await chart('Median time at each step')
    expect(cellsOf('Median time at each step')).toEqual([['4.5 hours']])
  })

  test('omits the times until requests have been closed', async () => {
    await openCharts({ data: drawn({ steps: [] }) })
    await chart('Open requests by status')
    expect(screen.queryByRole('table', { name: 'Median time at each step' })).toBeNull()
  })

  test('shows no charts before the first request', async () => {
    const empty = drawn({ weeks: [], open: [], steps: [] })
    const { read } = await openCharts({ data: empty })
    await eventually(() => expect(read().some((url) => url.startsWith('/check-requests/insights'))).toBe(true))
    expect(screen.getByTestId('content').textContent).toBe('')
  })

  test('shows why the charts couldn’t be loaded', async () => {
    await openCharts({ data: new Refusal(403, 'Not for this role.') })
    expect((await eventually(() => screen.getByRole('alert'))).textContent).toContain('Not for this role.')
  })
})

test('names the time zone of the weeks', async () => {
  await openCharts()
  await chart('Amounts raised and closed by week')
  expect(screen.getByText('By week, from Monday to Sunday, in Auckland time')).toBeDefined()
})

test('leaves the user’s own time zone out of links', async () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await openCharts({ data: drawn({ time_zone: timeZone }) })
  await chart('Amounts raised and closed by week')
  expect(hrefs()[0]).toBe('/check-requests?completed_from=2026-11-16&completed_to=2026-11-22')
})

describe('chart controls', () => {
  test('offers four periods', async () => {
    await openCharts()
    await chart('Open requests by status')
    expect(optionsOf('Time period')).toEqual(['Last 4 weeks', 'Last 12 weeks', 'Last 26 weeks', 'Last 52 weeks'])
  })

  test('keeps the period and the dealership in the URL', async () => {
    const { user, history } = await openCharts()
    await user.selectOptions(await eventually(() => screen.getByLabelText('Time period')), 'Last 26 weeks')
    await user.selectOptions(await eventually(() => screen.getByLabelText('Dealership')), 'Lakeside Ford')
    await eventually(() => expect(parseSearch(history.location.search)).toEqual({ weeks: '26', dealership: '12' }))
  })

  test('requests the charts for the period and dealership in the URL', async () => {
    const { read } = await openCharts({ at: '/?weeks=4&dealership=12' })
    await eventually(() => expect(read()).toContain('/check-requests/insights?weeks=4&dealership=12'))
  })

  test('ignores an unknown dealership once the list has loaded', async () => {
    await openCharts({ at: '/?dealership=99' })
    await eventually(() => expect(screen.getByLabelText('Dealership')).toHaveProperty('value', ''))
  })

  test('limits the links to the chosen dealership', async () => {
    await openCharts({ at: '/?dealership=12' })
    await chart('Open requests by status')
    await eventually(() => expect(hrefs().every((href) => href?.includes('dealership=12'))).toBe(true))
  })

  test('doesn’t offer requesters a choice of dealership', async () => {
    await openCharts({ role: 'requester' })
    await chart('Open requests by status')
    expect(screen.queryByLabelText('Dealership')).toBeNull()
  })
})
