import { expect, test } from 'vitest'
import { menuFor, type Visitor } from '#layout/offered-screens.ts'
import { menuIcons } from '#layout/sidebar.tsx'

const ofAnAdmin = ['Dashboard', 'All Check Requests', 'Users', 'Dealerships', 'Departments', 'Settings']

// The sidebars of the specification (R039 to R042) first, then the other available screens, by heading (F2).
test.each<[string, Visitor, string[]]>([
  [
    'a super admin',
    { role: 'admin', access_level: 0 },
    [
      ...ofAnAdmin,
      ...['Checks: Register', 'Checks: Reports'],
      ...['Bank: Accounts', 'Bank: Positive Pay', 'Bank: Clearing'],
      'Setup: Recurring Requests',
      ...['Setup: Approval Policy', 'Setup: Payees', 'Setup: Journal', 'Setup: Audit Trail', 'Setup: Auditors'],
      'Setup: Background Work',
    ],
  ],
  [
    'the admin of a group',
    { role: 'admin', access_level: 1 },
    [
      ...ofAnAdmin,
      ...['Checks: Reports', 'Setup: Recurring Requests', 'Setup: Approval Policy', 'Setup: Journal'],
      'Setup: Audit Trail',
    ],
  ],
  [
    'the admin of dealerships',
    { role: 'admin', access_level: 2 },
    [...ofAnAdmin, 'Checks: Reports', 'Setup: Recurring Requests'],
  ],
  [
    'the admin of departments',
    { role: 'admin', access_level: 3 },
    [...ofAnAdmin, 'Checks: Reports', 'Setup: Recurring Requests'],
  ],
  [
    'a requester',
    { role: 'requester', access_level: 1 },
    [
      ...['Dashboard', 'New Request', 'SendBacked Checks', 'Rejected Checks', 'My Requests'],
      'Setup: Recurring Requests',
    ],
  ],
  [
    'an approver',
    { role: 'approver', access_level: 1 },
    ['Dashboard', 'Pending Approvals', 'All Requests', 'Checks: Reports'],
  ],
  [
    'a processor',
    { role: 'processor', access_level: 1 },
    ['Dashboard', 'Processing', 'Completed', 'All Requests', 'Checks: Reports'],
  ],
  [
    'an approver in a group with a bank account',
    { role: 'approver', access_level: 1, bank_accounts: true },
    [
      'Dashboard',
      'Pending Approvals',
      'All Requests',
      ...['Checks: Sign', 'Checks: Register', 'Checks: Reports'],
      ...['Bank: Accounts', 'Bank: Positive Pay', 'Bank: Clearing'],
    ],
  ],
  [
    'a processor in a group with a bank account',
    { role: 'processor', access_level: 1, bank_accounts: true },
    [
      'Dashboard',
      'Processing',
      'Completed',
      'All Requests',
      ...['Checks: Print', 'Checks: Sign', 'Checks: Mail and Hand Over', 'Checks: Register', 'Checks: Reports'],
      ...['Bank: Accounts', 'Bank: Positive Pay', 'Bank: Clearing'],
    ],
  ],
])('shows the menu of %s', (_, visitor, menu) => {
  const entries = menuFor(visitor).map(({ row: { under }, text }) => (under ? `${under}: ${text}` : text))
  expect(entries).toEqual(menu)
})

test.each<[string, Visitor, Record<string, string[]>]>([
  [
    'a requester',
    { role: 'requester', access_level: 1 },
    { 'SendBacked Checks': ['sendback'], 'Rejected Checks': ['rejected'], 'My Requests': ['all'] },
  ],
  ['an approver', { role: 'approver', access_level: 1 }, { 'Pending Approvals': ['pending'], 'All Requests': ['all'] }],
  [
    'a processor',
    { role: 'processor', access_level: 1 },
    { Processing: ['processing'], Completed: ['completed'], 'All Requests': ['all'] },
  ],
  // Admins open these lists from the dashboard.
  [
    'an admin',
    { role: 'admin', access_level: 1 },
    { 'All Check Requests': ['all', 'pending', 'processing', 'completed'] },
  ],
])('shows the saved views of %s below the views’ lists', (_, visitor, expected) => {
  const below = menuFor(visitor).filter(({ lists }) => lists.length > 0)
  expect(Object.fromEntries(below.map(({ text, lists }) => [text, lists]))).toEqual(expected)
})

test('gives each entry of a menu an icon of its own', () => {
  for (const role of ['admin', 'requester', 'approver', 'processor'] as const) {
    const icons = menuFor({ role, access_level: 0, bank_accounts: true, payee_list: true }).map(
      ({ row }) => menuIcons[row.path],
    )
    expect(icons.filter((icon) => icon === undefined)).toEqual([])
    expect(new Set(icons).size).toBe(icons.length)
  }
})
