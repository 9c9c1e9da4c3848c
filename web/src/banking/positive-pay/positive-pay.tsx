import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { ChosenAccount } from '#banking/accounts/chosen-account.tsx'
import { usePositivePay } from '#banking/positive-pay/api.ts'
import { FileList } from '#banking/positive-pay/file-list.tsx'
import { WaitingCard } from '#banking/positive-pay/waiting-card.tsx'
import { refusalOfAccount } from '#checks/account-rules.ts'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { usePerson } from '#sessions/session-provider.tsx'

const address = { account: textValue() }

/** What the bank of an account does not know yet, and the files that told it what it knows. */
export function PositivePay() {
  const [{ account: id }, change] = useUrlState(address)
  return (
    <ChosenAccount id={id} onChoose={(account) => change({ account })}>
      {(account) => <OfAccount key={account.id} account={account} />}
    </ChosenAccount>
  )
}

function OfAccount({ account }: { account: BankAccountReply }) {
  const query = usePositivePay(account.id)
  const failure = useLoadFailure(query)
  const refusal = refusalOfAccount('reconcile', usePerson(), account)
  return (
    <>
      {query.data && <WaitingCard account={account} list={query.data} refusal={refusal} />}
      <FileList
        accountId={account.id}
        files={query.data?.items}
        failure={failure}
        mayReconcile={refusal === undefined}
      />
    </>
  )
}
