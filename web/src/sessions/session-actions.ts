import { findRole } from '@check-requests/domain/access/roles.ts'
import type { SessionUser } from '@check-requests/domain/sessions/fields.ts'
import type { ApiClient } from '#platform/api-client.ts'
import { ApiFailure, type NeededProof } from '#platform/api-failure.ts'
import { failureNotice, messageOf } from '#platform/failure-notice.ts'
import type { Notices } from '#platform/notices.tsx'
import { sendLogin, sendLogout, sendSwitchRole } from '#sessions/api.ts'
import type { SessionState } from '#sessions/session-state.ts'

/** Why a login is not finished: it was refused, or a proof is missing besides the password. */
export type Unfinished = { refusal: string } | { needed: NeededProof }

/** What a person can do with their session. */
export interface SessionActions {
  /** Logs in by what `send` does; returns undefined when that succeeded. */
  logInBy(send: () => Promise<SessionUser>): Promise<Unfinished | undefined>
  logIn(email: string, password: string): Promise<Unfinished | undefined>
  logOut(): Promise<void>
  /** The server has ended the session at the person's request. */
  leave(): void
  switchRole(roleId: number): Promise<void>
  /** Asks the server again who is signed in. */
  findOut(): void
}

/** The actions with their notices (R192, R230, R232). */
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

  return { logInBy, logIn, logOut, leave, switchRole, findOut: state.follow }
}
