import { describe, expect, test } from 'vitest'
import { listQuery } from './query.ts'
import { filteredStatuses, listedStatuses, searchFields } from './views.ts'

describe('listQuery', () => {
  test('defaults to the newest page without filters', () => {
    expect(listQuery.parse({})).toEqual({
      view: 'all',
      status: 0,
      search: '',
      within: 0,
      sort: 'newest',
      time_zone: 'UTC',
      limit: 50,
    })
  })

  test('reads numbers from a query string', () => {
    const read = listQuery.parse({ view: 'completed', status: '7', within: '90', limit: '100', search: ' Toyota ' })
    expect(read).toMatchObject({ view: 'completed', status: 7, within: 90, limit: 100, search: 'Toyota' })
  })

  test.each([
    { view: 'mine' },
    { status: '10' },
    { status: '-1' },
    { status: '1.5' },
    { status: 'x' },
    { within: '31' },
    { sort: 'random' },
    { limit: '0' },
    { limit: '101' },
    { limit: '2.5' },
    { search: 'x'.repeat(101) },
    { search: 'a\0b' },
    { search: '\ud800' },
    { cursor: 'x'.repeat(301) },
    { offset: '50' },
  ])('refuses the list query %j', (query) => {
    expect(listQuery.safeParse(query).success).toBe(false)
  })
})

describe('listedStatuses', () => {
  test.each([
    ['all', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['pending', [1, 2]],
    ['processing', [3, 4, 5]],
    ['completed', [6, 7]],
    ['sendback', [9]],
    ['rejected', [8]],
  ] as const)('lists the statuses of the %s list and shows each status alone when filtered', (view, ids) => {
    expect(listedStatuses(view, 0, 'newest')).toEqual(ids)
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(listedStatuses(view, id, 'newest')).toEqual((ids as readonly number[]).includes(id) ? [id] : [])
  })
})

test('sorts only closed requests by completion, in any list', () => {
  expect(listedStatuses('completed', 0, 'completed')).toEqual([7])
  expect(listedStatuses('all', 0, 'completed')).toEqual([7])
  expect(listedStatuses('completed', 6, 'completed')).toEqual([])
  expect(listedStatuses('pending', 0, 'completed')).toEqual([])
})

test('sorts only open requests by waiting time', () => {
  expect(listedStatuses('all', 0, 'waiting')).toEqual([1, 2, 3, 4, 5, 6, 9])
  expect(listedStatuses('completed', 0, 'waiting')).toEqual([6])
  expect(listedStatuses('rejected', 0, 'waiting')).toEqual([])
})

test('searches every list by the number, payee, requester, purpose, and check number that its placeholder names', () => {
  const named = ['check_number', 'payee', 'purpose', 'request_number', 'requester']
  expect([...searchFields].sort()).toEqual([...named, 'notes', 'numbers'].sort())
})

describe('filteredStatuses', () => {
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

  test.each([
    ['approvers', [1, 2]],
    ['processors', [3, 4, 5]],
    ['requester', [9]],
    ['hand-over', [6]],
  ] as const)('filters for %s the statuses at which requests wait for them', (waiting_on, ids) => {
    expect(filteredStatuses(all, { waiting_on })).toEqual(ids)
  })

  test('accepts status names and treats only open requests as overdue', () => {
    expect(filteredStatuses(all, { statuses: ['sendback', 'request'] })).toEqual([1, 9])
    expect(filteredStatuses(all, { overdue: 'true' })).toEqual([1, 2, 3, 4, 5, 6, 9])
    expect(filteredStatuses(all, { overdue: 'false' })).toEqual(all)
    expect(filteredStatuses([6, 7], { statuses: ['closed', 'ready'], overdue: 'true' })).toEqual([6])
  })
})

test('reads filters as lists, cents, and days', () => {
  const read = listQuery.parse({ statuses: 'approved,closed,approved', dealership: '3,14', amount_from: '1796.24' })
  expect(read).toMatchObject({ statuses: ['approved', 'closed'], dealership: [3, 14], amount_from: 179_624 })
})
