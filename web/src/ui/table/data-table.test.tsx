import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Column, DataTable, type DataTableProps } from '#ui/table/data-table.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

interface Row {
  id: number
  name: string
  version: number
}

const columns: Column<Row>[] = [
  { key: 'name', header: 'Payee', cell: (row) => row.name, onCard: 'title' },
  { key: 'amount', header: 'Amount', cell: (row) => `$${row.id}.00`, sort: { descending: 'high', ascending: 'low' } },
  { key: 'due', header: 'Due', cell: () => 'Nov 1, 2026', sort: { ascending: 'due' } },
]
const rows: Row[] = [
  { id: 1, name: 'Northside Parts', version: 1 },
  { id: 2, name: 'Maria Delgado', version: 4 },
]

function table(props: Partial<DataTableProps<Row>>) {
  return (
    <DataTable
      caption="Checks"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowVersion={(row) => row.version}
      empty={<p>No check requests found matching your criteria</p>}
      {...props}
    />
  )
}

const bodyRows = () => within(screen.getAllByRole('rowgroup')[1] as HTMLElement).getAllByRole('row')

test('shows nothing during a short load, a skeleton during a longer one, and then the rows', () => {
  const { rerender } = render(table({ rows: undefined, skeletonRows: 3 }))
  act(() => vi.advanceTimersByTime(290))
  expect(screen.queryByRole('table')).toBeNull()
  act(() => vi.advanceTimersByTime(20))
  expect(screen.getByRole('table', { name: 'Checks' }).getAttribute('aria-busy')).toBe('true')
  expect(bodyRows()).toHaveLength(3)
  rerender(table({}))
  expect(bodyRows().map((row) => row.textContent)).toEqual([
    'Northside Parts$1.00Nov 1, 2026',
    'Maria Delgado$2.00Nov 1, 2026',
  ])
})

test('shows why a load failed, offers a retry, and keeps existing rows', () => {
  const retry = vi.fn()
  const { rerender } = render(table({ rows: undefined, error: 'Failed to get checks...', onRetry: retry }))
  act(() => vi.advanceTimersByTime(1000))
  expect(screen.getByRole('alert').textContent).toContain('Failed to get checks...')
  expect(screen.queryByRole('table')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(retry).toHaveBeenCalledOnce()
  rerender(table({ error: 'Failed to get checks...' }))
  expect(bodyRows()).toHaveLength(2)
})

test('shows the empty state of a table, but not after a failed load', () => {
  const { rerender } = render(table({ rows: [] }))
  expect(screen.getByText('No check requests found matching your criteria')).toBeTruthy()
  rerender(table({ rows: [], error: 'Failed to get checks...' }))
  expect(screen.queryByText('No check requests found matching your criteria')).toBeNull()
})

test('announces a header’s sort direction, and reverses it on a click', () => {
  const onSort = vi.fn()
  const { rerender } = render(table({ sort: 'newest', onSort }))
  const amount = () => screen.getByRole('columnheader', { name: 'Amount' })
  expect(amount().getAttribute('aria-sort')).toBe('none')
  fireEvent.click(screen.getByRole('button', { name: 'Amount' }))
  rerender(table({ sort: 'high', onSort }))
  expect(amount().getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(screen.getByRole('button', { name: 'Amount' }))
  rerender(table({ sort: 'low', onSort }))
  expect(amount().getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(screen.getByRole('button', { name: 'Due' }))
  expect(onSort.mock.calls).toEqual([['high'], ['low'], ['due']])
  expect(screen.getByRole('columnheader', { name: 'Payee' }).hasAttribute('aria-sort')).toBe(false)
})

test('highlights a row that changes on the screen, but not a new row', () => {
  const { rerender } = render(table({}))
  const changed: Row[] = [
    { id: 3, name: 'City Treasurer', version: 9 },
    { ...rows[0], version: 2 } as Row,
    rows[1] as Row,
  ]
  rerender(table({ rows: changed }))
  expect(bodyRows().map((row) => row.className.includes('animate-changed'))).toEqual([false, true, false])
})

test('marks the row selected by keyboard as current', () => {
  render(table({ activeKey: 2 }))
  expect(bodyRows().map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true'])
})

test('renders a screenful of new rows first and the rest soon after, but all initial rows together', () => {
  const many = (from: number) =>
    Array.from({ length: 50 }, (_, index) => ({ id: from + index, name: `Payee ${from + index}`, version: 1 }))
  const more = { available: true, pending: true, load: vi.fn() }
  const { rerender } = render(table({ rows: many(1), more }))
  expect(bodyRows()).toHaveLength(50)
  rerender(table({ rows: many(101), more }))
  expect(bodyRows()).toHaveLength(20)
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
  act(() => vi.advanceTimersByTime(30))
  expect(bodyRows()).toHaveLength(35)
  act(() => vi.advanceTimersByTime(30))
  expect(bodyRows().at(-1)?.textContent).toContain('Payee 150')
  expect(bodyRows()).toHaveLength(50)
  expect(screen.getByRole('button', { name: 'Load More' })).toBeDefined()

  // Ten rows are new. A page shows them immediately, because the other forty remain.
  rerender(table({ rows: [...many(201).slice(0, 10), ...many(101).slice(0, 40)] }))
  expect(bodyRows()).toHaveLength(50)
})
