import type { RoleName } from '@check-requests/domain/access/roles.ts'
import type { ListView } from '@check-requests/domain/check-requests/list/views.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useListState } from '#check-requests/list/list-state.ts'
import { type ListFilterControl, ListToolbar } from '#check-requests/list/list-toolbar.tsx'
import { parseSearch } from '#platform/url-state.ts'
import { eventually } from '#testing/eventually.ts'
import { openScreen, optionsOf } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

interface Opened {
  at?: string
  role?: RoleName
  queue?: ListView
  control?: ListFilterControl
}

async function openToolbar({ at = '/', role = 'approver', queue, control }: Opened = {}) {
  function Toolbar() {
    const state = useListState(queue)
    return <ListToolbar state={state} rows={[]} placeholder="Search..." control={control} queue={queue} />
  }
  const opened = await openScreen(<Toolbar />, { as: userAs(role), at })
  return { ...opened, query: () => parseSearch(opened.history.location.search) }
}

describe('list toolbar', () => {
  test.each<[RoleName, string[]]>([
    ['requester', ['All Statuses', 'Request', 'Close']],
    ['approver', ['All Statuses', 'Processing', 'Approval', 'Rejected', 'SendBack', 'Close']],
    ['processor', ['All Statuses', 'Printing', 'Signing', 'Ready', 'Close']],
  ])('offers the role %s the statuses %j', async (role, statuses) => {
    await openToolbar({ role, control: 'status' })
    expect(optionsOf('Status')).toEqual(statuses)
  })

  test('offers no status filter to admins, who set no status', async () => {
    await openToolbar({ role: 'admin', control: 'status' })
    expect(screen.queryByLabelText('Status')).toBeNull()
  })

  test('offers periods for completed requests', async () => {
    const { user, query } = await openToolbar({ queue: 'completed', control: 'within' })
    expect(optionsOf('Completed')).toEqual(['All Time', 'Last 30 Days', 'Last 90 Days'])
    await user.selectOptions(screen.getByLabelText('Completed'), 'Last 30 Days')
    await eventually(() => expect(query()).toEqual({ within: '30' }))
  })

  test.each<[ListView | undefined, string[]]>([
    [undefined, []],
    ['pending', ['Recently completed']],
    ['completed', []],
    ['rejected', ['Longest waiting', 'Recently completed']],
  ])('hides the sort orders that have no effect (queue: %s; hidden: %j)', async (queue, missing) => {
    await openToolbar({ ...(queue && { queue }) })
    const all = [
      ...['Newest first', 'Oldest first', 'Highest amount', 'Lowest amount'],
      ...['Highest priority', 'Earliest due date', 'Longest waiting', 'Recently completed'],
    ]
    expect(optionsOf('Sort by')).toEqual(all.filter((label) => !missing.includes(label)))
  })

  test('searches while the user types without adding a history entry for each letter', async () => {
    const { user, query, history } = await openToolbar()
    await user.type(screen.getByLabelText('Search Check Requests'), 'glass')
    await eventually(() => expect(query()).toEqual({ search: 'glass' }))
    expect(history.length).toBe(1)
  })
})

describe('filter from a link', () => {
  test('shows the name of the view in a link, and removes that filter on a click', async () => {
    const { user, query } = await openToolbar({ at: '/?view=processing&search=a' })
    await user.click(screen.getByRole('button', { name: 'Remove filter In Process' }))
    await eventually(() => expect(query()).toEqual({ search: 'a' }))
  })

  test('names a status from a link that the role’s filter doesn’t offer', async () => {
    const { user, query } = await openToolbar({ at: '/?status=5', role: 'requester', control: 'status' })
    expect(screen.getByLabelText('Status')).toHaveProperty('value', '0')
    await user.click(screen.getByRole('button', { name: 'Remove filter Signed' }))
    await eventually(() => expect(query()).toEqual({}))
  })

  test('shows a status from a link in the status filter if it is offered there', async () => {
    await openToolbar({ at: '/?status=3', control: 'status' })
    expect(screen.getByLabelText('Status')).toHaveProperty('value', '3')
    expect(screen.queryByRole('button', { name: /^Remove filter/ })).toBeNull()
  })

  test('shows no filter button for a queue’s own view', async () => {
    await openToolbar({ queue: 'processing' })
    expect(screen.queryByRole('button', { name: /^Remove filter/ })).toBeNull()
  })
})
