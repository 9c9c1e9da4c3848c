import type { AccessLevel } from '@check-requests/domain/access/scope.ts'
import { settingRows } from '@check-requests/domain/organization/setting-rows.ts'
import { expect, test } from 'vitest'
import {
  actionsFor,
  bestOf,
  pagesFor,
  paletteWords,
  settingsFor,
  typedPagesFor,
  withWords,
} from '#layout/palette-entries.ts'
import { routes } from '#routes.tsx'

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

/** What the palette lists first for this text: the groups stand in the order of their best entries. */
function firstFor(typed: string, who: ReturnType<typeof visitor>): string | undefined {
  const groups = [typedPagesFor(who), actionsFor(who, 'system').map(withWords), settingsFor(who)]
  const firsts = groups.flatMap((entries: readonly { text: string; words: string }[]) =>
    bestOf(entries, typed).slice(0, 1),
  )
  return firsts.sort((one, other) => one.rank - other.rank)[0]?.entry.text
}

/** All that a user could type for an entry in at most five keys. */
function shortTextsOf({ text, words }: { text: string; words: string }): string[] {
  const starts = [text, ...text.split(' '), ...words.split(' ')]
  return starts.flatMap((start) => [1, 2, 3, 4, 5].map((length) => start.slice(0, length).trim().toLowerCase()))
}

const features = { payee_list: true, bank_accounts: true } as const

const visitors = [
  ['a requester', visitor('requester')],
  ['an approver', { ...visitor('approver', 1, [2, 3]), ...features }],
  ['a processor', { ...visitor('processor'), ...features }],
  ['a group’s admin', { ...visitor('admin'), ...features }],
  ['a super admin', visitor('admin', 0)],
] as const

// The first hour and every hour: any page, setting, or act in six keys, Enter included.
test.each(visitors)('finds every page, action, and setting of %s in six keys, including Enter', (_name, who) => {
  const entries = [...typedPagesFor(who), ...actionsFor(who, 'system').map(withWords), ...settingsFor(who)]
  expect(entries.length).toBeGreaterThan(15)
  const lost = entries.filter((entry) => shortTextsOf(entry).every((typed) => firstFor(typed, who) !== entry.text))
  expect(lost.map(({ text }) => text)).toEqual([])
})

const groupAdmin = { ...visitor('admin'), ...features }

test.each([
  ['vendor', 'Payees'],
  ['w9', 'Payees'],
  ['void', 'Checks'],
  ['stop', 'Checks'],
  ['wire', 'Bank Accounts'],
  ['log', 'Audit Trail'],
  ['rules', 'Approval Policy'],
  ['limits', 'Approval Policy'],
  ['password', 'Change Password'],
  ['2fa', 'Second-factor rules'],
  ['sso', 'Identity Providers'],
  ['holidays', 'Time, calendar, and emails'],
  ['reimbursement', 'New Request'],
  ['reconcile', 'Clearing'],
  ['settings', 'Settings'],
] as const)('finds for the typed word “%s” the entry %s', (typed, text) => {
  const groups = [typedPagesFor(groupAdmin), actionsFor(groupAdmin, 'system').map(withWords), settingsFor(groupAdmin)]
  const texts = groups.flatMap((entries: readonly { text: string; words: string }[]) =>
    bestOf(entries, typed).map(({ entry }) => entry.text),
  )
  expect(texts).toContain(text)
})

test('finds Background Work for a super admin who types “backup”', () => {
  expect(bestOf(typedPagesFor(visitor('admin', 0)), 'backup').map(({ entry }) => entry.text)).toEqual([
    'Background Work',
  ])
})

test.each(['vacation', 'delegat', 'out of', 'sick'])('finds Out of Office for an approver who types “%s”', (typed) => {
  expect(firstFor(typed, { ...visitor('approver'), ...features })).toBe('Out of Office')
})

test.each([
  ['superAdmin', 'deleg', 'Approval Policy'],
  ['superAdmin', 'vaca', 'Approval Policy'],
  ['superAdmin', 'out of', 'Approval Policy'],
  ['superAdmin', 'forger', 'Positive Pay'],
  ['superAdmin', 'dept', 'Departments'],
  ['superAdmin', 'add us', 'Users'],
  ['superAdmin', 'test p', 'Bank Accounts'],
  ['superAdmin', 'delive', 'Dealerships'],
  ['superAdmin', 'payees', 'Payees'],
  ['superAdmin', 'payees', 'Payee settings'],
  ['superAdmin', 'keys', 'Installation'],
  ['processor', 'hold', 'Processing'],
  ['requester', 'withdr', 'My Requests'],
  ['requester', 'draft', 'New Request'],
  ['requester', 'duplic', 'My Requests'],
  ['approver', 'reject', 'Pending Approvals'],
  ['approver', 'digest', 'Notices'],
] as const)('finds for the role %s and the typed text “%s” the entry %s', (role, typed, text) => {
  const who = role === 'superAdmin' ? visitor('admin', 0) : { ...visitor(role), ...features }
  const groups = [typedPagesFor(who), actionsFor(who, 'system').map(withWords), settingsFor(who)]
  const texts = groups.flatMap((entries: readonly { text: string; words: string }[]) =>
    bestOf(entries, typed).map(({ entry }) => entry.text),
  )
  expect(texts).toContain(text)
})

test('finds every setting first within six keys', () => {
  const found = visitors.flatMap(([, who]) =>
    settingsFor(who)
      .filter((entry) => shortTextsOf(entry).some((typed) => firstFor(typed, who) === entry.text))
      .map(({ row }) => row.key),
  )
  expect(settingRows.map(({ key }) => key).filter((key) => !found.includes(key))).toEqual([])
})

test('finds Pending Approvals, and no rejected requests, for an approver who types “approve”', () => {
  expect(firstFor('approve', visitor('approver'))).toBe('Pending Approvals')
})

test('has other words for every page of a menu', () => {
  const pages = routes.filter(({ menu, path }) => menu && path !== '/check-request-new')
  expect(pages.map(({ path }) => path).filter((path) => !(path in paletteWords))).toEqual([])
})

test.each([
  ['', true],
  ['pend', true],
  ['APPROVALS pending', true],
  [' pending  ', true],
  ['pending x', false],
  ['endin', true],
  ['decid', true],
  ['ecide', false],
])('matches Pending Approvals with the typed text %j (expected: %s)', (typed, expected) => {
  expect(bestOf([{ text: 'Pending Approvals', words: 'decide' }], typed).length === 1).toBe(expected)
})
