import type { OwnSession } from '@check-requests/domain/sessions/fields.ts'
import { userEndpoints } from '@check-requests/domain/users/endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { programOf, SessionRow } from '#sessions/session-row.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { endSessionTold } from '#users/write-notices.ts'

/** The key of the query of a user's sessions. */
export function sessionsKey(id: number) {
  return ['sessions-of-user', id]
}

/** Where a user is logged in, each with a button that logs them out there. */
export function UserFormSessions({ id }: { id: number }) {
  const queryFn = read(useApi(), userEndpoints.sessions, { params: { id } })
  const sessions = useQuery({ queryKey: sessionsKey(id), queryFn, staleTime: 0 })
  const { error, onRetry } = useLoadFailure(sessions)
  if (error) return <ErrorState message={error} onRetry={onRetry} />
  return (
    <ul aria-label="Sessions" className="sm:col-span-6">
      {sessions.data?.map((session) => (
        <SessionRow key={session.id} session={session}>
          <LogOutThere userId={id} session={session} />
        </SessionRow>
      ))}
      {sessions.data?.length === 0 && <li className="text-ink-soft">Not logged in anywhere.</li>}
    </ul>
  )
}

function LogOutThere({ userId, session }: { userId: number; session: OwnSession }) {
  const queries = useQueryClient()
  const refetch = () => void queries.invalidateQueries({ queryKey: sessionsKey(userId) })
  const program = programOf(session)
  const told = { ...endSessionTold, detail: () => program }
  const end = useWriteWithNotices(userEndpoints.endSession, told, { onSuccess: refetch, onError: refetch })
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`Log out there: ${program}`}
      pending={end.isPending}
      onClick={() => end.mutate({ params: { id: userId, session: session.id } })}
    >
      Log Out There
    </Button>
  )
}
