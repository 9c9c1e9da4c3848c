import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { refusalOfAccount } from '#checks/account-rules.ts'
import { useOpenAccounts } from '#checks/api.ts'
import { refusalToConfirm } from '#checks/detail/offered-acts.ts'
import { Register } from '#checks/register/register.tsx'
import { checkPath, paths } from '#paths.ts'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { LinkButton, TextLink } from '#ui/link-button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function ChecksScreen() {
  const mails = may(usePerson(), 'checks.hand-over')
  return (
    <>
      <PageHeader
        title="Checks"
        subtitle="Every check number used on your bank accounts, newest first."
        actions={
          <>
            <EnterCheck />
            {mails && <LinkButton to={paths.mailChecks}>Mail and Hand Over</LinkButton>}
            <LinkButton to={paths.checkReports}>Reports</LinkButton>
          </>
        }
      />
      <WaitingEntries />
      <Register />
    </>
  )
}

const Confirm = lazy(async () => ({
  default: (await import('#checks/entering/confirm-entry-dialog.tsx')).ConfirmEntryDialog,
}))
const Discard = lazy(async () => ({
  default: (await import('#checks/entering/discard-entry-dialog.tsx')).DiscardEntryDialog,
}))

/** Entered checks pending another person's confirmation; renders nothing if there are none. */
export function WaitingEntries() {
  const entries = useWaitingEntries()
  const confirm = useDialogFor<CheckReply>(Confirm)
  const discard = useDialogFor<CheckReply>(Discard)
  return (
    <>
      {entries.length > 0 && (
        <Card
          title="Waiting for a Second Person"
          description="These entered checks don’t take effect until they are confirmed."
          flush
        >
          <ul className="divide-y divide-line border-t border-line">
            {entries.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                onConfirm={() => confirm.openFor(entry)}
                onDiscard={() => discard.openFor(entry)}
              />
            ))}
          </ul>
        </Card>
      )}
      {confirm.dialog}
      {discard.dialog}
    </>
  )
}

function useWaitingEntries(): readonly CheckReply[] {
  const query = { entered: 'true', state: 'reserved', limit: 200 } as const
  const queryFn = read(useApi(), checkEndpoints.list, { query })
  return useQuery({ ...listFreshness, queryKey: ['check-requests', 'entered-checks'], queryFn }).data?.items ?? []
}

interface EntryProps {
  entry: CheckReply
  onConfirm(): void
  onDiscard(): void
}

function Entry({ entry, onConfirm, onDiscard }: EntryProps) {
  const { id, number, kind, amount, payee_name, entered_by } = entry
  const refusal = refusalToConfirm(usePerson(), entry)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="grid min-w-0 gap-0.5">
        <TextLink to={checkPath(id)}>Check {number}</TextLink>
        <p>
          {formatDollars(amount)} to {markHidden(payee_name)}
        </p>
        <p className="text-ink-soft">
          {kind === 'manual' ? 'Written by hand' : 'Outstanding from before setup'}, entered by{' '}
          {markHidden(entered_by?.name ?? 'another user')}. {refusal}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {!refusal && (
          <Button variant="primary" onClick={onConfirm}>
            Confirm
          </Button>
        )}
        <Button variant="secondary" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  )
}

const EnterCheckDialog = lazy(async () => ({
  default: (await import('#checks/entering/enter-check-dialog.tsx')).EnterCheckDialog,
}))

/** Offers manual entry of a check to users who can print on an account. */
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
