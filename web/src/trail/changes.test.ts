import type { AuditEntry } from '@check-requests/domain/trail/endpoints.ts'
import { expect, test } from 'vitest'
import type { Records } from '#trail/api.ts'
import { changesOf } from '#trail/changes.ts'

const named = <Row>(id: number, name: string) => new Map([[id, { id, name } as Row]])

const records: Records = {
  users: new Map(),
  groups: named(1, 'Lakeside Auto Group'),
  dealerships: named(2, 'Lakeside Honda'),
  departments: new Map(),
  purposes: new Map(),
  deliveryMethods: new Map(),
}

function wordsOf(before: unknown, after: unknown): string[] {
  const entry = { before, after } as AuditEntry
  return changesOf(entry, records).map(({ field, from, to }) => [field, from, to].filter(Boolean).join(' | '))
}

test('shows old and new values in the same words as the screens', () => {
  const before = { amount_cents: 5, status_id: 9, priority_rank: 4, is_active: 1, due_date: '2026-11-21', role: 2 }
  const after = { amount_cents: 123450, status_id: 1, priority_rank: 1, is_active: 0, due_date: '2026-12-01', role: 3 }
  expect(wordsOf(before, after)).toEqual([
    'Status | SendBack | Request',
    'Amount | $0.05 | $1,234.50',
    'Priority | Critical | Normal',
    'Due Date | Nov 21, 2026 | Dec 1, 2026',
    'Role | Requester | Approver',
    'Status | Active | Inactive',
  ])
})

test('omits unchanged values regardless of list order or of how empty values are stored', () => {
  const before = { role_ids: [2, 3], dealership_ids: [], title: null, name: 'Sales' }
  expect(wordsOf(before, { role_ids: [3, 2], dealership_ids: null, title: '', name: 'Sales' })).toEqual([])
})

test('shows names for ids while the named records exist', () => {
  const before = { dealership_ids: [2, 8], requester_id: 5, dealer_group_id: null }
  expect(wordsOf(before, { dealership_ids: [8], requester_id: 6, dealer_group_id: 1 })).toEqual([
    'Requester | #5 | #6',
    'Dealer Group | – | Lakeside Auto Group',
    'Dealerships | Lakeside Honda, #8 | #8',
  ])
})

test('shows only new values for creations, only old values for deletions, and no empty values', () => {
  expect(wordsOf({}, { name: 'Sales', description: null })).toEqual(['Name | Sales'])
  expect(wordsOf(null, { kind: 'web' })).toEqual(['Kind | Browser'])
  expect(wordsOf({ name: 'Sales', requests: 3 }, null)).toEqual(['Name | Sales', 'Check Requests | 3'])
  expect(wordsOf(null, null)).toEqual([])
})

test('omits internal fields and shows an unknown field under its stored name', () => {
  expect(
    wordsOf({ version: 1, updated_at: 'a', color: 'red' }, { version: 2, updated_at: 'b', color: 'blue' }),
  ).toEqual(['color | red | blue'])
})
