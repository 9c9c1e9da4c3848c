import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { mostInFilter, useApprovedSum, usePrintRuns } from '#checks/api.ts'
import { dealershipsOf, groupsOf } from '#checks/printing/default-accounts.ts'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'

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
          return <OfAccount key={account.id} account={account} dealershipIds={own} />
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
function Waiting({ dealershipIds }: Pick<OfAccountProps, 'dealershipIds'>) {
  if (dealershipIds.length === 0) return 'No default dealerships'
  return dealershipIds.length > mostInFilter ? 'Requests' : <WaitingSum dealershipIds={dealershipIds} />
}

function WaitingSum({ dealershipIds }: Pick<OfAccountProps, 'dealershipIds'>) {
  return useApprovedSum(dealershipIds) ?? '…'
}

interface OfAccountProps {
  account: BankAccountReply
  dealershipIds: readonly number[]
}

function OfAccount({ account: { id, name, bank_name, account_last4 }, dealershipIds }: OfAccountProps) {
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
