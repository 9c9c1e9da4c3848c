import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { columns } from '#check-requests/list/columns.tsx'
import { noFilters, useListState } from '#check-requests/list/list-state.ts'
import { ListOnPaper, listWords } from '#check-requests/print/list-on-paper.tsx'
import { RequestFoot } from '#check-requests/print/request-foot.tsx'
import { openScreen, spaced } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { detailedRequest, listedRequest } from '#testing/requests.ts'

afterEach(cleanup)

const plain = { search: '', status: 0, view: 'all', within: 0, sort: 'newest' } as const
const noOptions = () => []

test.each<[string, Parameters<typeof listWords>[0], boolean, string]>([
  ['no filter', { filter: plain, filters: noFilters }, false, ''],
  ['a status', { filter: { ...plain, status: 3 }, filters: noFilters }, false, 'Status: Approved'],
  ['a view', { filter: { ...plain, view: 'processing' }, filters: noFilters }, false, 'In Process'],
  ['the view of a queue', { filter: { ...plain, view: 'processing' }, filters: noFilters }, true, ''],
  [
    'a period',
    { filter: { ...plain, view: 'completed', within: 30 }, filters: noFilters },
    true,
    'Completed: Last 30 Days',
  ],
  [
    'filters and a search',
    { filter: { ...plain, status: 3, search: 'glass' }, filters: { ...noFilters, overdue: 'true' } },
    false,
    'Status: Approved · Overdue · Search: “glass”',
  ],
])('describes %s in the printed list', (_, state, isQueue, words) => {
  expect(listWords(state, isQueue, noOptions)).toBe(words)
})

const rows = [listedRequest()]
const first = {
  items: rows,
  total: 1200,
  total_is_lower_bound: false,
  newest_only: false,
  sum: null,
  next_cursor: null,
}
const shown = [{ ...columns.number, key: 'select' }, columns.payee, columns.amount, columns.view]

function Printed({ available }: { available: boolean }) {
  const more = { available, pending: false, load: () => undefined }
  const list = { rows, first, more, failure: { error: undefined, onRetry: () => undefined } }
  return <ListOnPaper state={useListState()} list={list} columns={shown} />
}

test('shows no printed list on the screen', async () => {
  await openScreen(<Printed available={false} />)
  expect(screen.queryByRole('region', { name: 'Printed list' })).toBeNull()
})

test('prints the filters as the title with the sort order and the user’s name', async () => {
  await openScreen(<Printed available={false} />, { as: userAs('approver'), at: '/?search=glass&sort=due' })
  fireEvent(window, new Event('beforeprint'))
  const text = spaced(screen.getByRole('region', { name: 'Printed list' }).textContent)
  expect(text).toMatch(
    /^Search: “glass”1,200 check requests found · Earliest due datePrinted by Ada Moreno \(Approver\), /,
  )
})

test('notes that only the rows shown are printed', async () => {
  await openScreen(<Printed available />)
  fireEvent(window, new Event('beforeprint'))
  expect(screen.getByText(/\(the first 1 are printed\)/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'No Filters' })).toBeTruthy()
})

test('doesn’t print checkboxes and buttons', async () => {
  await openScreen(<Printed available={false} />)
  fireEvent(window, new Event('beforeprint'))
  const paper = within(screen.getByRole('region', { name: 'Printed list' }))
  expect(paper.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Payee', 'Amount'])
})

test('removes the printed list after printing', async () => {
  await openScreen(<Printed available={false} />)
  fireEvent(window, new Event('beforeprint'))
  fireEvent(window, new Event('afterprint'))
  expect(screen.queryByRole('region', { name: 'Printed list' })).toBeNull()
})

test('prints signature lines below a request', async () => {
  await openScreen(<RequestFoot request={detailedRequest()} />)
  fireEvent(window, new Event('beforeprint'))
  expect(spaced(screen.getByRole('region', { name: 'Signatures' }).textContent)).toMatch(
    /^SignaturePrinted nameDateReceived byPrinted nameDateLAG-TOY-SVC-000127 · Printed by Ada Moreno \(Requester\), /,
  )
})
