import type { RoleName } from '@check-requests/domain/access/roles.ts'
import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { describe, expect, test } from 'vitest'
import { BulkWork } from '#check-requests/bulk/bulk-bar.tsx'
import { selectColumn, useRequestSelection } from '#check-requests/bulk/use-request-selection.tsx'
import { useListState } from '#check-requests/list/list-state.ts'
import { eventually } from '#testing/eventually.ts'
import { openScreen } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { listedRequest } from '#testing/requests.ts'
import { SelectAllBox, SelectionProvider } from '#ui/table/row-selection.tsx'

const decisions: StatusName[] = ['approved', 'rejected', 'sendback']

interface Opened {
  role?: RoleName
  audits?: true
  requests?: ListedRequest[]
}

async function openList({ role = 'approver', audits, requests = waiting }: Opened = {}) {
  function List() {
    const list = useRef<HTMLDivElement>(null)
    const selection = useRequestSelection(requests, useListState('pending'), 'pending', decisions, requests[0]?.id)
    if (!selection) return <p>Nothing to select</p>
    return (
      <SelectionProvider value={selection}>
        <div ref={list} tabIndex={-1}>
          <SelectAllBox label="Select all shown" />
          {requests.map((request) => (
            <div key={request.id}>{selectColumn.cell(request)}</div>
          ))}
        </div>
        <BulkWork selection={selection} targets={decisions} list={list} />
      </SelectionProvider>
    )
  }
  const opened = await openScreen(<List />, { as: userAs(role, { ...(audits && { audits }) }) })
  const select = (number: string) => opened.user.click(screen.getByRole('checkbox', { name: `Select ${number}` }))
  return { ...opened, select }
}

const waiting = [
  listedRequest({ id: 1, request_number: 'LAG-1', amount: 1000 }),
  listedRequest({ id: 2, request_number: 'LAG-2', amount: 2000.5 }),
]
const bar = () => screen.queryByRole('region', { name: 'Selection' })

describe('selection in a list', () => {
  test('shows no bar before anything is selected', async () => {
    await openList()
    expect(bar()).toBeNull()
  })

  test('shows the number of selected requests and their total', async () => {
    const { select } = await openList()
    await select('LAG-1')
    expect(bar()?.textContent).toContain('1 selected, $1,000.00')
    await select('LAG-2')
    expect(bar()?.textContent).toContain('2 selected, $3,000.50')
  })

  test('offers the decisions with their shortcut keys', async () => {
    const { select } = await openList()
    await select('LAG-1')
    const keys = ['Approve', 'Reject', 'Send Back'].map((name) =>
      screen.getByRole('button', { name }).getAttribute('aria-keyshortcuts'),
    )
    expect(keys).toEqual(['a', 'r', 's'])
  })

  test('clears the selection with the button', async () => {
    const { user, select } = await openList()
    await select('LAG-1')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(bar()).toBeNull()
  })

  test('selects all requests that the user can decide', async () => {
    const hold = { by_id: 5, by_name: 'Denise Carver', reason: 'Wait', at: '2026-11-20T15:00:00.000Z' }
    const held = listedRequest({ id: 3, request_number: 'LAG-3', hold })
    const { user } = await openList({ requests: [...waiting, held] })
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    expect(bar()?.textContent).toContain('2 selected')
  })

  test('selects the current row with the key x', async () => {
    await openList()
    fireEvent.keyDown(document.body, { key: 'x' })
    expect(bar()?.textContent).toContain('1 selected, $1,000.00')
  })

  test('explains why the selected requests can’t be decided', async () => {
    const hold = { by_id: 5, by_name: 'Denise Carver', reason: 'Wait', at: '2026-11-20T15:00:00.000Z' }
    const { select } = await openList({ requests: [listedRequest({ request_number: 'LAG-3', hold })] })
    await select('LAG-3')
    expect(screen.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe('true')
    expect(bar()?.textContent).toContain('Denise Carver has put this request on hold')
  })

  test('opens the review of a decision', async () => {
    const { user, select } = await openList()
    await select('LAG-2')
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    expect(await eventually(() => screen.getByRole('dialog', { name: 'Approve 1 request' }))).toBeTruthy()
  })

  test.each<[string, Opened]>([
    ['a requester', { role: 'requester' }],
    ['a processor, who decides on nothing here', { role: 'processor' }],
    ['an auditor', { audits: true }],
  ])('doesn’t offer a selection to %s', async (_, opened) => {
    await openList(opened)
    expect(screen.getByText('Nothing to select')).toBeTruthy()
  })
})
