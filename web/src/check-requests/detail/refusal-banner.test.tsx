import type { HistoryAction } from '@check-requests/domain/check-requests/events.ts'
import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RefusalBanner } from '#check-requests/detail/refusal-banner.tsx'
import { spaced } from '#testing/open-screen.tsx'
import { detailedRequest, historyEntry } from '#testing/requests.ts'

afterEach(cleanup)

function openBanner(status_name: StatusName, action: HistoryAction = 'status', note: string | null = 'Wrong payee') {
  const entry = historyEntry({ id: 2, action, status_name, note, user_name: 'Denise Carver', role: 'approver' })
  const status_history = [historyEntry({ action: 'created' }), entry]
  render(<RefusalBanner request={detailedRequest({ status_name, status_history })} />)
}

test.each<[string, StatusName, HistoryAction]>([
  ['Check Rejected', 'rejected', 'status'],
  ['Sent Back', 'sendback', 'status'],
  ['Withdrawn', 'rejected', 'withdrawn'],
])('shows under “%s” the reason and the user (status %s, action %s)', (title, status_name, action) => {
  openBanner(status_name, action)
  const text = spaced(screen.getByRole('region', { name: title }).textContent)
  expect(text).toMatch(new RegExp(`^${title}Wrong payeeDenise Carver \\(approver\\), Nov 20, 2026, `))
})

test('shows the banner of a rejection without a reason', () => {
  openBanner('rejected', 'status', null)
  expect(spaced(screen.getByRole('region').textContent)).toMatch(/^Check RejectedDenise Carver/)
})

test.each<[StatusName]>([['request'], ['approved'], ['closed']])('shows no banner at status %s', (status_name) => {
  openBanner(status_name)
  expect(screen.queryByRole('region')).toBeNull()
})
