import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import type { ReactNode } from 'react'
import { useOpenAccounts } from '#checks/api.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'

interface ChosenAccountProps {
  /** The account id in the URL; empty if there is none. */
  id: string
  onChoose(id: string): void
  /** The account preselected when the URL has none; undefined for no preselection. */
  usual?: ((accounts: readonly BankAccountReply[]) => BankAccountReply | undefined) | undefined
  /** Shown if no account is chosen. */
  overview?: ((accounts: readonly BankAccountReply[]) => ReactNode) | undefined
  /** Renders the chosen account. */
  children(account: BankAccountReply, accounts: readonly BankAccountReply[]): ReactNode
}

const noAccount = { value: 0, label: 'Choose a bank account' } as const

/** A choice among open accounts. If there is only one, it is preselected. */
export function ChosenAccount({ id, onChoose, usual, overview, children }: ChosenAccountProps) {
  const { accounts, failure } = useOpenAccounts()
  const only = accounts?.length === 1 ? accounts[0] : undefined
  const preselected = only ?? (accounts && usual?.(accounts))
  const account = accounts?.find((one) => String(one.id) === id) ?? preselected
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
          <EmptyState text="Your dealerships have no open bank account. An admin has to propose one, and another admin has to confirm it." />
        </Card>
      )}
      {accounts && accounts.length > 1 && (
        <Card>
          <Field label="Bank Account">
            <NativeSelect
              className="w-full max-w-96"
              options={[...(preselected ? [] : [noAccount]), ...accounts.map(optionOf)]}
              value={account?.id ?? noAccount.value}
              onChange={(chosen) => onChoose(chosen === noAccount.value ? '' : String(chosen))}
            />
          </Field>
        </Card>
      )}
      {account && accounts ? children(account, accounts) : accounts && accounts.length > 0 && overview?.(accounts)}
    </>
  )
}

function optionOf({ id, name, bank_name, account_last4 }: BankAccountReply) {
  return { value: id, label: markHidden(`${name}, ${bank_name} ··${account_last4}`) }
}
