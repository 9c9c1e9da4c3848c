import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import { DraftStore } from '#drafts/draft-store.ts'
import { useApi } from '#platform/api-context.tsx'
import { useSession } from '#sessions/session-provider.tsx'

const StoreContext = createContext<DraftStore | undefined>(undefined)

/** Keeps what was typed when a session ends, and sends it when its author is back. */
export function DraftsProvider({ children }: { children: ReactNode }) {
  const api = useApi()
  const session = useSession()
  const [store] = useState(() => new DraftStore(api))
  const person = session.status === 'signed-in' ? session.person : undefined
  const { id, role } = person ?? {}
  // Runs before the effects that close a form of the previous session, which must not save into this one.
  useLayoutEffect(() => store.enter(id && role ? { id, role } : undefined), [store, id, role])
  return <StoreContext value={store}>{children}</StoreContext>
}

export function useDraftStore(): DraftStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('No DraftsProvider around this component')
  return store
}
