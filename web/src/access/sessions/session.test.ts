import type { SessionUser } from '@check-requests/domain/access/sessions/fields.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { createSessionActions } from '#access/sessions/session-provider.tsx'
import { createSessionState, type Session } from '#access/sessions/session-state.ts'
import { createApiClient } from '#platform/api-client.ts'
import type { Notice } from '#platform/notices.tsx'
import { eventually } from '#testing/eventually.ts'
import { answerJson, startServer } from '#testing/local-server.ts'

const joan: SessionUser = {
  token: 'w1.requester',
  role: 2,
  id: 7,
  email: 'everyone@summit.example',
  firstname: 'Joan',
  lastname: 'Fletcher',
  all_roles: [1, 2, 3, 4],
  all_role_names: ['Admin', 'Requester', 'Approver', 'Processor'],
  access_level: 1,
  dealer_group_id: 2,
  dealership_id: [],
  department_id: [],
  password_reminder: false,
  password_change_required: false,
}
const asApprover = { ...joan, role: 3, token: 'w1.approver' }

interface FakeSession {
  user: SessionUser | undefined
  tooOld: boolean
  expired?: boolean
  broken?: boolean
}

function reply(server: FakeSession, url: string, token: string): [number, unknown] {
  if (url === '/auth/login') server.user = joan
  if (url === '/auth/logout') server.user = undefined
  const isSwitch = url === '/auth/switch-role'
  if (isSwitch && server.tooOld) return refusal(409, 'REAUTHENTICATE', 'Relogin to change user role.')
  if (isSwitch) server.user = asApprover
  if (url === '/auth/logout') return granted(null)
  if (server.broken) return refusal(503, 'UNAVAILABLE', 'The server is starting.')
  if (!server.user)
    return refusal(401, server.expired ? 'SESSION_EXPIRED' : 'UNAUTHENTICATED', 'Unauthorized access...')
  if (url.startsWith('/auth')) return granted(server.user)
  return token === server.user.token ? granted([]) : refusal(409, 'SESSION_CHANGED', 'Changed in another tab.')
}

function granted(data: unknown): [number, unknown] {
  return [200, { success: true, message: 'Done', data }]
}

function refusal(status: number, code: string, message: string): [number, unknown] {
  return [status, { success: false, message, error: { code } }]
}

/** A server with one session, held in `server.user`; each tab is a browser tab that uses it. */
async function setUp(user: SessionUser | undefined) {
  const server: FakeSession = { user, tooOld: false }
  const { address, seen } = await startServer(({ url, headers }, response) => {
    const [status, body] = reply(server, url, String(headers['x-auth-token']))
    answerJson(response, status, body)
  })

  function openTab() {
    const sessions: Session[] = []
    const shown: Notice[] = []
    const api = createApiClient(address)
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const notices = { show: (notice: Notice) => shown.push(notice), dismiss: () => undefined }
    const state = createSessionState({ api, queries, notices, onChange: (session) => sessions.push(session) })
    onTestFinished(state.start())
    const role = () => {
      const session = state.current()
      return session.status === 'signed-in' ? session.person.role : session.status
    }
    const reaches = (expected: string) => eventually(() => expect(role()).toBe(expected))
    return { api, queries, shown, sessions, state, role, reaches, actions: createSessionActions(state, api, notices) }
  }
  return { server, seen, openTab }
}

