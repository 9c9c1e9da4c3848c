import type { Notice } from '@check-requests/domain/notices/inbox/fields.ts'
import { expect, test } from 'vitest'
import { groupsOf, noticeLine } from '#notices/inbox/notice-list.tsx'

function notice(id: string, requestId: number | null, account: Notice['account'] = null): Notice {
  const request = requestId === null ? null : { id: requestId, request_number: `N-${requestId}` }
  return { id, event: 'approved', at: '', read: false, actor: null, account, text: null, request } as Notice
}

test('groups notices by request and account, ordered by each group’s newest notice', () => {
  const account = { id: 7, name: 'Ann Keller' }
  const notices = [notice('n5', 1), notice('n4', 2), notice('n3', null, account), notice('n2', 1), notice('n1', 2)]
  expect(groupsOf(notices).map(({ notices }) => notices.map(({ id }) => id))).toEqual([
    ['n5', 'n2'],
    ['n4', 'n1'],
    ['n3'],
  ])
})

test.each([
  ['approved', 'Denise Carver approved the request'],
  ['commented', 'Denise Carver added a comment'],
  ['waiting-for-approval', 'Needs your approval (raised by Denise Carver)'],
  ['confirmation', 'Has a change that needs a second person (requested by Denise Carver)'],
] as const)('describes the event %s as “%s”', (event, line) => {
  expect(noticeLine({ event, actor: { id: 3, name: 'Denise Carver' } })).toBe(line)
})

test('adds no name to events without a user', () => {
  expect(noticeLine({ event: 'ready', actor: null })).toBe('Is ready for delivery or pickup')
})
