import { findRole } from '@check-requests/domain/access/roles.ts'
import { sessionEndpoints } from '@check-requests/domain/sessions/endpoints.ts'
import type { OwnSession } from '@check-requests/domain/sessions/fields.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { useWriteWithNotices, type WriteNotices } from '#platform/use-write-with-notices.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'

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
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const { kind, current, network, last_used_at, began_at } = session
  const program = session.agent ?? (kind === 'api' ? 'API client' : 'Unknown browser')
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2 sm:px-5">
      <div className="grid min-w-0">
        <p className="font-medium">
          {program}
          {current && <span className="font-normal text-ink-soft"> · this session</span>}
        </p>
        <p className="text-[0.8125rem] text-ink-soft">
          {findRole(session.role)?.label}
          {network && `, from ${network}`}, since {formatMoment(began_at)}
          {!current && `, last used ${formatMoment(last_used_at)}`}
        </p>
      </div>
      {!current && <LogOutThere id={session.id} program={program} />}
    </li>
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
