import { isClosedAccount } from '@check-requests/domain/banking/lifecycle.ts'
import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { AccountCard } from '#banking/accounts/account-card.tsx'
import { useBankAccounts } from '#banking/accounts/api.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'

/** The accounts of a dealer group, those in use first. */
export function AccountList({ groupId }: { groupId: number }) {
  const query = useBankAccounts()
  const { error, onRetry } = useLoadFailure(query)
  const accounts = query.data?.filter(({ dealer_group_id }) => dealer_group_id === groupId)
  const open = accounts?.filter(({ state }) => !isClosedAccount(state))
  const closed = accounts?.filter(({ state }) => isClosedAccount(state)) ?? []
  return (
    <div className="grid gap-5">
      {error && (
        <Card flush>
          <ErrorState message={error} onRetry={onRetry} />
        </Card>
      )}
      {!open && !error && (
        <Card>
          <SkeletonRows count={4} />
        </Card>
      )}
      {open?.length === 0 && (
        <Card flush>
          <EmptyState text="No bank account is set up. Check numbers are typed when checks are signed." />
        </Card>
      )}
      {open?.map((account) => (
        <AccountCard key={account.id} account={account} />
      ))}
      {closed.length > 0 && <Closed accounts={closed} />}
    </div>
  )
}

function Closed({ accounts }: { accounts: readonly BankAccountReply[] }) {
  return (
    <Card title="Closed Accounts">
      <ul className="grid gap-1">
        {accounts.map(({ id, name, bank_name, account_last4 }) => (
          <li key={id} className="wrap-anywhere">
            {markHidden(`${name}: ${bank_name}, account ending in ${account_last4}`)}
          </li>
        ))}
      </ul>
    </Card>
  )
}
