import { findRole, type RoleName } from '@check-requests/domain/access/roles.ts'
import type { SessionUser } from '@check-requests/domain/access/sessions/fields.ts'
import type { QueryClient } from '@tanstack/react-query'
import { fetchSession } from '#access/sessions/api.ts'
import { type ApiClient, expiredCode, type SessionEvent } from '#platform/api-client.ts'
import { ApiFailure, failureNotice, unauthorizedNotice } from '#platform/api-failure.ts'
import { isWithoutSession } from '#platform/early-calls.ts'
import { forgetPerson } from '#platform/interface-settings.ts'
import type { Notices } from '#platform/notices.tsx'

/** The signed-in user in their active role. Only the API client holds the token, in memory. */
export interface Person extends Omit<SessionUser, 'token' | 'role'> {
  role: RoleName
  roleId: number
}

/**
 * Why a session ended without a logout: it was idle for too long (`expired`), or another device or the server ended it
 * (`ended`).
 */
export type Ending = 'expired' | 'ended'

/**
 * `keepPlace`: the user didn't log out, so the next login returns to the same page. `unreachable`: the server doesn't
 * respond, so the session is unknown.
 */
export type Session =
  | { status: 'loading'; unreachable?: true }
  | { status: 'signed-out'; keepPlace: boolean; ending?: Ending }
  | { status: 'signed-in'; person: Person; switching: boolean }

export interface Surroundings {
  api: ApiClient
  queries: QueryClient
  notices: Notices
  onChange(session: Session): void
}

/** This tab's session and its transitions. Other tabs are notified through `announce`. */
export interface SessionState {
  current(): Session
  become(session: Session): void
  enter(user: SessionUser): void
  exit(keepPlace: boolean): void
  announce(news: 'changed' | 'ended'): void
  /** Fetches the session from the server again. */
  follow(): void
  /** Loads the session and follows changes in other tabs and on the server. Returns a function that stops following. */
  start(): () => void
}

/**
 * Creates the session state. Whenever a session starts or ends, clears the data loaded in the previous session (R154,
 * R155).
 */
export function createSessionState({ api, queries, notices, onChange }: Surroundings): SessionState {
  const channel = new BroadcastChannel('session')
  let session: Session = { status: 'loading' }
  let following = false

  function become(next: Session) {
    session = next
    onChange(next)
  }

  function enter(user: SessionUser) {
    const role = findRole(user.role)
    if (!role) return exit(true)
    const { token, ...person } = user
    api.carryToken(token)
    queries.clear()
    become({ status: 'signed-in', person: { ...person, role: role.name, roleId: role.id }, switching: false })
  }

  function exit(keepPlace: boolean, ending?: Ending) {
    if (session.status === 'signed-in') forgetPerson()
    api.carryToken(undefined)
    queries.clear()
    become({ status: 'signed-out', keepPlace, ...(ending && { ending }) })
  }

  function expel(expired: boolean) {
    const wasSignedIn = session.status === 'signed-in'
    if (expired) exit(true, 'expired')
    else exit(true, wasSignedIn ? 'ended' : undefined)
    if (wasSignedIn) notices.show(unauthorizedNotice)
  }

  async function readSession() {
    try {
      enter(
        await queries.fetchQuery({ queryKey: ['sessions', 'current'], queryFn: () => fetchSession(api), gcTime: 0 }),
      )
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) return expel(error.code === expiredCode)
      if (session.status === 'loading') return become({ status: 'loading', unreachable: true })
      notices.show(failureNotice('Something went wrong..', error))
    }
  }

  function follow() {
    if (following) return
    following = true
    void readSession().finally(() => {
      following = false
    })
  }

  function onEvent(event: SessionEvent) {
    if (session.status !== 'signed-in') return
    if (event === 'unauthorized' || event === 'expired') expel(event === 'expired')
    // During a role switch in this tab, the response to the switch contains the same information.
    else if (!session.switching) follow()
  }

  function start() {
    const unsubscribe = api.subscribe(onEvent)
    channel.onmessage = ({ data }) => (data === 'ended' ? exit(false) : follow())
    if (isWithoutSession()) exit(true)
    else follow()
    return () => {
      unsubscribe()
      channel.onmessage = null
    }
  }

  return { current: () => session, become, enter, exit, announce: (news) => channel.postMessage(news), follow, start }
}
