import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FoundText } from '#check-requests/list/list-toolbar.tsx'

afterEach(cleanup)

const page = { items: [], total: 1000, total_is_lower_bound: false, newest_only: false, sum: null, next_cursor: null }

test('the list says how many check requests it holds', () => {
  render(<FoundText page={page} />)
  expect(screen.getByRole('status').textContent).toBe('1,000 check requests found')
})

test('one check request is said in the singular', () => {
  render(<FoundText page={{ ...page, total: 1 }} />)
  expect(screen.getByRole('status').textContent).toBe('1 check request found')
})

test('a count that stops early says that there are more', () => {
  render(<FoundText page={{ ...page, total_is_lower_bound: true }} />)
  expect(screen.getByText('More than 1,000 check requests found')).toBeTruthy()
})

test('a search that could not look everywhere says so', () => {
  render(<FoundText page={{ ...page, newest_only: true }} />)
  expect(screen.getByText('Only the newest are looked at. Longer words or more filters can find more.')).toBeTruthy()
})

test('the sum stands beside the length as a text of its own', () => {
  render(<FoundText page={{ ...page, total: 16, sum: 24_105.77 }} />)
  expect(screen.getByText('16 check requests found', { exact: true })).toBeTruthy()
  expect(screen.getByText('$24,105.77', { exact: true })).toBeTruthy()
})

test('an empty list has no sum', () => {
  render(<FoundText page={{ ...page, total: 0, sum: 0 }} />)
  expect(screen.getByRole('status').textContent).toBe('0 check requests found')
})
