import type { User } from '@check-requests/domain/people/users/fields.ts'
import type { AuditEntry } from '@check-requests/domain/trail/fields.ts'
import { expect, test } from 'vitest'
import type { Records } from '#trail/api.ts'
import { changesOf } from '#trail/changes.ts'

const named = <Row>(id: number, name: string) => new Map([[id, { id, name } as Row]])

const records: Records = {
  users: new Map([[5, { id: 5, first_name: 'Ana', last_name: 'Ruiz' } as User]]),
  groups: named(1, 'Lakeside Auto Group'),
  dealerships: named(2, 'Lakeside Honda'),
  departments: new Map(),
  purposes: new Map(),
  deliveryMethods: new Map(),
  accounts: named(1, 'Ford operating'),
  titles: named(3, 'Controller'),
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
    'Requester | Ana Ruiz | #6',
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

test('omits internal fields and shows an unknown field under its stored name in words', () => {
  expect(
    wordsOf({ version: 1, updated_at: 'a', color: 'red' }, { version: 2, updated_at: 'b', color: 'blue' }),
  ).toEqual(['Color | red | blue'])
})

const anyone = { anyone_in_scope: true, approval_title_ids: [], user_ids: [] }
const document = { id: 2, kind: 'invoice', name: 'GL-77120.pdf', sha256: 'f3', size: 1806 }
const conditions = { dealership_ids: [2], department_ids: [], purpose_ids: [], payee_type: null, priority_levels: [] }

test.each([
  [{ document }, 'Document | GL-77120.pdf (invoice)'],
  [{ comment: { id: 1, mentions: [], text: 'All boxes arrived.' } }, 'Comment | “All boxes arrived.”'],
  [{ spoiled: [{ number: 20403, reason: 'Jammed' }] }, 'Spoiled | Check 20403: Jammed'],
  [{ checks: [20401, 20402].map((number) => ({ check_request_id: 1, number })) }, 'Check Numbers | 20401; 20402'],
  [{ bank_account_id: 1 }, 'Bank Account | Ford operating'],
  [{ stop_fee_cents: 3200, state: 'stopped' }, 'State | Stopped', 'Stop Fee | $32.00'],
  [{ request_status: 'rejected' }, 'Request Status | Rejected'],
  [
    { people: '[{"user_id":5,"rights":["print","sign"],"most_to_sign":5000}]' },
    'Users | Ana Ruiz: print, sign up to $50.00',
  ],
  [{ field_offsets: '{"date":{"x":2,"y":0}}' }, 'Field Offsets | Date: X: 2; Y: 0'],
  [
    { positive_pay_template: '{"kind":"delimited","header":[],"record":[{"source":"payee"},{"source":"amount"}]}' },
    'Positive Pay Template | Delimited: payee, amount',
  ],
  [{ from_id: 5, reads_documents: 0 }, 'Out of Office | Ana Ruiz', 'Reads Documents | Off'],
  [{ fallback: anyone }, 'If No One Can Approve | any approver in scope'],
  [
    {
      rules: [
        {
          name: 'Large',
          conditions: { ...conditions, amount_from: 1000001, amount_to: null },
          steps: [
            {
              name: 'Control',
              approvers: { anyone_in_scope: false, approval_title_ids: [3], user_ids: [5] },
              needed: 1,
            },
          ],
        },
      ],
    },
    'Rules | Large: Requests of $10,000.01 or more at Lakeside Honda. “Control” by anyone with the Controller title or Ana Ruiz',
  ],
])('shows the stored object %j as words', (after, ...words) => {
  expect(wordsOf({}, after)).toEqual(words)
})
