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

test('a short load shows nothing, a longer one a skeleton, and rows take its place', () => {
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

test('a failed load says why, offers another try and keeps the rows that are there', () => {
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

test('an empty list says so, but not while its load has failed', () => {
  const { rerender } = render(table({ rows: [] }))
  expect(screen.getByText('No check requests found matching your criteria')).toBeTruthy()
  rerender(table({ rows: [], error: 'Failed to get checks...' }))
  expect(screen.queryByText('No check requests found matching your criteria')).toBeNull()
})

test('a header names its direction, and a click asks for the other', () => {
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

test('a row that changed under people’s eyes is marked, a new one is not', () => {
  const { rerender } = render(table({}))
  const changed: Row[] = [
    { id: 3, name: 'City Treasurer', version: 9 },
    { ...rows[0], version: 2 } as Row,
    rows[1] as Row,
  ]
  rerender(table({ rows: changed }))
  expect(bodyRows().map((row) => row.className.includes('animate-changed'))).toEqual([false, true, false])
})

test('the row that the keyboard stands on is the current one', () => {
  render(table({ activeKey: 2 }))
  expect(bodyRows().map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true'])
})

test('of other rows a screenful comes at once and the rest soon after; rows that come with the table are all there', () => {
  const many = (from: number) =>
    Array.from({ length: 50 }, (_, index) => ({ id: from + index, name: `Payee ${from + index}`, version: 1 }))
  const more = { available: true, pending: true, load: vi.fn() }
  const { rerender } = render(table({ rows: many(1), more }))
  expect(bodyRows()).toHaveLength(50)
  rerender(table({ rows: many(101), more }))
  expect(bodyRows()).toHaveLength(20)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  act(() => vi.advanceTimersByTime(30))
  expect(bodyRows()).toHaveLength(35)
  act(() => vi.advanceTimersByTime(30))
  expect(bodyRows().at(-1)?.textContent).toContain('Payee 150')
  expect(bodyRows()).toHaveLength(50)
  expect(screen.getByRole('button', { name: 'Load more' })).toBeDefined()

  // Ten are new, which a page holds beside those that stay.
  rerender(table({ rows: [...many(201).slice(0, 10), ...many(101).slice(0, 40)] }))
  expect(bodyRows()).toHaveLength(50)
})
