import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { Printer } from 'lucide-react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { ChosenAccount } from '#bank/accounts/chosen-account.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { refusalOfAccount } from '#checks/account-rules.ts'
import { mostInFilter, useApprovedSum, usePrintRuns } from '#checks/api.ts'
import { dealershipsOf, defaultOfAll, groupsOf } from '#checks/printing/default-accounts.ts'
import { RequestsToPrint } from '#checks/printing/requests-to-print.tsx'
import { checksInWords, madeInWords, numbersOf, outcomes, printSteps } from '#checks/printing/run-words.ts'
import { paths, printRunPath } from '#paths.ts'
import { type LoadFailure, useLoadFailure } from '#platform/load-failures.ts'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Steps } from '#ui/steps.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { RowLink } from '#ui/table/row-controls.tsx'

export function PrintChecksScreen() {
  return (
    <>
      <PageHeader
        title="Print Checks"
        subtitle="Check numbers are reserved first. After printing, a user confirms which checks printed correctly."
      />
      <PrintChecks />
    </>
  )
}

const address = { account: textValue(), requests: textValue() }

/**
 * The account and its requests to print. Preselects the only account, or the common default of all the user's
 * dealerships.
 */
export function PrintChecks() {
  const person = usePerson()
  const [{ account: id, requests }, change] = useUrlState(address)
  return (
    <ChosenAccount
      id={id}
      onChoose={(account) => change({ account, requests: '' })}
      usual={(accounts) => defaultOfAll(person, accounts)}
      overview={(accounts) => (
        <>
          <Steps steps={printSteps} current={0} />
          <WhatWaits accounts={accounts} />
        </>
      )}
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
      <Steps steps={printSteps} current={open ? 2 : 1} />
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
          // The selection and typed values stay while another user's run is settled.
          hidden={open !== undefined || runs.data === undefined}
        />
      )}
      <RunList runs={runs.data?.filter(({ state }) => state !== 'made')} failure={failure} />
    </>
  )
}

/** The account's unsettled run, which blocks the next one. */
function OpenRun({ run }: { run: Omit<PrintRunReply, 'list_pages' | 'opened' | 'checks'> }) {
  return (
    <section
      aria-label="Open print run"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-yellow bg-yellow-soft px-4 py-3 sm:px-5"
    >
      <Printer aria-hidden className="size-5 shrink-0 text-yellow" />
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <h2 className="text-base font-semibold">Unsettled Print Run</h2>
        <p className="wrap-anywhere">
          {markHidden(
            `${checksInWords(run.count)} for ${formatDollars(run.total)}, ${madeInWords(run)}, ${numbersOf(run)}. Record the print result before printing anything else on this account.`,
          )}
        </p>
      </div>
      <LinkButton to={printRunPath(run.id)} className="w-full sm:w-auto">
        Record Print Result
      </LinkButton>
    </section>
  )
}

type Run = Omit<PrintRunReply, 'list_pages' | 'opened' | 'checks'>

/** The account's latest settled runs. */
function RunList({ runs, failure }: { runs: readonly Run[] | undefined; failure: LoadFailure }) {
  return (
    <Card title="Settled Print Runs" description="The 50 most recent print runs on this account." flush>
      <DataTable
        caption="Settled print runs"
        columns={columns}
        rows={runs}
        rowKey={({ id }) => id}
        {...failure}
        empty={<EmptyState text="No print runs have been settled yet." />}
        skeletonRows={2}
      />
    </Card>
  )
}

const columns: readonly Column<Run>[] = [
  {
    key: 'numbers',
    header: 'Numbers',
    width: 150,
    onCard: 'title',
    cell: ({ id, first_number: first, count }) => (
      <RowLink to={printRunPath(id)} stateNow={() => ({})} className="row-link">
        {count === 1 ? first : `${first} to ${first + count - 1}`}
      </RowLink>
    ),
  },
  { key: 'count', header: 'Checks', width: 96, onCard: 'detail', cell: ({ count }) => checksInWords(count) },
  {
    key: 'total',
    header: 'Total',
    width: 120,
    align: 'end',
    className: 'figure',
    onCard: 'figure',
    cell: ({ total }) => formatDollars(total),
  },
  { key: 'state', header: 'Result', width: 110, onCard: 'mark', cell: ({ state }) => outcomes[state] },
  { key: 'date', header: 'Check Date', width: 110, givesWay: 2, cell: ({ check_date }) => formatDate(check_date) },
  {
    key: 'settled',
    header: 'Settled',
    width: 200,
    grows: true,
    tellsInFull: true,
    givesWay: 1,
    cell: ({ settled_by, settled_at }) =>
      settled_by && settled_at ? `${formatMoment(settled_at)} by ${markHidden(settled_by.name)}` : '–',
  },
]

/** The queue of requests to print, grouped by default account if there are several accounts. */
export function WhatWaits({ accounts }: { accounts: readonly BankAccountReply[] }) {
  const person = usePerson()
  const names = dealershipsOf(person, accounts)
  const groups = groupsOf(person, accounts)
  const homeless = groups.find(({ account }) => account === undefined)?.dealershipIds ?? []
  return (
    <Card title="To Print" description="Grouped by the dealerships’ default accounts." flush>
      <ul className="divide-y divide-line border-t border-line">
        {accounts.map((account) => {
          const own = groups.find((group) => group.account?.id === account.id)?.dealershipIds ?? []
          return <WaitingOfAccount key={account.id} account={account} dealershipIds={own} />
        })}
        {homeless.length > 0 && <WithoutDefault names={homeless.map((id) => names.get(id) ?? '')} ids={homeless} />}
      </ul>
    </Card>
  )
}

/**
 * The number of requests waiting at these dealerships. If there are too many dealerships for a filter, shows only
 * whether any request is waiting.
 */
function Waiting({ dealershipIds }: Pick<WaitingOfAccountProps, 'dealershipIds'>) {
  if (dealershipIds.length === 0) return 'No default dealerships'
  return dealershipIds.length > mostInFilter ? 'Requests' : <WaitingSum dealershipIds={dealershipIds} />
}

function WaitingSum({ dealershipIds }: Pick<WaitingOfAccountProps, 'dealershipIds'>) {
  return useApprovedSum(dealershipIds) ?? '…'
}

interface WaitingOfAccountProps {
  account: BankAccountReply
  dealershipIds: readonly number[]
}

function WaitingOfAccount({ account: { id, name, bank_name, account_last4 }, dealershipIds }: WaitingOfAccountProps) {
  const open = usePrintRuns(id).data?.some(({ state }) => state === 'made')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {markHidden(name)}
          {open && <Badge color="yellow">Print run not settled</Badge>}
        </p>
        <p className="text-ink-soft">{markHidden(`${bank_name} ··${account_last4}`)}</p>
      </div>
      <p className="figure">
        <Waiting dealershipIds={dealershipIds} />
      </p>
      <LinkButton
        variant="secondary"
        className="max-sm:ms-auto"
        to={paths.printChecks}
        search={{ account: String(id) }}
        aria-label={`Print on ${markHidden(name)}`}
      >
        Print
      </LinkButton>
    </li>
  )
}

function WithoutDefault({ names, ids }: { names: readonly string[]; ids: readonly number[] }) {
  return (
    <li className="px-4 py-3 text-ink-soft sm:px-5">
      <Waiting dealershipIds={ids} /> for {markHidden(listWithAnd(names))}, without a default account. Choose one of
      their accounts above.
    </li>
  )
}
