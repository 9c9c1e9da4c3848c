import type { CheckToMailReply } from '@check-requests/domain/checks/leaving/mailing.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { chooseColumn } from '#checks/choose-row.tsx'
import { TrackingField } from '#checks/mailing/tracking-field.tsx'
import { checkPath, checkRequestPath } from '#paths.ts'
import type { Column } from '#ui/data-table.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { RowLink } from '#ui/row-link.tsx'

interface ToMail {
  trackingNumbers: ReadonlyMap<number, string>
  onType(check: CheckToMailReply, text: string): void
  /** There is more than one account. */
  hasAccounts: boolean
}

/** Columns of the checks that are ready to be mailed. */
export function columnsToMail(toMail: ToMail): readonly Column<CheckToMailReply>[] {
  return [
    chooseColumn(
      ({ number }) => `check ${number}`,
      ({ refusal }) => refusal ?? undefined,
    ),
    number,
    payee,
    amount,
    {
      key: 'tracking',
      header: 'Tracking #',
      width: 200,
      onCard: 'below',
      className: 'visible',
      cell: (check) => <Tracking {...toMail} check={check} />,
    },
    address,
    request,
    ...(toMail.hasAccounts ? [accountName] : []),
  ]
}

function Tracking({ check, trackingNumbers, onType }: ToMail & { check: CheckToMailReply }) {
  if (check.refusal !== null)
    return (
      <p className="row-note" title={check.refusal}>
        {check.refusal}
      </p>
    )
  return (
    <TrackingField
      label={`Tracking number of check ${check.number}`}
      typed={trackingNumbers.get(check.id) ?? ''}
      onType={(text) => onType(check, text)}
    />
  )
}

const number: Column<CheckToMailReply> = {
  key: 'number',
  header: 'Check #',
  width: 90,
  onCard: 'detail',
  cell: ({ id, number }) => (
    <RowLink to={checkPath(id)} stateNow={() => ({})} className="row-link">
      {number}
    </RowLink>
  ),
}

const payee: Column<CheckToMailReply> = {
  key: 'payee',
  header: 'Payee',
  width: 140,
  grows: true,
  tellsInFull: true,
  onCard: 'title',
  cell: ({ payee_name: name }) => markHidden(name),
}

const address: Column<CheckToMailReply> = {
  key: 'address',
  header: 'Send To',
  width: 200,
  grows: true,
  tellsInFull: true,
  onCard: 'mark',
  cell: ({ address: lines }) => markHidden(lines.join(', ')),
}

const amount: Column<CheckToMailReply> = {
  key: 'amount',
  header: 'Amount',
  width: 110,
  align: 'end',
  className: 'figure',
  onCard: 'figure',
  cell: ({ amount }) => formatDollars(amount),
}

const request: Column<CheckToMailReply> = {
  key: 'request',
  header: 'Request #',
  width: 160,
  givesWay: 2,
  cell: ({ check_request_id: id, request_number }) =>
    id === null ? '–' : <TextLink to={checkRequestPath(id)}>{request_number}</TextLink>,
}

const accountName: Column<CheckToMailReply> = {
  key: 'account',
  header: 'Account',
  width: 110,
  givesWay: 1,
  cell: ({ bank_account_name: name }) => markHidden(name),
}
