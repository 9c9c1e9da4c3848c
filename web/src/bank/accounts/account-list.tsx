import { isClosedAccount } from '@check-requests/domain/bank/accounts.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { checkPaperEndpoints } from '@check-requests/domain/checks/papers/endpoints.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { Download } from 'lucide-react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { AccountActs } from '#bank/accounts/account-acts.tsx'
import {
  changesWaiting,
  dealershipsInWords,
  defaultInWords,
  labelOf,
  layoutOptions,
  limitInWords,
  offsetsInWords,
  onceConfirmed,
  peopleInWords,
  positivePayOptions,
  reconciledInWords,
  signingGapsOf,
  twoSignersInWords,
  wrongOffsetsOf,
} from '#bank/accounts/account-words.ts'
import { useBankAccounts } from '#bank/accounts/api.ts'
import { SheetPicture } from '#bank/accounts/sheet-picture.tsx'
import { StockBoxes } from '#bank/stock/stock-boxes.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useDownload } from '#platform/downloads.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { WarningList } from '#ui/feedback/warning-list.tsx'

/** The accounts of a dealer group, active ones first. */
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
          <EmptyState text="No bank accounts have been set up yet. Until then, signers enter check numbers by hand." />
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

/** An account: current values, pending changes, and a preview of its sheets. */
function AccountCard({ account }: { account: BankAccountReply }) {
  const writes = may(usePerson(), 'bank-accounts.write')
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {markHidden(account.name)} <StateBadge account={account} />
        </span>
      }
      description={markHidden(`${account.bank_name}, account ending in ${account.account_last4}`)}
      actions={
        <>
          <TestPage account={account} />
          {account.stock === 'blank' && account.micr && <Samples account={account} />}
          {writes && <AccountActs account={account} />}
        </>
      }
    >
      <div className="grid gap-4">
        <Waiting account={account} />
        <WarningList warnings={[...signingGapsOf(onceConfirmed(account)), ...wrongOffsetsOf(account)]} />
        <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <Facts account={account} />
          <SheetPicture
            part="sheet"
            paper={{
              ...account,
              payer: account.dealerships[0]?.name ?? 'Dealership',
              number: String(account.next_check_number),
            }}
            className="max-sm:max-w-36"
          />
        </div>
        {account.state === 'active' && <StockBoxes account={account} />}
      </div>
    </Card>
  )
}

function StateBadge({ account: { state, waiting, is_sample } }: { account: BankAccountReply }) {
  if (state === 'proposed') return <Badge color="orange">Proposed</Badge>
  return (
    <>
      <Badge color="green">Active</Badge>
      {is_sample && <Badge color="gray">Sample</Badge>}
      {waiting && <Badge color="orange">Change pending</Badge>}
    </>
  )
}

function Facts({ account }: { account: BankAccountReply }) {
  const { confirmed_by, confirmed_at } = account
  return (
    <DescriptionList
      items={[
        { label: 'Dealerships', value: markHidden(dealershipsInWords(account.dealerships)) },
        { label: 'Default Account For', value: markHidden(defaultInWords(account.default_dealerships)) },
        { label: 'Next Check Number', value: String(account.next_check_number) },
        { label: 'Routing Number', value: numbersOf(account) },
        { label: 'Positive Pay', value: labelOf(positivePayOptions, account.positive_pay) },
        { label: 'Reconciled Through', value: reconciledInWords(account) },
        { label: 'Limit per Check', value: limitInWords(account.limit_per_check) },
        { label: 'Signers', value: twoSignersInWords(account.two_signers_above) },
        { label: 'People', value: markHidden(peopleInWords(account.people)), wide: true },
        { label: 'Paper', value: paperInWords(account), wide: true },
        ...(confirmed_by && confirmed_at
          ? [{ label: 'Confirmed', value: `${markHidden(confirmed_by.name)}, ${formatMoment(confirmed_at)}` }]
          : []),
      ]}
    />
  )
}

function numbersOf({ routing_number, fraction }: BankAccountReply): string {
  return fraction ? `${routing_number} (${fraction})` : routing_number
}

function paperInWords({ layout, stock, micr, offset_x, offset_y }: BankAccountReply): string {
  const paper = stock === 'blank' ? `Blank paper${micr ? ', with MICR line' : ''}` : 'Paper pre-printed by the bank'
  const moved = offset_x === 0 && offset_y === 0 ? '' : ` ${offsetsInWords(offset_x, offset_y)}`
  return `${labelOf(layoutOptions, layout)}. ${paper}.${moved}`
}

/** The pending changes and the user who proposed them. */
function Waiting({ account }: { account: BankAccountReply }) {
  const { state, waiting, proposed_by } = account
  if (state === 'active' && !waiting) return null
  const names = markHidden(listWithAnd(proposed_by.map(({ name }) => name)))
  return (
    <section aria-label={`Pending changes to ${account.name}`} className="grid gap-2 rounded-md bg-sunken px-3 py-2">
      <p>
        {state === 'proposed'
          ? `${names} proposed this account. Checks can be drawn on it once another admin confirms it.`
          : `${names} proposed a change. It takes effect once another admin confirms it.`}
      </p>
      {changesWaiting(account).map(({ label, from, to }) => (
        <dl key={label} className="grid gap-x-4 gap-y-0.5 border-t border-line pt-2 sm:grid-cols-2">
          <dt className="font-medium sm:col-span-2">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-line text-ink-soft">Now: {markHidden(from)}</dd>
          <dd className="wrap-anywhere whitespace-pre-line">Then: {markHidden(to)}</dd>
        </dl>
      ))}
      {waiting?.logo && (
        <img
          src={`data:image/png;base64,${waiting.logo}`}
          alt={`New logo for ${account.name}`}
          className="max-h-20 w-fit rounded-sm bg-white p-1"
        />
      )}
    </section>
  )
}

/** A test page with rulers and outlines for finding a printer's offsets. */
function TestPage({ account: { id, name } }: { account: BankAccountReply }) {
  const download = useDownload(printRunEndpoints.testPage, {
    name: `test-page-${id}.pdf`,
    failed: 'Couldn’t download the test page',
  })
  return (
    <Button
      variant="secondary"
      aria-label={`Test page for ${name}`}
      pending={download.isPending}
      onClick={() => download.mutate({ params: { id } })}
    >
      {!download.isPending && <Download aria-hidden className="size-4" />}
      Test Page
    </Button>
  )
}

/** Sheets with the account's MICR line for the bank's test. */
function Samples({ account: { id, name } }: { account: BankAccountReply }) {
  const download = useDownload(checkPaperEndpoints.micrSamples, {
    name: `micr-samples-${id}.pdf`,
    failed: 'Couldn’t download the samples',
  })
  return (
    <Button
      variant="secondary"
      aria-label={`MICR samples for ${name}`}
      pending={download.isPending}
      onClick={() => download.mutate({ params: { id } })}
    >
      {!download.isPending && <Download aria-hidden className="size-4" />}
      MICR Samples
    </Button>
  )
}
