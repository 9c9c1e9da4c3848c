import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { ChosenAccount } from '#banking/accounts/chosen-account.tsx'
import { useClearing } from '#banking/clearing/api.ts'
import { BankFile } from '#banking/clearing/bank-file.tsx'
import { ExceptionsCard } from '#banking/clearing/exceptions-card.tsx'
import { ReconciliationCard } from '#banking/clearing/reconciliation-card.tsx'
import { StateCard } from '#banking/clearing/state-card.tsx'
import { WrittenFiles } from '#banking/clearing/written-files.tsx'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'

const address = { account: textValue() }

/** What the bank of an account says it paid: files of it, what somebody has to look into, and the balance. */
export function Clearing() {
  const [{ account: id }, change] = useUrlState(address)
  return (
    <ChosenAccount id={id} onChoose={(account) => change({ account })}>
      {(account) => <OfAccount key={account.id} account={account} />}
    </ChosenAccount>
  )
}

function OfAccount({ account }: { account: BankAccountReply }) {
  const query = useClearing(account.id)
  const { error, onRetry } = useLoadFailure(query)
  const clearing = query.data
  if (!clearing)
    return (
      error && (
        <Card flush>
          <ErrorState message={error} onRetry={onRetry} />
        </Card>
      )
    )
  return (
    <>
      <StateCard account={account} clearing={clearing} />
      {clearing.refusal === null && <BankFile account={account} />}
      <ExceptionsCard account={account} clearing={clearing} />
      <ReconciliationCard account={account} />
      <WrittenFiles files={clearing.files} />
    </>
  )
}
