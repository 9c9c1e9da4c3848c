import { Plus } from 'lucide-react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { AccountDialog } from '#bank/accounts/account-acts.tsx'
import type { AccountSubject } from '#bank/accounts/account-dialog.tsx'
import { AccountList } from '#bank/accounts/account-list.tsx'
import { GroupSelect, useChosenGroup } from '#organization/chosen-group.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** The bank accounts that a dealer group's checks are drawn on. */
export function AdminBankAccountsScreen() {
  const person = usePerson()
  const writes = may(person, 'bank-accounts.write')
  const chosenGroup = useChosenGroup()
  const { list, chosen } = chosenGroup
  const { error, onRetry } = useLoadFailure(list)
  const propose = useDialogFor<AccountSubject>(AccountDialog)
  return (
    <>
      <PageHeader
        title="Bank Accounts"
        subtitle="Accounts that checks are drawn on. One admin proposes an account or a change; another confirms it."
        actions={
          <>
            <GroupSelect {...chosenGroup} />
            {writes && chosen && (
              <Button onClick={() => propose.openFor({ account: null, groupId: chosen.id })}>
                <Plus aria-hidden className="size-4" />
                Propose Account
              </Button>
            )}
          </>
        }
      />
      {error && (
        <Card flush>
          <ErrorState message={error} onRetry={onRetry} />
        </Card>
      )}
      {chosen && <AccountList key={chosen.id} groupId={chosen.id} />}
      {propose.dialog}
    </>
  )
}
