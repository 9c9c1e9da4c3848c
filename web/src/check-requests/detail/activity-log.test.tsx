import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ActivityLog, ChangeNews } from '#check-requests/detail/activity-log.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, spaced } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { dealership, purpose } from '#testing/places.ts'
import { detailedRequest, historyEntry } from '#testing/requests.ts'

const created = historyEntry({ id: 1, action: 'created' })
const denise = { user_id: 31, user_name: 'Denise Carver', role: 'approver' }

async function openLog(history: HistoryEntry[]) {
  const replies = {
    'GET /dealerships': [dealership(), dealership({ id: 12, name: 'Lakeside Ford' })],
    'GET /purposes': [purpose()],
  }
  await openScreen(<ActivityLog history={history} />, { replies })
  const [list] = await eventually(() => screen.getAllByRole('list'))
  return () => [...(list?.children ?? [])].map(({ textContent }) => spaced(textContent))
}

test('shows the newest entry first', async () => {
  const entries = await openLog([created, historyEntry({ id: 2, status_name: 'approved', ...denise })])
  expect(entries()[0]).toMatch(/^Denise Carver \(approver\) approved it/)
  expect(entries()[1]).toMatch(/^Sam Okafor \(requester\) raised this request/)
})

test('shows the previous and the new status of a transition', async () => {
  const entries = await openLog([created, historyEntry({ id: 2, status_name: 'approved', ...denise })])
  expect(entries()[0]).toContain('Request changed to Approved')
})

test('shows no status for a change that isn’t a transition', async () => {
  const changes = [{ field: 'priority_level', from: 'normal', to: 'urgent' }]
  const entries = await openLog([created, historyEntry({ id: 2, action: 'priority', changes })])
  expect(entries()[0]).toContain('Priority Level: Normal changed to Urgent')
  expect(entries()[0]).not.toContain('Request changed to')
})

test('compares a transition with the previous transition, ignoring other changes', async () => {
  const entries = await openLog([
    created,
    historyEntry({ id: 2, status_name: 'approved', ...denise }),
    historyEntry({ id: 3, action: 'priority', status_name: 'approved' }),
    historyEntry({ id: 4, status_name: 'printed' }),
  ])
  expect(entries()[0]).toContain('Approved changed to Printed')
})

test('shows names for ids once the names have loaded', async () => {
  const changes = [{ field: 'dealership_id', from: '11', to: '12' }]
  const entries = await openLog([created, historyEntry({ id: 2, action: 'resubmitted', changes })])
  await eventually(() => expect(entries()[0]).toContain('Dealership: Lakeside Toyota changed to Lakeside Ford'))
})

test('loads only the names that the history needs', async () => {
  const changes = [{ field: 'dealership_id', from: '11', to: '12' }]
  const { read } = await openScreen(<ActivityLog history={[created, historyEntry({ id: 2, changes })]} />, {
    replies: { 'GET /dealerships': [dealership()] },
  })
  const lists = ['/dealerships', '/departments', '/purposes', '/delivery-methods']
  await eventually(() => expect(read().filter((url) => lists.includes(url))).toEqual(['/dealerships']))
})

test('shows only the new recipient if there was none before', async () => {
  const changes = [{ field: 'received_by', from: null, to: 'Maria Lopez' }]
  const entries = await openLog([created, historyEntry({ id: 2, status_name: 'closed', changes })])
  expect(entries()[0]).toContain('Received By: Maria Lopez')
  expect(entries()[0]).not.toContain('nothing')
})

test('shows the check number and the comment of an entry', async () => {
  const entries = await openLog([
    created,
    historyEntry({ id: 2, status_name: 'signed', check_number: '001046', note: 'Second signature follows.' }),
  ])
  expect(entries()[0]).toContain('Check number 001046')
  expect(entries()[0]).toContain('Second signature follows.')
})

const moved = historyEntry({ id: 2, status_name: 'approved', ...denise })

function News({ entry, version }: { entry: HistoryEntry; version: number }) {
  return <ChangeNews request={detailedRequest({ version, status_history: [created, entry] })} />
}

test('announces no change when the request opens', async () => {
  await openScreen(<News entry={moved} version={6} />)
  expect(screen.getByRole('status').textContent).toBe('')
})

test.each([
  ['another user', 2, true],
  ['the user', 31, false],
])('announces a change by %s while the request is open (expected: $2)', async (_, id, isNews) => {
  let show: (version: number) => void = () => undefined
  function Watched() {
    const [version, setVersion] = useState(5)
    show = setVersion
    return <News entry={moved} version={version} />
  }
  const { user } = await openScreen(<Watched />, { as: userAs('requester', { id }) })
  act(() => show(6))
  if (!isNews) return expect(screen.getByRole('status').textContent).toBe('')
  expect(spaced(screen.getByRole('status').textContent)).toMatch(
    /^Denise Carver \(approver\) approved it, Nov 20, 2026, /,
  )
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.getByRole('status').textContent).toBe('')
})
