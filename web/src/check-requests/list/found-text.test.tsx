import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FoundText } from '#check-requests/list/list-toolbar.tsx'

afterEach(cleanup)

const page = { items: [], total: 1000, total_is_lower_bound: false, newest_only: false, sum: null, next_cursor: null }

test('shows the number of check requests in the list', () => {
  render(<FoundText page={page} />)
  expect(screen.getByRole('status').textContent).toBe('1,000 check requests found')
})

test('uses the singular for one check request', () => {
  render(<FoundText page={{ ...page, total: 1 }} />)
  expect(screen.getByRole('status').textContent).toBe('1 check request found')
})

test('marks a count that stopped early with "more than"', () => {
  render(<FoundText page={{ ...page, total_is_lower_bound: true }} />)
  expect(screen.getByText('More than 1,000 check requests found')).toBeTruthy()
})

test('says that a search was incomplete', () => {
  render(<FoundText page={{ ...page, newest_only: true }} />)
  expect(
    screen.getByText('Only the newest requests were searched. To find others, use longer words or more filters.'),
  ).toBeTruthy()
})

test('shows the total as a separate text next to the count', () => {
  render(<FoundText page={{ ...page, total: 16, sum: 24_105.77 }} />)
  expect(screen.getByText('16 check requests found', { exact: true })).toBeTruthy()
  expect(screen.getByText('$24,105.77', { exact: true })).toBeTruthy()
})

test('shows no total for an empty list', () => {
  render(<FoundText page={{ ...page, total: 0, sum: 0 }} />)
  expect(screen.getByRole('status').textContent).toBe('0 check requests found')
})
