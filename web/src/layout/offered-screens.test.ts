import { expect, test } from 'vitest'
import { menuFor, type Visitor } from '#layout/offered-screens.ts'

const ofAnAdmin = ['Dashboard', 'All Check Requests', 'Users', 'Dealerships', 'Departments']

// The sidebars of the spec (R039 to R042), with the audit trail for those who may read it.
test.each<[string, Visitor, string[]]>([
  [
    'a super admin',
    { role: 'admin', access_level: 0 },
    [...ofAnAdmin, 'Approval Policy', 'Journal of Checks', 'Audit trail', 'Background Work', 'Settings'],
  ],
  [
    'the admin of a group',
    { role: 'admin', access_level: 1 },
    [...ofAnAdmin, 'Approval Policy', 'Journal of Checks', 'Audit trail', 'Settings'],
  ],
  ['the admin of dealerships', { role: 'admin', access_level: 2 }, [...ofAnAdmin, 'Settings']],
  ['the admin of departments', { role: 'admin', access_level: 3 }, [...ofAnAdmin, 'Settings']],
  [
    'a requester',
    { role: 'requester', access_level: 1 },
    ['Dashboard', 'New Request', 'SendBacked Checks', 'Rejected Checks', 'My Requests'],
  ],
  ['an approver', { role: 'approver', access_level: 1 }, ['Dashboard', 'Pending Approvals', 'All Requests']],
  ['a processor', { role: 'processor', access_level: 1 }, ['Dashboard', 'Processing', 'Completed', 'All Requests']],
  [
    'an approver where a bank account is set up',
    { role: 'approver', access_level: 1, bank_accounts: true },
    [
      'Dashboard',
      'Pending Approvals',
      'All Requests',
      'Sign Checks',
      'Checks',
      'Positive Pay',
      'Clearing',
      'Bank Accounts',
    ],
  ],
  [
    'a processor where a bank account is set up',
    { role: 'processor', access_level: 1, bank_accounts: true },
    [
      'Dashboard',
      'Processing',
      'Completed',
      'All Requests',
      'Print Checks',
      'Sign Checks',
      'Checks',
      'Positive Pay',
      'Clearing',
      'Bank Accounts',
    ],
  ],
])('the menu of %s', (_, visitor, menu) => {
  expect(menuFor(visitor).map(({ text }) => text)).toEqual(menu)
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
  // An admin opens these lists from the dashboard.
  [
    'an admin',
    { role: 'admin', access_level: 1 },
    { 'All Check Requests': ['all', 'pending', 'processing', 'completed'] },
  ],
])('saved views of %s are below their list', (_, visitor, expected) => {
  const below = menuFor(visitor).filter(({ lists }) => lists.length > 0)
  expect(Object.fromEntries(below.map(({ text, lists }) => [text, lists]))).toEqual(expected)
})
