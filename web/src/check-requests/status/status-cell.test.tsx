import { addDays, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { PayoffDays, WithPayoffDays } from '#check-requests/status/payoff-days.tsx'
import { StatusCell } from '#check-requests/status/status-cell.tsx'
import { shortWaitingText } from '#check-requests/status/waiting.ts'
import { listedRequest } from '#testing/requests.ts'

afterEach(cleanup)

const today = localToday(new Date())
const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const hold = { by_id: 5, by_name: 'Denise Carver', reason: 'Wait', at: ago(1) }

describe('status in a table', () => {
  test('shows the check number next to the badge', () => {
    render(<StatusCell request={listedRequest({ status_name: 'signed', check_number: '001046' })} />)
    expect(screen.getByText('Signed')).toBeTruthy()
    expect(screen.getByTitle('#001046').textContent).toBe('#001046')
  })

  test('marks a request on hold', () => {
    render(<StatusCell request={listedRequest({ status_name: 'approved', hold })} />)
    expect(screen.getByTitle('On hold')).toBeTruthy()
  })

  test('shows how long an open request has been overdue', () => {
    render(<StatusCell request={listedRequest({ due_date: addDays(today, -3) })} />)
    expect(screen.getByTitle('Overdue 3 days').textContent).toContain('3d late')
  })

  test('never marks a closed request as overdue', () => {
    render(<StatusCell request={listedRequest({ status_name: 'closed', due_date: addDays(today, -3) })} />)
    expect(screen.queryByTitle(/^Overdue/)).toBeNull()
  })

  test('shows the days left of a payoff', () => {
    const date = addDays(today, 3)
    render(<StatusCell request={listedRequest({ due_date: date, good_through: date })} />)
    expect(screen.getByText('3d left')).toBeTruthy()
  })

  test('shows the waiting time in queues only', () => {
    const request = listedRequest({ status_changed_at: ago(50) })
    const { rerender } = render(<StatusCell request={request} />)
    expect(screen.queryByTitle('waiting 2 days')).toBeNull()
    rerender(<StatusCell request={request} waiting />)
    expect(screen.getByTitle('waiting 2 days').textContent).toBe('2dwaiting 2 days')
  })

  test('exposes a payoff’s waiting time only to screen readers, because its days left matter more', () => {
    const date = addDays(today, 3)
    const request = listedRequest({ due_date: date, good_through: date, status_changed_at: ago(50) })
    render(<StatusCell request={request} waiting />)
    expect(screen.getByTitle('waiting 2 days').textContent).toBe('waiting 2 days')
  })
})

describe('days left next to a text', () => {
  test.each([
    ['approved', 3, '3d left'],
    ['approved', 0, '0d left'],
    ['approved', -2, '2d late'],
    ['closed', -2, ''],
  ] as const)(
    'shows a payoff at status %s, %i days before its good-through date, as “%s”',
    (status_name, days, text) => {
      const { container } = render(<PayoffDays request={{ status_name, good_through: addDays(today, days) }} />)
      expect(container.textContent).toBe(text)
    },
  )

  test('shows no days left for a request that isn’t a payoff', () => {
    const { container } = render(<PayoffDays request={{ status_name: 'approved', good_through: null }} />)
    expect(container.textContent).toBe('')
  })

  test('shows a payoff’s days left after the payee in a list', () => {
    const request = { status_name: 'approved', good_through: addDays(today, 1) } as const
    const { container } = render(<WithPayoffDays request={request}>Harbor Bank</WithPayoffDays>)
    expect(container.textContent).toBe('Harbor Bank1d left')
  })
})

test.each([
  [0, '0m'],
  [0.5, '30m'],
  [23.9, '23h'],
  [24, '1d'],
  [-1, '0m'],
])('abbreviates a wait of %s hours as %s', (hours, text) => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(shortWaitingText(new Date(now.getTime() - hours * hour).toISOString(), now)).toBe(text)
})
