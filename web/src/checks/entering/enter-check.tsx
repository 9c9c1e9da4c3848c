import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { lazy } from 'react'
import { may } from '#access/sessions/may.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { refusalOfAccount } from '#checks/account-rules.ts'
import { useOpenAccounts } from '#checks/api.ts'
import { Button } from '#ui/button.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const EnterCheckDialog = lazy(async () => ({
  default: (await import('#checks/entering/enter-check-dialog.tsx')).EnterCheckDialog,
}))

/** Offers to enter a check that no print run made, to those who may print on an account. */
export function EnterCheck() {
  const person = usePerson()
  const entry = useDialogFor<readonly BankAccountReply[]>(EnterCheckDialog)
  const accounts = useOpenAccounts().accounts ?? []
  const own = accounts.filter((account) => refusalOfAccount('print', person, account) === undefined)
  if (!may(person, 'checks.print') || own.length === 0) return null
  return (
    <>
      <Button variant="secondary" onClick={() => entry.openFor(own)}>
        Enter Check
      </Button>
      {entry.dialog}
    </>
  )
}
