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
  ['waiting-for-approval', 'This request needs your approval (raised by Denise Carver)'],
  ['confirmation', 'This account has a change that needs a second person (requested by Denise Carver)'],
] as const)('describes the event %s as “%s”', (event, line) => {
  const { request } = notice('n1', event === 'confirmation' ? null : 1)
  expect(noticeLine({ event, request, actor: { id: 3, name: 'Denise Carver' } })).toBe(line)
})

test('adds no name to events without a user', () => {
  const { request } = notice('n1', 1)
  expect(noticeLine({ event: 'ready', request, actor: null })).toBe('This request is ready for delivery or pickup')
})

test.each([
  ['bank-exception', 'The bank made payments that don’t match the register'],
  ['bank-file-refused', 'The bank refused a file'],
  ['title-unheld', 'The approval policy names a title that no one holds anymore'],
  ['control-loosened', 'This user made a change that loosens a control'],
  ['stands-in', 'This user is away, and you can approve for them'],
  ['email-drafted', 'This email became a draft'],
  ['recurring-stopped', 'This recurring request has stopped'],
] as const)('describes the event %s, which concerns no request, as the sentence “%s”', (event, line) => {
  expect(noticeLine({ event, request: null, actor: null })).toBe(line)
})
