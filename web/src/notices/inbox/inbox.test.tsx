import type { Notice } from '@check-requests/domain/notices/inbox/fields.ts'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useSeen } from '#notices/inbox/api.ts'
import { Bell } from '#notices/inbox/bell.tsx'
import { NoticeList } from '#notices/inbox/notice-list.tsx'
import { InboxScreen } from '#screens/inbox.tsx'
import { eventually } from '#testing/eventually.ts'
import { openScreen, Refusal, spaced } from '#testing/open-screen.tsx'

const request = {
  id: 127,
  request_number: 'LAG-127',
  payee_name_1: 'Harbor Glass Works',
  amount: 1796.24,
  status_name: 'approved' as const,
}

function notice(changes: Partial<Notice> = {}): Notice {
  return {
    id: 'n1',
    event: 'approved',
    at: '2026-11-20T15:00:00.000Z',
    read: false,
    actor: { id: 31, name: 'Denise Carver' },
    request,
    account: null,
    text: null,
    ...changes,
  }
}

const page = (items: Notice[], unread = items.length) => ({ items, unread, next_cursor: null })

describe('notice', () => {
  test('shows a request’s number, payee, amount, and status above the event', async () => {
    await openScreen(<NoticeList notices={[notice({ text: 'Looks right.' })]} />)
    expect(spaced(screen.getByRole('listitem').textContent)).toMatch(
      /^LAG-127Harbor Glass Works\$1,796\.24ApprovedDenise Carver approved the requestNov 20, 2026, .*Looks right\.$/,
    )
  })

  test('groups all notices about a request', async () => {
    await openScreen(<NoticeList notices={[notice({ id: 'n2', event: 'commented' }), notice()]} />)
    const text = spaced(screen.getByRole('listitem').textContent)
    expect(text.match(/LAG-127/g)).toHaveLength(1)
    expect(text).toMatch(/Denise Carver added a comment.*Denise Carver approved the request/)
  })

  test.each<[string, Partial<Notice>, string, string]>([
    ['a request', {}, 'LAG-127', '/check-requests/127'],
    ['a title without a holder', { request: null, event: 'title-unheld' }, 'Approval Policy', '/admin-approvals'],
    ['an overdue bank comparison', { request: null, event: 'clearing-overdue' }, 'Clearing', '/clearing'],
    ['checks that haven’t been picked up', { request: null, event: 'not-picked-up' }, 'Checks', '/checks'],
    ['a failed backup', { request: null, event: 'backup-failed' }, 'Installation', '/admin-jobs'],
    [
      'a loosened control',
      { request: null, event: 'control-loosened', account: { id: 8, name: 'Grace Lindqvist' } },
      'Grace Lindqvist',
      '/settings',
    ],
    [
      'a new device',
      { request: null, event: 'new-device', account: { id: 7, name: 'Ada Moreno' } },
      'Ada Moreno',
      '/my-settings',
    ],
    [
      'a pending account',
      { request: null, event: 'confirmation', account: { id: 21, name: 'Nina Newman' } },
      'Nina Newman',
      '/dashboard',
    ],
  ])('links a notice about %s to its page', async (_, changes, name, href) => {
    await openScreen(<NoticeList notices={[notice(changes)]} />)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
  })

  test('marks all notices in a group as read together', async () => {
    const read: string[][] = []
    const notices = [notice({ id: 'n2' }), notice()]
    const { user } = await openScreen(<NoticeList notices={notices} onRead={(ids) => read.push(ids)} />)
    await user.click(screen.getByRole('button', { name: 'Mark as Read: LAG-127' }))
    expect(read).toEqual([['n2', 'n1']])
  })

  test('offers no button for a read notice', async () => {
    await openScreen(<NoticeList notices={[notice({ read: true })]} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('inbox bell', () => {
  test.each([
    [0, 'Inbox', ''],
    [1, 'Inbox, 1 unread', '1'],
    [99, 'Inbox, 99 unread', '99'],
    [100, 'Inbox, 99+ unread', '99+'],
  ])('labels the bell with %i unread notices “%s”', async (unread, name, text) => {
    await openScreen(<Bell />, { replies: { 'GET /inbox': page([], unread) } })
    const link = await eventually(() => screen.getByRole('link', { name }))
    expect(link.textContent).toBe(text)
  })
})

describe('inbox', () => {
  async function openInbox(unread: Notice[], read: Notice[]) {
    return openScreen(<InboxScreen />, {
      replies: {
        'GET /inbox': ({ url }: { url: string }) => page(url.includes('unread=1') ? unread : read),
        'POST /inbox/read': null,
      },
    })
  }

  test('says that there are no unread notices', async () => {
    await openInbox([], [])
    expect(await eventually(() => screen.getByText('No unread notices.'))).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Read' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Mark All as Read' })).toBeNull()
  })

  test('shows read notices below the unread ones', async () => {
    await openInbox([notice()], [notice({ id: 'n9', read: true })])
    await eventually(() => screen.getByRole('region', { name: 'Read' }))
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Unread',
      'Read',
    ])
  })

  test('marks all notices as read with one button', async () => {
    const { user, sent } = await openInbox([notice()], [])
    await user.click(await eventually(() => screen.getByRole('button', { name: 'Mark All as Read' })))
    await eventually(() => expect(sent()).toEqual([['POST /inbox/read', { all: true }]]))
  })

  test('shows why a notice couldn’t be marked as read', async () => {
    const { user } = await openScreen(<InboxScreen />, {
      replies: { 'GET /inbox': page([notice()]), 'POST /inbox/read': new Refusal(409, 'Try again later.') },
    })
    await user.click(await eventually(() => screen.getByRole('button', { name: 'Mark All as Read' })))
    expect((await eventually(() => screen.getByRole('alert'))).textContent).toContain('Try again later.')
  })
})

describe('notices of an open request', () => {
  function Open({ version }: { version: number }) {
    useSeen({ id: 127, version })
    return null
  }

  test('marks the notices of an open request as read', async () => {
    const replies = { 'GET /inbox': page([notice()], 5), 'POST /inbox/read': { unread: 4 } }
    const screens = [<Open key="request" version={1} />, <Bell key="bell" />]
    const { sent, read } = await openScreen(screens, { replies })
    await eventually(() => expect(sent()).toContainEqual(['POST /inbox/read', { check_request_id: 127 }]))
    // The number comes from the response, without another call.
    await eventually(() => screen.getByRole('link', { name: 'Inbox, 4 unread' }))
    expect(read().filter((url) => url.startsWith('/inbox'))).toHaveLength(1)
  })

  test('sends no call for an open request while the inbox has no unread notices', async () => {
    const { sent, read } = await openScreen(<Open version={1} />, { replies: { 'GET /inbox': page([]) } })
    await eventually(() => expect(read().some((url) => url.startsWith('/inbox'))).toBe(true))
    expect(sent()).toEqual([])
  })
})
