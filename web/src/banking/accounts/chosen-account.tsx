import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import type { ReactNode } from 'react'
import { useOpenAccounts } from '#checks/api.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Field } from '#ui/field.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'

interface ChosenAccountProps {
  /** The id in the address; empty for none. */
  id: string
  onChoose(id: string): void
  /** What is shown of the account that is chosen. */
  children(account: BankAccountReply): ReactNode
}

/** A choice of the accounts that are open; where there is only one it is chosen already. */
export function ChosenAccount({ id, onChoose, children }: ChosenAccountProps) {
  const { accounts, failure } = useOpenAccounts()
  const only = accounts?.length === 1 ? accounts[0] : undefined
  const account = accounts?.find((one) => String(one.id) === id) ?? only
  return (
    <>
      {failure.error && (
        <Card flush>
          <ErrorState message={failure.error} onRetry={failure.onRetry} />
        </Card>
      )}
      {!(accounts || failure.error) && (
        <Card>
          <SkeletonRows count={4} />
        </Card>
      )}
      {accounts?.length === 0 && (
        <Card flush>
          <EmptyState text="No bank account is open on which your dealerships draw. An admin proposes one, and another admin confirms it." />
        </Card>
      )}
      {accounts && accounts.length > 1 && (
        <Card>
          <Field label="Bank Account">
            <NativeSelect
              className="w-full max-w-96"
              options={[{ value: 0, label: 'Choose a bank account' }, ...accounts.map(optionOf)]}
              value={account?.id ?? 0}
              onChange={(chosen) => onChoose(chosen === 0 ? '' : String(chosen))}
            />
          </Field>
        </Card>
      )}
      {account && children(account)}
    </>
  )
}

function optionOf({ id, name, bank_name, account_last4 }: BankAccountReply) {
  return { value: id, label: markHidden(`${name}, ${bank_name} ··${account_last4}`) }
}
