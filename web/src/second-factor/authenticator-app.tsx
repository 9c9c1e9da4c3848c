import { secondFactorEndpoints } from '@check-requests/domain/second-factor/endpoints.ts'
import { lazy, Suspense, useState } from 'react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { failureNotice } from '#platform/failure-notice.ts'
import { useNotices } from '#platform/notices.tsx'
import { useWrite } from '#platform/use-write.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { useRefreshOwnSecondFactor } from '#second-factor/api.ts'
import type { NewCodes } from '#second-factor/codes-dialog.tsx'
import { FactorRow } from '#second-factor/factor-row.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

const CodesDialog = lazy(async () => ({ default: (await import('#second-factor/codes-dialog.tsx')).CodesDialog }))

const removed = { done: 'Authenticator app removed', failed: 'Couldn’t remove this authenticator app', refreshes: [] }

interface AuthenticatorAppProps {
  /** Absent where there is none. */
  addedAt: string | undefined
  onCodes(codes: readonly string[]): void
}

/** The app that shows a code every thirty seconds. */
export function AuthenticatorApp({ addedAt, onCodes }: AuthenticatorAppProps) {
  const [fresh, setFresh] = useState<NewCodes>()
  const [removing, setRemoving] = useState(false)
  const refresh = useRefreshOwnSecondFactor()
  const notices = useNotices()
  const begin = useWrite(secondFactorEndpoints.beginCodes, {
    refreshes: [],
    onSuccess: setFresh,
    onError: (failure) => notices.show(failureNotice('Couldn’t add this authenticator app', failure)),
  })
  const remove = useWriteWithNotices(secondFactorEndpoints.removeCodes, removed, {
    onSuccess() {
      refresh()
      setRemoving(false)
    },
    onError: refresh,
  })
  return (
    <>
      <FactorRow
        title="Authenticator app"
        text={addedAt ? `Added ${formatMoment(addedAt)}` : 'An app on your phone shows a new code every 30 seconds.'}
      >
        <Button variant="secondary" size="sm" pending={begin.isPending} onClick={() => begin.mutate({})}>
          {addedAt ? 'Replace App' : 'Add App'}
        </Button>
        {addedAt && (
          <Button variant="secondary" size="sm" aria-label="Remove authenticator app" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        )}
      </FactorRow>
      {fresh && (
        <Suspense>
          <CodesDialog fresh={fresh} onClose={() => setFresh(undefined)} onCodes={onCodes} />
        </Suspense>
      )}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title="Remove the authenticator app?"
        text="Its codes are no longer taken, neither when you sign in nor when you are asked again."
        confirmLabel="Remove"
        pending={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate({})}
      />
    </>
  )
}
