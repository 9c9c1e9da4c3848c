import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { SetUpFirst, SignedInOnly } from '#access/sessions/guard.tsx'
import { usePerson } from '#access/sessions/session-provider.tsx'
import type { Person } from '#access/sessions/session-state.ts'
import { Layout } from '#layout/layout.tsx'
import { mayOpen, titleFor } from '#layout/offered-screens.ts'
import { paths } from '#paths.ts'
import { useApi } from '#platform/api-context.tsx'
import { PageTitle } from '#platform/brand.tsx'
import { followChanges } from '#platform/live-updates.ts'
import { Redirect } from '#platform/redirect.tsx'
import type { RouteRow } from '#route-row.ts'

/** Everything behind the login: the guard, then the layout with the screen inside it. */
export function Frame() {
  return (
    <SignedInOnly>
      <SetUpFirst>
        <RoleGuard />
      </SetUpFirst>
    </SignedInOnly>
  )
}

function RoleGuard() {
  const person = usePerson()
  const { pathname } = useLocation()
  const row = useMatches().at(-1)?.staticData.row
  const allowed = row !== undefined && mayOpen(row, person)
  const switchedHere = useSwitchedHere(pathname, person, allowed)
  if (!row) return null
  // Switching to a role that doesn't have the current screen isn't an unauthorized attempt.
  if (!allowed) return <Redirect to={switchedHere ? paths.dashboard : paths.unauthorized} />
  return <SignedInScreen row={row} person={person} />
}

function SignedInScreen({ row, person }: { row: RouteRow; person: Person }) {
  useLiveUpdates(person)
  return (
    <Layout person={person}>
      <PageTitle text={titleFor(row, person)} />
      <Outlet />
    </Layout>
  )
}

/** True if the same user has just seen this path in another role. */
function useSwitchedHere(pathname: string, { id, role }: Person, allowed: boolean): boolean {
  const shown = useRef<{ pathname: string; id: number; role: string }>(undefined)
  useEffect(() => {
    if (allowed) shown.current = { pathname, id, role }
  }, [pathname, id, role, allowed])
  const last = shown.current
  return last?.pathname === pathname && last.id === id && last.role !== role
}

/** Refetches data when other users change it (C2). Switching roles opens a new stream. */
function useLiveUpdates({ id, role }: Person) {
  const api = useApi()
  const queries = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream depends on the user and the role
  useEffect(
    () =>
      followChanges({
        open: (signal) => api.open('/live', signal),
        onChange: (topic) => {
          void queries.invalidateQueries({ queryKey: [topic] })
          // The inbox shows changes to requests, so the server doesn't announce them for the inbox separately.
          if (topic === 'check-requests') void queries.invalidateQueries({ queryKey: ['inbox'] })
        },
      }),
    [api, queries, id, role],
  )
}
