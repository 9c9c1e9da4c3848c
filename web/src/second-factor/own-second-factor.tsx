import { type CalendarDate, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { useState } from 'react'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { useOwnSecondFactor } from '#second-factor/api.ts'
import { AuthenticatorApp } from '#second-factor/authenticator-app.tsx'
import { Passkeys } from '#second-factor/passkeys.tsx'
import { RecoveryCodes } from '#second-factor/recovery-codes.tsx'
import { RecoveryCodesDialog } from '#second-factor/recovery-codes-dialog.tsx'
import { usePerson, useSessionActions } from '#sessions/session-provider.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'

const purpose = 'A passkey or a code shows that it is you, even where somebody else knows your password.'

function neededFrom(day: CalendarDate): string {
  return `From ${formatDate(day)} on, your dealer group demands one of them.`
}

/** How one shows that it is oneself, besides the password. */
export function OwnSecondFactor() {
  const own = useOwnSecondFactor()
  const { error, onRetry } = useLoadFailure(own)
  const [codes, setCodes] = useState<readonly string[]>()
  const demand = usePerson().second_factor_demand
  const { findOut } = useSessionActions()
  function leaveCodes() {
    setCodes(undefined)
    // The first factor ends the reminder, or the page that only wants one.
    if (demand) findOut()
  }
  return (
    <Card
      title="Sign-In"
      description={demand && !demand.required ? `${purpose} ${neededFrom(demand.from)}` : purpose}
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
      {codes && <RecoveryCodesDialog codes={codes} onClose={leaveCodes} />}
    </Card>
  )
}
