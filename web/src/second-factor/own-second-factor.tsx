import { useState } from 'react'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { useOwnSecondFactor } from '#second-factor/api.ts'
import { AuthenticatorApp } from '#second-factor/authenticator-app.tsx'
import { Passkeys } from '#second-factor/passkeys.tsx'
import { RecoveryCodes } from '#second-factor/recovery-codes.tsx'
import { RecoveryCodesDialog } from '#second-factor/recovery-codes-dialog.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'

/** How one shows that it is oneself, besides the password. */
export function OwnSecondFactor() {
  const own = useOwnSecondFactor()
  const { error, onRetry } = useLoadFailure(own)
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <Card
      title="Sign-In"
      description="A passkey or a code shows that it is you, even where somebody else knows your password."
      flush
    >
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {own.isPending && !error && <SkeletonRows count={3} />}
      {own.data && (
        <>
          <Passkeys passkeys={own.data.passkeys} onCodes={setCodes} />
          <AuthenticatorApp addedAt={own.data.codes?.added_at} onCodes={setCodes} />
          <RecoveryCodes own={own.data} onCodes={setCodes} />
        </>
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  )
}
