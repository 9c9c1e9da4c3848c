import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useApi } from '#platform/api-context.tsx'
import { useNotices } from '#platform/notices.tsx'
import { createSessionActions, type SessionActions } from '#sessions/session-actions.ts'
import { createSessionState, type Person, type Session } from '#sessions/session-state.ts'

const SessionContext = createContext<Session>({ status: 'loading' })
const ActionsContext = createContext<SessionActions | undefined>(undefined)

/** Provides the session to everything below. */
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

/** The signed-in person, for screens behind the guard. */
export function usePerson(): Person {
  const session = useSession()
  if (session.status !== 'signed-in') throw new Error('Nobody is signed in here')
  return session.person
}
