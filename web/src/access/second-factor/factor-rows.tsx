import { secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import type { OwnSecondFactor } from '@check-requests/domain/access/second-factor/fields.ts'
import { type ReactNode, useState } from 'react'
import { useRefreshOwnSecondFactor } from '#access/second-factor/api.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

const texts = { done: 'Recovery codes created', failed: 'Couldn’t create recovery codes', refreshes: [] }

interface RecoveryCodesProps {
  own: OwnSecondFactor
  onCodes(codes: readonly string[]): void
}

/** The number of remaining recovery codes, and a button that generates ten new codes. */
export function RecoveryCodes({ own, onCodes }: RecoveryCodesProps) {
  const [asking, setAsking] = useState(false)
  const refresh = useRefreshOwnSecondFactor()
  const renew = useWriteWithNotices(secondFactorEndpoints.renewRecoveryCodes, texts, {
    onSuccess({ recovery_codes }) {
      refresh()
      setAsking(false)
      onCodes(recovery_codes)
    },
  })
  if (own.passkeys.length === 0 && !own.codes) return null
  return (
    <>
      <FactorRow title="Recovery Codes" text={leftInWords(own.recovery_codes_left)}>
        <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
          Create New Codes
        </Button>
      </FactorRow>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Create new recovery codes?"
        text="Your current codes will stop working."
        confirmLabel="Create New Codes"
        danger={false}
        pending={renew.isPending}
        error={renew.error?.message}
        onConfirm={() => renew.mutate({})}
      />
    </>
  )
}

function leftInWords(left: number): string {
  if (left === 0)
    return 'No codes left. If you lose your passkeys and your app, an admin has to reset your second factor.'
  return `${left === 1 ? '1 code' : `${left} codes`} left. Use a code if you lose your passkeys and your app.`
}

interface FactorRowProps {
  title: ReactNode
  text: ReactNode
  /** The buttons for the available actions. */
  children?: ReactNode
}

/** A row in the list of sign-in methods. */
export function FactorRow({ title, text, children }: FactorRowProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2 sm:px-5">
      <div className="grid min-w-0 flex-1 basis-52">
        <h3 className="font-medium wrap-anywhere">{title}</h3>
        <p className="text-[0.8125rem] text-ink-soft">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}
