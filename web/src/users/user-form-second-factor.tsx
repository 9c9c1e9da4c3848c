import { userEndpoints } from '@check-requests/domain/users/endpoints.ts'
import type { User } from '@check-requests/domain/users/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { resetSecondFactorTold } from '#users/write-notices.ts'

/** Lets somebody in again who has lost their passkeys, app and recovery codes. */
export function UserFormSecondFactor({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const reset = useWriteWithNotices(userEndpoints.resetSecondFactor, resetSecondFactorTold, {
    onSuccess: () => setAsking(false),
  })
  // The form keeps the user as they were when it was opened.
  if (reset.isSuccess) return null
  return (
    <div className="grid content-start justify-items-start gap-1.5 sm:col-span-6">
      <Button variant="secondary" size="sm" aria-describedby="reset-hint" onClick={() => setAsking(true)}>
        <ShieldOff aria-hidden className="size-4" />
        Reset second factor
      </Button>
      <p id="reset-hint" className="text-[0.8125rem] text-ink-soft">
        For a user who has lost their passkeys, authenticator app and recovery codes.
      </p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Reset the second factor?"
        text={
          <>
            <strong>{markHidden(`${user.first_name} ${user.last_name}`)}</strong> loses all passkeys, the authenticator
            app and the recovery codes, and is logged out everywhere. The password alone lets them in until they add
            another. They are told by mail, and the audit trail keeps who did it. Make sure that it is really them who
            ask.
          </>
        }
        confirmLabel="Reset"
        pending={reset.isPending}
        error={reset.error?.message}
        onConfirm={() => reset.mutate({ params: { id: user.id } })}
      />
    </div>
  )
}
