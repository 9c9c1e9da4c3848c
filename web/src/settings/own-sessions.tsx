import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { programOf, SessionRow } from '#access/sessions/session-row.tsx'
import { useApi } from '#platform/api-context.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices, type WriteNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'

const queryKey = ['own-sessions']
const failed = 'Not logged out there'

/** Where one is logged in, and 'Log out there' for what one does not know. */
export function OwnSessions() {
  const sessions = useQuery({ queryKey, queryFn: read(useApi(), sessionEndpoints.listOwn, {}), ...listFreshness })
  const { error, onRetry } = useLoadFailure(sessions)
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0
  return (
    <Card
      title="Where You Are Logged In"
      description="Log out what you do not know, and change your password."
      actions={others > 1 && <LogOutElsewhere />}
      flush
    >
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {sessions.isPending && !error && <SkeletonRows count={2} />}
      <ul>
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session}>
            {!session.current && <LogOutThere id={session.id} program={programOf(session)} />}
          </SessionRow>
        ))}
      </ul>
    </Card>
  )
}

function LogOutThere({ id, program }: { id: string; program: string }) {
  const ended = useEnded()
  const texts = { done: 'Logged out there', failed, detail: () => program, refreshes: [] }
  const logOut = useWriteWithNotices(sessionEndpoints.endOwn, texts, ended)
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`Log out there: ${program}`}
      pending={logOut.isPending}
      onClick={() => logOut.mutate({ params: { id } })}
    >
      Log Out There
    </Button>
  )
}

function LogOutElsewhere() {
  const ended = useEnded()
  const texts: WriteNotices<{ ended: number }> = {
    done: 'Logged out everywhere else',
    failed,
    detail: ({ ended }) => (ended === 1 ? '1 session ended' : `${ended} sessions ended`),
    refreshes: [],
  }
  const logOut = useWriteWithNotices(sessionEndpoints.endOthers, texts, ended)
  return (
    <Button variant="secondary" size="sm" pending={logOut.isPending} onClick={() => logOut.mutate({})}>
      Log Out Everywhere Else
    </Button>
  )
}

function useEnded() {
  const queries = useQueryClient()
  const refetch = () => void queries.invalidateQueries({ queryKey })
  return { onSuccess: refetch, onError: refetch }
}
