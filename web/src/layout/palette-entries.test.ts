import type { AccessLevel } from '@check-requests/domain/access/scope.ts'
import { expect, test } from 'vitest'
import { actionsFor, fits, pagesFor } from '#layout/palette.tsx'

const roleIds = { admin: 1, requester: 2, approver: 3, processor: 4 } as const

function visitor(role: keyof typeof roleIds, access_level: AccessLevel = 1, all_roles: number[] = [roleIds[role]]) {
  return { role, roleId: roleIds[role], access_level, all_roles }
}

test.each([
  ['requester', 1, 'Dashboard, SendBacked Checks, Rejected Checks, My Requests, Reports, Recurring Requests'],
  ['approver', 1, 'Dashboard, Pending Approvals, All Requests, Reports'],
  ['processor', 1, 'Dashboard, Processing, Completed, All Requests, Reports'],
  [
    'admin',
    1,
    'Dashboard, Pending Approvals, Processing, Completed, All Check Requests, Users, Dealerships, Departments, Settings, Reports, Recurring Requests, Approval Policy, Check Journal, Audit Trail',
  ],
  [
    'admin',
    2,
    'Dashboard, Pending Approvals, Processing, Completed, All Check Requests, Users, Dealerships, Departments, Settings, Reports, Recurring Requests',
  ],
] as const)('lists in the palette for the role %s at access level %i the screens “%s”', (role, level, pages) => {
  expect(
    pagesFor(visitor(role, level))
      .map(({ text }) => text)
      .join(', '),
  ).toBe(pages)
})

const always = ['Change Password', 'Keyboard Shortcuts', 'Log Out']

test.each([
  ['requester', ['New Request']],
  ['admin', ['New Request']],
  ['approver', []],
  ['processor', []],
] as const)('offers the role %s in the palette the actions %j', (role, own) => {
  const actions = actionsFor(visitor(role), 'system').map(({ text }) => text)
  expect(actions).toEqual([...own, 'Use Light Theme', 'Use Dark Theme', ...always])
})

test('offers only roles and themes other than the current ones', () => {
  const actions = actionsFor(visitor('approver', 1, [2, 3, 4]), 'dark').map(({ text }) => text)
  const roles = ['Switch Role to Requester', 'Switch Role to Processor']
  expect(actions).toEqual([...roles, 'Use System Theme', 'Use Light Theme', ...always])
})

test.each([
  ['', true],
  ['pend', true],
  ['APPROVALS pending', true],
  [' pending  ', true],
  ['pending x', false],
])('matches Pending Approvals with the typed text %j (expected: %s)', (typed, expected) => {
  expect(fits('Pending Approvals', typed)).toBe(expected)
})
