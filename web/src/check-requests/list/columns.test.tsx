import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import {
  columns,
  moreColumns,
  type RequestColumn,
  refusedColumns,
  waitingColumns,
} from '#check-requests/list/columns.tsx'
import { spaced } from '#testing/open-screen.tsx'
import { listedRequest } from '#testing/requests.ts'

afterEach(cleanup)

function textOf(column: RequestColumn, changes: Partial<Omit<ListedRequest, 'status_id'>> = {}): string {
  const { container } = render(column.cell(listedRequest(changes)))
  return spaced(container.textContent)
}

describe('table cell', () => {
  test.each<[string, RequestColumn, Partial<ListedRequest>, string]>([
    ['the amount in dollars', columns.amount, { amount: 1234567.8 }, '$1,234,567.80'],
    ['the payee', columns.payee, {}, 'Harbor Glass Works'],
    ['the requester', columns.requester, {}, 'Sam Okafor'],
    ['the dealership', columns.dealership, {}, 'Lakeside Toyota'],
    ['a dash without a dealership', columns.dealership, { dealership_name: null }, '–'],
    ['a dash without a department', columns.department, { department_name: null }, '–'],
    ['the check number', columns.checkNumber, { check_number: '001046' }, '001046'],
    ['a dash without a check number', columns.checkNumber, {}, '–'],
    ['the purpose', columns.purpose, {}, 'parts'],
    [
      'the free text of the purpose “other”',
      columns.purpose,
      { purpose_name: 'other', purpose_other: 'Raffle' },
      'other Raffle',
    ],
    ['the delivery method', columns.deliveryMethod, {}, 'Pickup'],
    ['the due date without a time zone', columns.dueDate, { due_date: '2030-11-27' }, 'Nov 27, 2030'],
    ['the priority', columns.priority, { priority_level: 'critical' }, 'Critical'],
    ['a dash while it isn’t completed', columns.completedDate, {}, '–'],
    ['the bare status', columns.bareStatus, { status_name: 'sendback', check_number: '7' }, 'SendBack'],
  ])('shows %s', (_, column, changes, text) => {
    expect(textOf(column, changes)).toBe(text)
  })

  test('shows request and completion dates in local time', () => {
    const noon = new Date(2026, 10, 21, 12).toISOString()
    expect(textOf(columns.requestDate, { request_date: noon })).toBe('Nov 21, 2026')
    expect(textOf(columns.completedDate, { cleared_date: noon })).toBe('Nov 21, 2026')
  })

  test('makes invisible characters in a payee’s name visible', () => {
    expect(textOf(columns.payee, { payee_name_1: 'Harbor\u200bGlass' })).not.toContain('\u200b')
  })

  test('shows below its status why a request was sent back', () => {
    const status = refusedColumns.find(({ key }) => key === 'status')
    if (!status) throw new Error('There is no status column')
    expect(textOf(status, { status_name: 'sendback', reason: 'Wrong payee' })).toBe('SendBackWrong payee')
    expect(textOf(status, { status_name: 'sendback', reason: null })).toBe('SendBack')
  })
})

describe('sort order of a list', () => {
  test.each([
    ['amount', { descending: 'amount-high', ascending: 'amount-low' }],
    ['requestDate', { descending: 'newest', ascending: 'oldest' }],
    ['dueDate', { ascending: 'due' }],
    ['priority', { descending: 'priority' }],
    ['completedDate', { descending: 'completed' }],
    ['payee', undefined],
  ] as const)('offers in the header of the column %s the sort orders %j', (key, sort) => {
    expect(columns[key].sort).toEqual(sort)
  })
})

describe('columns of a list', () => {
  test('lists the columns of a queue in order', () => {
    expect(waitingColumns.map(({ header }) => header)).toEqual([
      ...['Request #', 'Requester', 'Dealership', 'Department', 'Payee', 'Risk', 'Amount', 'Purpose'],
      ...['Req Date', 'Due Date', 'Status', 'Priority', 'Action'],
    ])
  })

  test('drops columns in a fixed order, starting with due date, dealership, and risk', () => {
    const inTurn = waitingColumns.filter(({ givesWay }) => givesWay !== undefined)
    const sorted = inTurn.toSorted((one, other) => (one.givesWay ?? 0) - (other.givesWay ?? 0))
    expect(sorted.map(({ key }) => key)).toEqual([
      'dueDate',
      'dealership',
      'risk',
      'department',
      'purpose',
      'requester',
      'requestDate',
    ])
  })

  test('never drops the columns that identify a request', () => {
    const kept = waitingColumns.filter(({ givesWay }) => givesWay === undefined).map(({ key }) => key)
    expect(kept).toEqual(['number', 'payee', 'amount', 'status', 'priority', 'actions'])
  })

  test('offers optional columns, all of which can be dropped', () => {
    expect(moreColumns.map(({ header }) => header)).toContain('Invoice #')
    expect(moreColumns.filter(({ givesWay }) => givesWay === undefined)).toEqual([])
  })

  test('gives every column a unique key', () => {
    for (const list of [waitingColumns, refusedColumns, moreColumns])
      expect(new Set(list.map(({ key }) => key)).size).toBe(list.length)
  })
})
