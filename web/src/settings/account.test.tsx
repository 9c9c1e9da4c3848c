import type { OwnSession } from '@check-requests/domain/access/sessions/fields.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Account, OwnSessions } from '#settings/account.tsx'
import { eventually } from '#testing/eventually.ts'
import { described, openScreen, Refusal, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

test('shows the user’s name, email address, and only role', async () => {
  await openScreen(<Account />, { as: userAs('approver') })
  expect(described('Name')).toBe('Ada Moreno')
  expect(described('Email')).toBe('ada@lakeside.example')
  expect(described('Role')).toBe('Approver')
})

test('lists several roles under a plural label', async () => {
  await openScreen(<Account />, { as: userAs('approver', { all_roles: [3, 4] }) })
  expect(described('Roles')).toBe('Approver, Processor')
  expect(screen.queryByText('Role', { selector: 'dt' })).toBeNull()
})

test('makes invisible characters in a name visible', async () => {
  await openScreen(<Account />, { as: userAs('requester', { firstname: 'Ada\u200b' }) })
  expect(described('Name')).not.toContain('\u200b')
})

test('opens the dialog for a new password', async () => {
  const { user } = await openScreen(<Account />)
  await user.click(screen.getByRole('button', { name: 'Change Password' }))
  expect(await eventually(() => screen.getByRole('dialog'))).toBeTruthy()
})

function session(changes: Partial<OwnSession> = {}): OwnSession {
  return {
    id: '0123456789ab',
    kind: 'web',
    agent: 'Chrome on Windows',
    network: '203.0.113.7',
    role: 3,
    began_at: '2026-11-20T15:00:00.000Z',
    last_used_at: '2026-11-21T15:00:00.000Z',
    current: false,
    ...changes,
  }
}

const own = session({ id: 'aaaaaaaaaaaa', agent: 'Firefox on Linux', current: true })

async function openSessions(sessions: OwnSession[], replies = {}) {
  const opened = await openScreen(<OwnSessions />, { replies: { 'GET /my/sessions': sessions, ...replies } })
  await eventually(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(sessions.length))
  const textOf = (program: string) =>
    spaced(
      screen
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
        .find((text) => text?.includes(program)),
    )
  return { ...opened, textOf }
}

test('marks the session of this browser, and doesn’t offer to end it', async () => {
  await openSessions([own])
  expect(screen.getByText('· this session')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^End session/ })).toBeNull()
})

test('shows the role, network, and last use of another session', async () => {
  const { textOf } = await openSessions([own, session()])
  expect(textOf('Chrome on Windows')).toMatch(/^Chrome on WindowsApprover, from 203\.0\.113\.7, since Nov 20, 2026, /)
  expect(textOf('Chrome on Windows')).toContain('last used Nov 21, 2026, ')
})

test.each([
  ['an API client', { kind: 'api', agent: null }, 'API client'],
  ['an unknown browser', { agent: null }, 'Unknown browser'],
] as const)('describes the session of %s as “$2”', async (_, changes, name) => {
  const { textOf } = await openSessions([session({ ...changes, network: null })])
  expect(textOf(name)).toMatch(new RegExp(`^${name}Approver, since `))
})

test('ends a session with one click, and names its program in the notice', async () => {
  const { user, sent } = await openSessions([own, session()], { 'DELETE /my/sessions/0123456789ab': null })
  await user.click(screen.getByRole('button', { name: 'End session: Chrome on Windows' }))
  await untilShown('Session ended')
  expect(sent()).toEqual([['DELETE /my/sessions/0123456789ab', undefined]])
})

test('shows why a session couldn’t be ended', async () => {
  const refusal = new Refusal(404, 'This session has ended already.')
  const { user } = await openSessions([own, session()], { 'DELETE /my/sessions/0123456789ab': refusal })
  await user.click(screen.getByRole('button', { name: 'End session: Chrome on Windows' }))
  await untilShown('Couldn’t end the session')
  expect(screen.getAllByText('This session has ended already.').length).toBeGreaterThan(0)
})

test('offers to end all other sessions only if there are several', async () => {
  await openSessions([own, session()])
  expect(screen.queryByRole('button', { name: 'Log Out Everywhere Else' })).toBeNull()
})

test.each([
  [1, '1 session ended'],
  [2, '2 sessions ended'],
])('reports %i ended sessions as “%s”', async (ended, text) => {
  const sessions = [own, session(), session({ id: 'bbbbbbbbbbbb', agent: 'Safari on iOS' })]
  const { user } = await openSessions(sessions, { 'POST /my/sessions/end-others': { ended } })
  await user.click(screen.getByRole('button', { name: 'Log Out Everywhere Else' }))
  await untilShown(text)
})

test('shows why the sessions couldn’t be loaded, and offers a retry', async () => {
  await openScreen(<OwnSessions />, { replies: { 'GET /my/sessions': new Refusal(403, 'Log in again to see this.') } })
  const alert = await eventually(() => screen.getByRole('alert'))
  expect(alert.textContent).toContain('Log in again to see this.')
  expect(within(alert).getByRole('button', { name: 'Retry' })).toBeTruthy()
})
