import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { chooseColumn } from '#checks/choose-row.tsx'
import { checkPath, checkRequestPath } from '#paths.ts'
import type { Column } from '#ui/data-table.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { RowLink } from '#ui/row-link.tsx'

interface ToSign {
  accountOf(check: CheckReply): BankAccountReply | undefined
  refusalOf(check: CheckReply): string | undefined
  /** There is more than one account. */
  hasAccounts: boolean
}

/** Columns of the checks that wait for signatures. */
export function columnsToSign({ accountOf, refusalOf, hasAccounts }: ToSign): readonly Column<CheckReply>[] {
  return [
    chooseColumn(({ number }) => `check ${number}`, refusalOf),
    number,
    payee,
    amount,
    {
      key: 'signed',
      header: 'Signed By',
      width: 220,
      grows: true,
      tellsInFull: true,
      onCard: 'mark',
      cell: (check) => <Signatures check={check} account={accountOf(check)} refusal={refusalOf(check)} />,
    },
    request,
    ...(hasAccounts ? [accountName] : []),
  ]
}

function Signatures(props: { check: CheckReply; account: BankAccountReply | undefined; refusal: string | undefined }) {
  const { check, account, refusal } = props
  const names = check.signed_by.map(({ name }) => markHidden(name)).join(', ')
  const most = account?.two_signers_above ?? null
  const waits = most !== null && check.amount > most
  return (
    <>
      {names || (waits ? 'Two signers needed' : 'Nobody yet')}
      {names && waits && <span className="text-ink-soft">, waits for a second signer</span>}
      {refusal && (
        <p className="row-note" title={refusal}>
          {refusal}
        </p>
      )}
    </>
  )
}

const number: Column<CheckReply> = {
  key: 'number',
  header: 'Check #',
  width: 100,
  onCard: 'detail',
  cell: ({ id, number }) => (
    <RowLink to={checkPath(id)} stateNow={() => ({})} className="row-link">
      {number}
    </RowLink>
  ),
}

const payee: Column<CheckReply> = {
  key: 'payee',
  header: 'Payee',
  width: 140,
  grows: true,
  tellsInFull: true,
  onCard: 'title',
  cell: ({ payee_name: name }) => markHidden(name),
}

const amount: Column<CheckReply> = {
  key: 'amount',
  header: 'Amount',
  width: 110,
  align: 'end',
  className: 'figure',
  onCard: 'figure',
  cell: ({ amount }) => formatDollars(amount),
}

const request: Column<CheckReply> = {
  key: 'request',
  header: 'Request #',
  width: 160,
  givesWay: 2,
  cell: ({ check_request_id: id, request_number }) =>
    id === null ? '–' : <TextLink to={checkRequestPath(id)}>{request_number}</TextLink>,
}

const accountName: Column<CheckReply> = {
  key: 'account',
  header: 'Account',
  width: 110,
  givesWay: 1,
  cell: ({ bank_account_name: name }) => markHidden(name),
}
