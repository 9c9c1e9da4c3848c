import { type StatusName, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { expect, test } from 'vitest'
import { lastRefusal, stepsOf } from '#check-requests/status/status-steps.ts'

type WriteNotices = [action: HistoryEntry['action'], status: StatusName, by: string]

function historyOf(reported: WriteNotices[]): HistoryEntry[] {
  return reported.map(
    ([action, status_name, user_name], index) =>
      ({ id: index, action, status_name, status_id: statusNamed(status_name).id, user_name }) as HistoryEntry,
  )
}

function tracked(status_name: StatusName, reported: WriteNotices[]) {
  return stepsOf({ status_name, status_history: historyOf(reported) }).map(
    ({ state, reachedBy }) => `${state}${reachedBy ? ` ${reachedBy.user_name}` : ''}`,
  )
}

const ahead = (count: number) => Array.from({ length: count }, () => 'ahead')

test('puts a new request at the first step', () => {
  expect(tracked('request', [['created', 'request', 'Ann']])).toEqual(['current Ann', ...ahead(6)])
})

test('marks a step that was left out as skipped', () => {
  const reported: WriteNotices[] = [
    ['created', 'request', 'Ann'],
    ['status', 'approved', 'Bob'],
  ]
  expect(tracked('approved', reported)).toEqual(['done Ann', 'skipped', 'current Bob', ...ahead(4)])
})

test('doesn’t count changes other than transitions as steps', () => {
  const reported: WriteNotices[] = [
    ['created', 'request', 'Ann'],
    ['status', 'processing', 'Bob'],
    ['priority', 'processing', 'Ann'],
  ]
  expect(tracked('processing', reported)).toEqual(['done Ann', 'current Bob', ...ahead(5)])
})

test('puts a sent-back request at step 1, and ignores the steps before the send-back', () => {
  const reported: WriteNotices[] = [
    ['created', 'request', 'Ann'],
    ['status', 'processing', 'Bob'],
    ['status', 'sendback', 'Bob'],
  ]
  expect(tracked('sendback', reported)).toEqual(['current Ann', ...ahead(6)])
  const again: WriteNotices[] = [...reported, ['resubmitted', 'request', 'Ann'], ['status', 'approved', 'Cid']]
  expect(tracked('approved', again)).toEqual(['done Ann', 'skipped', 'current Cid', ...ahead(4)])
})

test('shows no steps for a rejected request', () => {
  expect(
    tracked('rejected', [
      ['created', 'request', 'Ann'],
      ['status', 'rejected', 'Bob'],
    ]),
  ).toEqual([])
})

test('shows the last refusal only while the request is rejected or sent back', () => {
  const status_history = historyOf([
    ['created', 'request', 'Ann'],
    ['status', 'sendback', 'Bob'],
    ['resubmitted', 'request', 'Ann'],
    ['status', 'sendback', 'Cid'],
    ['priority', 'sendback', 'Ann'],
  ])
  expect(lastRefusal({ status_name: 'sendback', status_history })?.user_name).toBe('Cid')
  expect(lastRefusal({ status_name: 'request', status_history })).toBeUndefined()
})
