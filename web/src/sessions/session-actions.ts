import { findRole } from '@check-requests/domain/access/roles.ts'
import type { SessionUser } from '@check-requests/domain/sessions/fields.ts'
import type { ApiClient } from '#platform/api-client.ts'
import { ApiFailure } from '#platform/api-failure.ts'
import { failureNotice, messageOf } from '#platform/failure-notice.ts'
import type { Notices } from '#platform/notices.tsx'
import { sendLogin, sendLogout, sendSwitchRole } from '#sessions/api.ts'
import type { SessionState } from '#sessions/session-state.ts'

/** What a person can do with their session. */
export interface SessionActions {
  /** Returns why the login was refused; undefined when it succeeded. */
  logIn(email: string, password: string): Promise<string | undefined>
  /** Enters with a session that the server is about to open; returns as `logIn` does. */
  enterWith(login: Promise<SessionUser>): Promise<string | undefined>
  logOut(): Promise<void>
  /** The server has ended the session at the person's request. */
  leave(): void
  switchRole(roleId: number): Promise<void>
  /** Asks the server again who is signed in. */
  findOut(): void
}

/** The actions with their notices (R192, R230, R232). */
export function createSessionActions(state: SessionState, api: ApiClient, notices: Notices): SessionActions {
  async function enterWith(login: Promise<SessionUser>) {
    try {
      state.enter(await login)
      state.announce('changed')
      notices.show({ title: 'Login successful', description: 'Welcome back!' })
      return undefined
    } catch (error) {
      notices.show({ title: 'Login failed', description: messageOf(error), destructive: true })
      return messageOf(error)
    }
  }

  const logIn = (email: string, password: string) => enterWith(sendLogin(api, email, password))

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
      notices.show(failureNotice('The server could not be told', error))
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

  return { logIn, enterWith, logOut, leave, switchRole, findOut: state.follow }
}
