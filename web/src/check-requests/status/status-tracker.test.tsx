import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { StatusTracker } from '#check-requests/status/status-tracker.tsx'
import { spaced } from '#testing/open-screen.tsx'
import { detailedRequest, historyEntry } from '#testing/requests.ts'

afterEach(cleanup)

const created = historyEntry({ action: 'created' })
const by = (status_name: StatusName, user_name: string) => historyEntry({ status_name, user_name })

function openTracker(status_name: StatusName, entries = [created]) {
  render(<StatusTracker request={detailedRequest({ status_name, status_history: entries })} />)
  return screen.getAllByRole('listitem').map(({ textContent }) => spaced(textContent))
}

test('shows the seven steps in order', () => {
  expect(openTracker('request').map((text) => text.split(':')[0]?.replace(/^\d/, ''))).toEqual([
    'Request',
    'Processing',
    'Approved',
    'Printed',
    'Signed',
    'Ready',
    'Closed',
  ])
})

test('marks the current step, and names the role it is waiting for', () => {
  const [first] = openTracker('request')
  expect(first).toContain('Request: current step')
  expect(first).toContain('Waiting for the approver')
  expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-current')).toBe('step')
})

test.each<[StatusName, string]>([
  ['approved', 'Waiting for the processor'],
  ['ready', 'Waiting for the requester, approver, or processor'],
])('names all roles that can continue from status %s in the text “%s”', (status_name, text) => {
  openTracker(status_name, [created, by(status_name, 'Denise Carver')])
  expect(screen.getByText(text)).toBeTruthy()
})

test('shows who reached a step, and when', () => {
  const steps = openTracker('approved', [created, by('approved', 'Denise Carver')])
  expect(steps[0]).toMatch(/Sam Okafor, Nov 20, 2026, /)
  expect(steps[2]).toMatch(/Denise Carver, Nov 20, 2026, /)
})

test('marks a step that was left out as skipped', () => {
  const steps = openTracker('approved', [created, by('approved', 'Denise Carver')])
  expect(steps[1]).toContain('Processing: skipped')
})

test('shows the last step of a closed request as done and without a role', () => {
  const steps = openTracker('closed', [created, by('closed', 'Victor Hale')])
  expect(steps[6]).toContain('Closed: done')
  expect(screen.queryByText(/^Waiting for/)).toBeNull()
})

test('shows at the first step who sent the request back', () => {
  openTracker('sendback', [created, by('sendback', 'Denise Carver')])
  expect(screen.getByText(/^Sent back by Denise Carver, /)).toBeTruthy()
})
