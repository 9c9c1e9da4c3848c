import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { lazy, type ReactNode } from 'react'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'

const TemplateDialog = lazy(async () => ({
  default: (await import('#bank/positive-pay/template-dialog.tsx')).TemplateDialog,
}))

const DestinationDialog = lazy(async () => ({
  default: (await import('#bank/positive-pay/destination-dialog.tsx')).DestinationDialog,
}))

/** Opens the settings of the bank's server for an account's positive-pay files. */
export function DestinationButton({ account }: { account: BankAccountReply }) {
  const edit = useDialogFor<BankAccountReply>(DestinationDialog)
  return (
    <>
      <Button
        variant="secondary"
        aria-label={markHidden(`Send To: ${account.name}`)}
        onClick={() => edit.openFor(account)}
      >
        Send To
      </Button>
      {edit.dialog}
    </>
  )
}

interface TemplateButtonProps {
  account: BankAccountReply
  variant?: ButtonVariant
  children: ReactNode
}

/** Opens the editor for the format of an account's positive-pay files. */
export function TemplateButton({ account, variant = 'secondary', children }: TemplateButtonProps) {
  const edit = useDialogFor<BankAccountReply>(TemplateDialog)
  return (
    <>
      <Button
        variant={variant}
        aria-label={markHidden(`${children}: ${account.name}`)}
        onClick={() => edit.openFor(account)}
      >
        {children}
      </Button>
      {edit.dialog}
    </>
  )
}