/** Stores data that an older version or a library may have left, in addition to the browser's settings. */
function leaveBehind() {
  localStorage.setItem('draft:7:requester:new', '{}')
  localStorage.setItem('theme', 'dark')
  localStorage.setItem('shortcuts', 'off')
  sessionStorage.setItem('places', '/check-requests?q=Harbor')
  onTestFinished(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

const anyCall = { method: 'GET', path: '/dealerships', failure: 'Failed to get dealerships...' } as const

test('restores the session on a new page and keeps the token only in memory', async () => {
  const { seen, openTab } = await setUp(joan)
  const tab = openTab()
  await tab.reaches('requester')
  expect(JSON.stringify(tab.state.current())).not.toContain('w1.')
  expect(Object.keys(localStorage)).toEqual([])
  await tab.api.call(anyCall, {})
  expect(seen.map(({ headers }) => headers['x-auth-token'])).toEqual(['bootstrap', 'w1.requester'])
})

test('shows no notice when no user is signed in', async () => {
  const { openTab } = await setUp(undefined)
  const tab = openTab()
  await tab.reaches('signed-out')
  expect(tab.shown).toEqual([])
})

test('ends the session if the user’s role is unknown', async () => {
  const { openTab } = await setUp({ ...joan, role: 9 })
  const tab = openTab()
  await tab.reaches('signed-out')
})

test('announces a login to the other tabs', async () => {
  const { openTab } = await setUp(undefined)
  const [tab, other] = [openTab(), openTab()]
  await other.reaches('signed-out')
  expect(await tab.actions.logIn('everyone@summit.example', 'secret')).toBeUndefined()
  expect(tab.shown).toEqual([{ title: 'Login successful', description: 'Welcome back!' }])
  await other.reaches('requester')
})

test('replaces the session, clears the data, and updates the other tabs after a role switch', async () => {
  const { openTab } = await setUp(joan)
  const [tab, other] = [openTab(), openTab()]
  await tab.reaches('requester')
  await other.reaches('requester')
  tab.queries.setQueryData(['check-requests'], ['mine'])
  other.queries.setQueryData(['check-requests'], ['mine'])
  const switched = tab.actions.switchRole(3)
  expect(tab.state.current()).toMatchObject({ status: 'signed-in', switching: true })
  await switched
  expect(tab.role()).toBe('approver')
  expect(tab.shown).toEqual([{ title: 'User role change successful', description: 'Welcome Approver!' }])
  await other.reaches('approver')
  expect([tab.queries.getQueryData(['check-requests']), other.queries.getQueryData(['check-requests'])]).toEqual([
    undefined,
    undefined,
  ])
})

test('refuses a role switch long after the login and keeps the session', async () => {
  const { server, openTab } = await setUp(joan)
  const tab = openTab()
  await tab.reaches('requester')
  server.tooOld = true
  await tab.actions.switchRole(3)
  expect(tab.state.current()).toMatchObject({ status: 'signed-in', switching: false, person: { role: 'requester' } })
  expect(tab.shown).toEqual([
    { title: 'Could not change user role.', description: 'Relogin to change user role.', destructive: true },
  ])
})

test('detects a role switch in another tab from the first refusal', async () => {
  const { server, openTab } = await setUp(joan)
  const tab = openTab()
  await tab.reaches('requester')
  server.user = asApprover
  await expect(tab.api.call(anyCall, {})).rejects.toMatchObject({ code: 'SESSION_CHANGED' })
  await tab.reaches('approver')
  expect(tab.shown).toEqual([])
})

test('logs out once on a 401, clears all user data, and returns to the page after a login', async () => {
  const { server, openTab } = await setUp(joan)
  leaveBehind()
  const tab = openTab()
  await tab.reaches('requester')
  server.user = undefined
  await Promise.allSettled([tab.api.call(anyCall, {}), tab.api.call(anyCall, {})])
  expect(tab.state.current()).toEqual({ status: 'signed-out', keepPlace: true, ending: 'ended' })
  expect(tab.shown).toEqual([{ title: 'Unauthorized access...', destructive: true }])
  expect([{ ...localStorage }, { ...sessionStorage }]).toEqual([{ theme: 'dark', shortcuts: 'off' }, {}])
})

test('distinguishes an idle session from a session ended elsewhere', async () => {
  const { server, openTab } = await setUp(joan)
  const tab = openTab()
  await tab.reaches('requester')
  server.user = undefined
  server.expired = true
  await Promise.allSettled([tab.api.call(anyCall, {})])
  expect(tab.state.current()).toEqual({ status: 'signed-out', keepPlace: true, ending: 'expired' })
})

test('keeps the session when the server is unreachable, and retries', async () => {
  const { server, openTab } = await setUp(joan)
  server.broken = true
  const tab = openTab()
  await eventually(() => expect(tab.state.current()).toEqual({ status: 'loading', unreachable: true }))
  server.broken = false
  tab.state.follow()
  await tab.reaches('requester')
})

test('keeps a draft from an older version for its author’s next login if there is no session', async () => {
  const { openTab } = await setUp(undefined)
  leaveBehind()
  const tab = openTab()
  await tab.reaches('signed-out')
  expect(localStorage.getItem('draft:7:requester:new')).toBe('{}')
})

test('ends the session in every tab and clears all user data on logout', async () => {
  const { openTab } = await setUp(joan)
  leaveBehind()
  const [tab, other] = [openTab(), openTab()]
  await tab.reaches('requester')
  await other.reaches('requester')
  await tab.actions.logOut()
  expect(tab.state.current()).toEqual({ status: 'signed-out', keepPlace: false })
  await other.reaches('signed-out')
  expect([{ ...localStorage }, { ...sessionStorage }]).toEqual([{ theme: 'dark', shortcuts: 'off' }, {}])
  expect(tab.shown).toEqual([])
})
