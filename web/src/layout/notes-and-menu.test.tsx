import { addDays, formatDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { AvatarMark } from '#layout/avatar.tsx'
import { AvatarMenu } from '#layout/avatar-menu.tsx'
import { mayOpen } from '#layout/offered-screens.ts'
import { ShortcutsDialog } from '#layout/shortcuts-dialog.tsx'
import { Sidebar } from '#layout/sidebar.tsx'
import { StandingNotes } from '#layout/standing-notes.tsx'
import { ThemeSwitch } from '#layout/theme-switch.tsx'
import { lazyScreen } from '#platform/lazy-screen.ts'
import { eventually } from '#testing/eventually.ts'
import { openScreen, spaced } from '#testing/open-screen.tsx'
import { personAs, userAs } from '#testing/people.ts'

function Notes() {
  return <StandingNotes person={usePerson()} />
}

const today = localToday(new Date())
const requiredFrom = (days: number) => ({ from: addDays(today, days), required: false })

describe('notes on every screen', () => {
  test('shows no notes to most users', async () => {
    await openScreen(<Notes />)
    expect(screen.getByTestId('content').textContent).toBe('')
  })

  test('suggests a new password to a user whose password was chosen by an admin', async () => {
    const { user } = await openScreen(<Notes />, { as: userAs('requester', { password_reminder: true }) })
    expect(screen.getByText('An admin chose your password. Choose one that only you know.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Change Password' }))
    expect(await eventually(() => screen.getByRole('dialog'))).toBeTruthy()
  })

  test('announces the day on which a second factor becomes required', async () => {
    await openScreen(<Notes />, { as: userAs('approver', { second_factor_demand: requiredFrom(3) }) })
    const note = screen.getByRole('region', { name: 'Second factor reminder' })
    expect(note.textContent).toContain(`Starting ${formatDate(addDays(today, 3))}, you need a passkey`)
    expect(within(note).getByRole('link', { name: 'My Settings' })).toBeTruthy()
  })

  test('doesn’t announce a second-factor requirement far in the future', async () => {
    await openScreen(<Notes />, { as: userAs('approver', { second_factor_demand: requiredFrom(300) }) })
    expect(screen.getByTestId('content').textContent).toBe('')
  })

  test('explains to auditors why no actions are offered', async () => {
    await openScreen(<Notes />, { as: userAs('approver', { audits: true }) })
    expect(
      screen.getByText('You are an auditor of this dealer group. Auditors can view everything but can’t make changes.'),
    ).toBeTruthy()
  })
})

test.each([
  ['Ada', 'Moreno', 'AM'],
  ['élodie', 'çelik', 'ÉÇ'],
  ['Ada', '', 'A'],
])('shows for the first name “%s” and last name “%s” the initials %s', async (firstname, lastname, initials) => {
  await openScreen(<AvatarMark />, { as: userAs('requester', { firstname, lastname }) })
  expect(screen.getByText(initials)).toBeTruthy()
})

test.each([
  ['approver', ['Out of Office', 'My Settings', 'Change Password', 'Keyboard Shortcuts', 'Log Out']],
  ['processor', ['My Settings', 'Change Password', 'Keyboard Shortcuts', 'Log Out']],
] as const)('offers the role %s all menu entries at once: %j', async (role, entries) => {
  await openScreen(<AvatarMenu onShortcuts={() => undefined} />, { as: userAs(role) })
  expect((await eventually(() => screen.getAllByRole('menuitem'))).map(({ textContent }) => textContent)).toEqual(
    entries,
  )
})

test('cycles through the themes with one button', async () => {
  localStorage.removeItem('theme')
  const { user } = await openScreen(<ThemeSwitch />)
  const names: (string | null)[] = []
  for (let press = 0; press < 4; press += 1) {
    const button = screen.getByRole('button')
    names.push(button.getAttribute('aria-label'))
    await user.click(button)
  }
  expect(names).toEqual([
    'Theme: System. Switch to Light',
    'Theme: Light. Switch to Dark',
    'Theme: Dark. Switch to System',
    'Theme: System. Switch to Light',
  ])
  localStorage.removeItem('theme')
})

describe('keyboard shortcut list', () => {
  const actions = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)

  test.each([
    ['requester', 'My Requests', 'Pending Approvals'],
    ['approver', 'Pending Approvals', 'My Requests'],
  ] as const)('shows the role %s the sidebar entry “%s”, and not “%s”', async (role, own, other) => {
    await openScreen(<ShortcutsDialog onClose={() => undefined} />, { as: userAs(role) })
    expect(actions()).toContain('Approve')
    expect(actions()).toContain(own)
    expect(actions()).not.toContain(other)
  })

  test('turns keyboard shortcuts off in their list', async () => {
    const { user } = await openScreen(<ShortcutsDialog onClose={() => undefined} />)
    await user.click(screen.getByRole('checkbox', { name: 'Use keyboard shortcuts' }))
    expect(localStorage.getItem('shortcuts')).toBe('off')
    localStorage.removeItem('shortcuts')
  })
})

describe('sidebar', () => {
  const views = { layouts: [], views: [] }
  const waiting = [{ kind: 'approvals', count: 5, amount: 12, oldest: null, bank_account_id: null }]
  const replies = { 'GET /views': views, 'GET /waiting': waiting }

  async function openMenu(at: string) {
    const menu = <Sidebar open={false} visitor={personAs('approver')} onClose={() => undefined} />
    await openScreen(menu, { as: userAs('approver'), at, replies })
    return screen.getAllByRole('link', { hidden: true })
  }

  test('lists the role’s screens in the sidebar with the number of pending items', async () => {
    const links = await openMenu('/dashboard')
    expect(links.map(({ textContent }) => spaced(textContent))).toEqual([
      'Dashboard',
      'Pending Approvals',
      'All Requests',
      'Reports',
    ])
    expect(await eventually(() => screen.getByText('5 items waiting for you'))).toBeTruthy()
  })

  test('marks the current screen in the sidebar', async () => {
    const links = await openMenu('/check-requests-pending')
    const current = links.filter((link) => link.hasAttribute('aria-current')).map(({ textContent }) => textContent)
    expect(current).toEqual(['Pending Approvals'])
  })
})

describe('screen access', () => {
  const row = { path: '/x', title: 'X', screen: lazyScreen(async () => ({ Nothing: () => null }), 'Nothing') }

  test.each([
    [{ ...row, roles: ['approver' as const] }, personAs('approver'), true],
    [{ ...row, roles: ['approver' as const] }, personAs('requester'), false],
    [row, personAs('requester'), true],
    [{ ...row, needs: 'audit.read' as const }, personAs('admin'), true],
    [{ ...row, needs: 'audit.read' as const }, personAs('admin', { access_level: 2 }), false],
    [
      { ...row, roles: ['admin' as const], needs: 'audit.read' as const, forAuditors: true as const },
      personAs('approver', { audits: true }),
      true,
    ],
    [
      { ...row, roles: ['admin' as const], needs: 'audit.read' as const },
      personAs('approver', { audits: true }),
      false,
    ],
  ])('opens or refuses a screen with the access rules %j (row %#)', (rules, visitor, expected) => {
    expect(mayOpen(rules, visitor)).toBe(expected)
  })
})
