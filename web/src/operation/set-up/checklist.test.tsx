import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { AdminPanel } from '#dashboard/admin-panel.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, type Replies, spaced } from '#testing/open-screen.tsx'
import { storedUser, userAs } from '#testing/people.ts'
import { dealerGroup, dealership } from '#testing/places.ts'

const replies: Replies = {
  'GET /check-requests/summary': { counts: { 1: 1, 3: 1 }, total: 2, handled: 0 },
  'GET /check-requests': {
    items: [],
    total: 0,
    total_is_lower_bound: false,
    newest_only: false,
    sum: null,
    next_cursor: null,
  },
  'GET /check-requests/check-number-clashes': [],
  'GET /account-confirmations': { own: null, others: [], announced: false },
  'GET /dealer-groups': [dealerGroup()],
  'GET /dealerships': [dealership()],
  'GET /departments': [],
  'GET /users': [storedUser({ role_ids: [2] }), storedUser({ id: 22, role_ids: [3, 4] })],
  'GET /dealer-groups/1/payee-settings': { id: 1, version: 1, payee_list: 'off', purposes: [] },
  'GET /bank-accounts': [],
  'GET /dealer-groups/1/approval-policy/versions': [],
}
const open = (changes: Replies = {}) =>
  openScreen(<AdminPanel />, { as: userAs('admin'), replies: { ...replies, ...changes } })

// Decision 175.
describe('checklist of a new installation', () => {
  beforeEach(() => localStorage.clear())

  test('marks what the data shows as done, and links each step', async () => {
    await open()
    await eventually(() => expect(screen.getByText('3 of 8 done')).toBeTruthy())
    const steps = screen.getByRole('region', { name: 'Finish Setting Up' }).querySelectorAll('li')
    expect([...steps].map(({ textContent }) => spaced(textContent))).toEqual([
      'Add a dealershipDone',
      'Add its departments',
      'Invite a requester, an approver, and a processorDone',
      'Turn on the payee list',
      'Propose a bank account',
      'Publish an approval policy',
      'Raise the first requestDone',
      'Print a test page and the first check',
    ])
    expect(screen.getByRole('link', { name: 'Publish an approval policy' }).getAttribute('href')).toBe(
      '/admin-approvals',
    )
    expect(screen.getByRole('link', { name: 'Turn on the payee list' }).getAttribute('href')).toBe(
      '/settings?show=payee-settings',
    )
  })

  test('stays away after it was dismissed', async () => {
    const { user } = await open()
    await user.click(await eventually(() => screen.getByRole('button', { name: 'Dismiss Checklist' })))
    expect(screen.queryByText('Finish Setting Up')).toBeNull()
    expect(localStorage.getItem('set-up-dismissed')).toBe('yes')
  })

  test('ends with the first printed check, and asks for nothing', async () => {
    const { read } = await open({ 'GET /check-requests/summary': { counts: { 4: 1 }, total: 1, handled: 0 } })
    await eventually(() => expect(read()).toContain('/check-requests/summary'))
    expect(screen.queryByText('Finish Setting Up')).toBeNull()
    expect(read()).not.toContain('/bank-accounts')
  })
})
