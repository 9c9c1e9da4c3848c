import { findRole } from '@check-requests/domain/access/roles.ts'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { programOf, SessionRow } from '#access/sessions/session-row.tsx'
import { useApi } from '#platform/api-context.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices, type WriteNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('#access/sessions/change-password-dialog.tsx')).ChangePasswordDialog,
}))

/** The user's profile as others see it, and the password. Only admins change names (decision 5). */
export function Account() {
  const { firstname, lastname, email, all_roles } = usePerson()
  const [changing, setChanging] = useState(false)
  const roles = all_roles.flatMap((id) => findRole(id)?.label ?? [])
  return (
    <Card
      title="Account"
      description="Your name appears on your decisions, so only an admin can change it, your email, and your roles."
      actions={
        <Button variant="secondary" onClick={() => setChanging(true)}>
          <KeyRound aria-hidden className="size-4" />
          Change Password
        </Button>
      }
    >
      <DescriptionList
        items={[
          { label: 'Name', value: markHidden(`${firstname} ${lastname}`) },
          { label: 'Email', value: email },
          { label: roles.length === 1 ? 'Role' : 'Roles', value: roles.join(', ') },
        ]}
      />
      {changing && (
        <Suspense>
          <ChangePasswordDialog open onOpenChange={setChanging} />
        </Suspense>
      )}
    </Card>
  )
}

const queryKey = ['own-sessions']
const failed = 'Couldn’t end the session'

/** The user's sessions, with a button that ends each session except the current one. */
export function OwnSessions() {
  const sessions = useQuery({ queryKey, queryFn: read(useApi(), sessionEndpoints.listOwn, {}), ...listFreshness })
  const { error, onRetry } = useLoadFailure(sessions)
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0
  return (
    <Card
      title="Active Sessions"
      description="If you don’t recognize a session, end it and change your password."
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
  const texts = { done: 'Session ended', failed, detail: () => program, refreshes: [] }
  const logOut = useWriteWithNotices(sessionEndpoints.endOwn, texts, ended)
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`End session: ${program}`}
      pending={logOut.isPending}
      onClick={() => logOut.mutate({ params: { id } })}
    >
      End Session
    </Button>
  )
}

function LogOutElsewhere() {
  const ended = useEnded()
  const texts: WriteNotices<{ ended: number }> = {
    done: 'Logged out everywhere else',
    failed: 'Couldn’t end the other sessions',
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
