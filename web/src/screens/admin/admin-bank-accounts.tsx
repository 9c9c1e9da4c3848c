import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { AccountList } from '#bank/accounts/account-list.tsx'
import { GroupSelect, useChosenGroup } from '#organization/chosen-group.tsx'
import { paths } from '#paths.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** The bank accounts that a dealer group's checks are drawn on. */
export function AdminBankAccountsScreen() {
  const person = usePerson()
  const writes = may(person, 'bank-accounts.write')
  const chosenGroup = useChosenGroup()
  const { list, chosen } = chosenGroup
  const { error, onRetry } = useLoadFailure(list)
  return (
    <>
      <PageHeader
        title="Bank Accounts"
        subtitle="Accounts that checks are drawn on. One admin proposes an account or a change; another confirms it."
        actions={
          <>
            <GroupSelect {...chosenGroup} />
            {writes && chosen && (
              <LinkButton variant="secondary" to={paths.proposeAccount} search={{ group: String(chosen.id) }}>
                <Plus aria-hidden className="size-4" />
                Propose Account
              </LinkButton>
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
    </>
  )
}

const Proposal = lazy(async () => ({ default: (await import('#bank/accounts/account-forms.tsx')).Proposal }))

/** Proposes a bank account for the dealer group in the URL. */
export function ProposeBankAccountScreen() {
  const { chosen } = useChosenGroup()
  return (
    <>
      <PageHeader
        title="Propose Bank Account"
        subtitle="Another admin has to confirm the account before checks are drawn on it."
      />
      <Suspense>{chosen && <Proposal key={chosen.id} groupId={chosen.id} />}</Suspense>
    </>
  )
}
