import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { ChosenAccount } from '#banking/accounts/chosen-account.tsx'
import { refusalOfAccount } from '#checks/account-rules.ts'
import { usePrintRuns } from '#checks/api.ts'
import { defaultOfAll } from '#checks/printing/default-accounts.ts'
import { OpenRun } from '#checks/printing/open-run.tsx'
import { RequestsToPrint } from '#checks/printing/requests-to-print.tsx'
import { RunList } from '#checks/printing/run-list.tsx'
import { WhatWaits } from '#checks/printing/what-waits.tsx'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

const address = { account: textValue(), requests: textValue() }

/**
 * The account whose checks are printed, and what is printed on it. Preselected where there is only one, or where it is the
 * default account of all dealerships that the person works with.
 */
export function PrintChecks() {
  const person = usePerson()
  const [{ account: id, requests }, change] = useUrlState(address)
  return (
    <ChosenAccount
      id={id}
      onChoose={(account) => change({ account, requests: '' })}
      usual={(accounts) => defaultOfAll(person, accounts)}
      overview={(accounts) => <WhatWaits accounts={accounts} />}
    >
      {(account, accounts) => (
        <OfAccount key={account.id} account={account} accounts={accounts} preselected={idsIn(requests)} />
      )}
    </ChosenAccount>
  )
}

function idsIn(text: string): number[] {
  return text
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)
}

interface OfAccountProps {
  account: BankAccountReply
  accounts: readonly BankAccountReply[]
  preselected: readonly number[]
}

function OfAccount({ account, accounts, preselected }: OfAccountProps) {
  const runs = usePrintRuns(account.id)
  const failure = useLoadFailure(runs)
  const refusal = refusalOfAccount('print', usePerson(), account)
  const open = runs.data?.find(({ state }) => state === 'made')
  return (
    <>
      {refusal && (
        <Card flush>
          <EmptyState text={refusal} />
        </Card>
      )}
      {open && <OpenRun run={open} />}
      {!refusal && (
        <RequestsToPrint
          account={account}
          accounts={accounts}
          preselected={preselected}
          // What is chosen and typed stays while a run of somebody else is settled.
          hidden={open !== undefined || runs.data === undefined}
        />
      )}
      <RunList runs={runs.data?.filter(({ state }) => state !== 'made')} failure={failure} />
    </>
  )
}
