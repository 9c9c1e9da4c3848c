import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { AdminPanel, RecentDealerships, RecentUsers } from '#dashboard/admin-panel.tsx'
import { ApproverPanel, DashboardPanel, ProcessorPanel } from '#dashboard/dashboard-panel.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen, Refusal, type Replies, spaced } from '#testing/open-screen.tsx'
import { storedUser, userAs } from '#testing/people.ts'
import { dealership } from '#testing/places.ts'
import { listedRequest } from '#testing/requests.ts'

const counts = { 1: 1200, 2: 34, 3: 5, 4: 6, 5: 7, 6: 8, 7: 9, 8: 10, 9: 11 }
const noRequests = {
  items: [],
  total: 0,
  total_is_lower_bound: false,
  newest_only: false,
  sum: null,
  next_cursor: null,
}

const replies: Replies = {
  'GET /check-requests/summary': { counts, total: 1290, handled: 77 },
  'GET /check-requests': noRequests,
  'GET /check-requests/check-number-clashes': [],
  'GET /account-confirmations': { own: null, others: [], announced: false },
}

/** The texts of the cards that count requests, with their links. */
async function cards() {
  await eventually(() =>
    expect(screen.getAllByRole('link').some(({ textContent }) => /\d/.test(textContent ?? ''))).toBe(true),
  )
  return screen
    .getAllByRole('link')
    .filter(({ textContent }) => /\d/.test(textContent ?? ''))
    .map((link) => [spaced(link.textContent), link.getAttribute('href')])
}

describe('dashboard cards', () => {
  test('counts all requests for an admin', async () => {
    await openScreen(<AdminPanel />, { as: userAs('admin'), replies })
    expect(await cards()).toEqual([
      ['Total Requests1,290All time check requests', '/check-requests'],
      ['Pending Approvals1,234Awaiting approval', '/check-requests-pending'],
      ['Processing18Checks being processed', '/check-requests-processing'],
      ['Completed17Fulfilled check requests', '/check-requests-completed'],
    ])
  })

  test('counts decisions for an approver', async () => {
    await openScreen(<ApproverPanel />, { as: userAs('approver'), replies })
    expect(await cards()).toEqual([
      ['Pending Approvals1,234Awaiting your approval', '/check-requests-pending'],
      ['Approved5', '/check-requests?status=3'],
      ['Sent Back11Requests returned for clarification', '/check-requests?status=9'],
      ['Total Handled77', '/check-requests?handled=true'],
    ])
  })

  test('counts the steps of a check for a processor', async () => {
    await openScreen(<ProcessorPanel />, { as: userAs('processor'), replies })
    expect(await cards()).toEqual([
      ['Awaiting Processing5Ready for printing', '/check-requests-processing?status=3'],
      ['Printed6Ready for signing', '/check-requests-processing?status=4'],
      ['Signed7Ready for delivery', '/check-requests-processing?status=5'],
      ['Delivered/Close9Completed check requests', '/check-requests-completed?status=7'],
    ])
  })

  test('counts a requester’s own requests', async () => {
    await openScreen(<DashboardPanel roleName="requester" />, { replies })
    expect(await cards()).toEqual([
      ['My Requests1,290', '/check-requests'],
      ['Pending Approval1,234', '/check-requests?view=pending'],
      ['In Process18', '/check-requests?view=processing'],
      ['Completed17', '/check-requests?view=completed'],
    ])
  })

  test('shows why the counts couldn’t be loaded', async () => {
    const refused = { ...replies, 'GET /check-requests/summary': new Refusal(403, 'Not for this role.') }
    await openScreen(<ProcessorPanel />, { as: userAs('processor'), replies: refused })
    expect((await eventually(() => screen.getByRole('alert'))).textContent).toContain('Not for this role.')
  })
})

describe('latest requests on the dashboard', () => {
  test.each([
    ['requester', 'You haven’t raised a check request yet.'],
    ['approver', 'No check requests are waiting for approval.'],
    ['admin', 'No check requests have been raised yet.'],
    ['processor', 'No checks are in process.'],
  ] as const)('shows users with the role %s and no requests the text “%s”', async (role, text) => {
    await openScreen(<DashboardPanel roleName={role} />, { as: userAs(role), replies })
    expect(await eventually(() => screen.getByText(text))).toBeTruthy()
  })

  test('fetches the two latest requests of the view', async () => {
    const { read } = await openScreen(<ApproverPanel />, { as: userAs('approver'), replies })
    await eventually(() => expect(read()).toContain('/check-requests?view=pending&limit=2'))
  })

  test('shows the requester, payee, amount, and priority', async () => {
    const page = { ...noRequests, items: [listedRequest({ priority_level: 'urgent' })], total: 1 }
    await openScreen(<ApproverPanel />, {
      as: userAs('approver'),
      replies: { ...replies, 'GET /check-requests': page },
    })
    await eventually(() => screen.getByRole('table', { name: 'Recent Pending Requests' }))
    expect(cellsOf('Recent Pending Requests')).toEqual([
      ['Sam Okafor', 'Harbor Glass Works', '$1,796.24', 'parts', 'Nov 20, 2026', 'Urgent', 'View'],
    ])
  })
})

test('lists duplicate check numbers for admins', async () => {
  const clashes = [{ id: 127, request_number: 'LAG-127', check_number: '0104' }]
  await openScreen(<AdminPanel />, {
    as: userAs('admin'),
    replies: { ...replies, 'GET /check-requests/check-number-clashes': clashes },
  })
  const link = await eventually(() => screen.getByRole('link', { name: 'LAG-127' }))
  expect(spaced(link.parentElement?.textContent)).toBe('#0104 LAG-127')
})

test('shows the two most recently added dealerships', async () => {
  const days = ['2026-01-05', '2026-03-05', '2026-02-05']
  const list = days.map((day, index) => dealership({ id: index, name: day, created_at: `${day}T15:00:00.000Z` }))
  await openScreen(<RecentDealerships />, { as: userAs('admin'), replies: { 'GET /dealerships': list } })
  await eventually(() => screen.getByRole('table'))
  expect(cellsOf('Recent Dealerships').map(([name]) => name)).toEqual(['2026-03-05', '2026-02-05'])
})

test('shows the two newest users with all of their roles', async () => {
  const users = [storedUser({ role_ids: [4, 3] }), storedUser({ id: 22 }), storedUser({ id: 23 })]
  await openScreen(<RecentUsers />, { as: userAs('admin'), replies: { 'GET /users': users } })
  await eventually(() => screen.getByRole('table'))
  expect(cellsOf('Recent Users')).toEqual([
    ['Nina Newman', 'Approver, Processor'],
    ['Nina Newman', 'Requester'],
  ])
})
