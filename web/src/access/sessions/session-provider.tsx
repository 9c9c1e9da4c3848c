import { findRole } from '@check-requests/domain/access/roles.ts'
import type { SessionUser } from '@check-requests/domain/access/sessions/fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { sendLogin, sendLogout, sendSwitchRole } from '#access/sessions/api.ts'
import { createSessionState, type Person, type Session, type SessionState } from '#access/sessions/session-state.ts'
import type { ApiClient } from '#platform/api-client.ts'
import { useApi } from '#platform/api-context.tsx'
import { ApiFailure, failureNotice, messageOf, type NeededProof } from '#platform/api-failure.ts'
import { NoticeArea, type Notices, useNotices, useShownNotice } from '#platform/notices.tsx'

const SessionContext = createContext<Session>({ status: 'loading' })
const ActionsContext = createContext<SessionActions | undefined>(undefined)

/** Provides the session to its children. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const api = useApi()
  const queries = useQueryClient()
  const notices = useNotices()
  const [session, setSession] = useState<Session>({ status: 'loading' })
  const [state] = useState(() => createSessionState({ api, queries, notices, onChange: setSession }))
  const [actions] = useState(() => createSessionActions(state, api, notices))
  useEffect(() => state.start(), [state])
  return (
    <SessionContext value={session}>
      <ActionsContext value={actions}>{children}</ActionsContext>
    </SessionContext>
  )
}

export function useSession(): Session {
  return useContext(SessionContext)
}

/** The actions of the session: log in, log out, switch role. */
export function useSessionActions(): SessionActions {
  const actions = useContext(ActionsContext)
  if (!actions) throw new Error('No SessionProvider around this component')
  return actions
}

/** The signed-in user, for screens behind the guard. */
export function usePerson(): Person {
  const session = useSession()
  if (session.status !== 'signed-in') throw new Error('No user is signed in')
  return session.person
}

/** The reason why a login is incomplete: the login was refused, or a second factor is required. */
type Unfinished = { refusal: string } | { needed: NeededProof }

/** The user's actions on their session. */
interface SessionActions {
  /** Logs in with `send`; returns undefined on success. */
  logInBy(send: () => Promise<SessionUser>): Promise<Unfinished | undefined>
  logIn(email: string, password: string): Promise<Unfinished | undefined>
  logOut(): Promise<void>
  /** Called when the server has ended the session at the user's request. */
  leave(): void
  switchRole(roleId: number): Promise<void>
  /** Fetches the session from the server again. */
  findOut(): void
}

/** The session actions, with the notices that they show (R192, R230, R232). */
export function createSessionActions(state: SessionState, api: ApiClient, notices: Notices): SessionActions {
  async function logInBy(send: () => Promise<SessionUser>): Promise<Unfinished | undefined> {
    try {
      state.enter(await send())
      state.announce('changed')
      notices.show({ title: 'Login successful', description: 'Welcome back!' })
      return undefined
    } catch (error) {
      if (error instanceof ApiFailure && error.proof) return { needed: error.proof }
      notices.show({ title: 'Login failed', description: messageOf(error), destructive: true })
      return { refusal: messageOf(error) }
    }
  }

  const logIn = (email: string, password: string) => logInBy(() => sendLogin(api, email, password))

  function leave() {
    state.announce('ended')
    state.exit(false)
  }

  async function logOut() {
    try {
      await sendLogout(api)
      leave()
    } catch (error) {
      leave()
      notices.show(failureNotice('Couldn’t reach the server', error))
    }
  }

  async function switchRole(roleId: number) {
    const before = state.current()
    if (before.status !== 'signed-in' || before.switching) return
    state.become({ ...before, switching: true })
    try {
      const user = await sendSwitchRole(api, roleId)
      state.enter(user)
      state.announce('changed')
      notices.show({ title: 'User role change successful', description: `Welcome ${findRole(user.role)?.label}!` })
    } catch (error) {
      if (state.current().status !== 'signed-in') return
      state.become(before)
      const tooOld = error instanceof ApiFailure && error.code === 'REAUTHENTICATE'
      notices.show(failureNotice(tooOld ? 'Could not change user role.' : 'User role change error', error))
    }
  }

  return { logInBy, logIn, logOut, leave, switchRole, findOut: state.follow }
}

/** Shows the current notice. On the login screen, a notice stays until closed (R241). */
export function SessionNotices() {
  const signedIn = useSession().status === 'signed-in'
  const { notice } = useShownNotice()
  return (notice || signedIn) && <NoticeArea login={!signedIn} />
}
