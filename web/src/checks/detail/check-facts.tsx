import type { CheckReply, WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { originWords } from '@check-requests/domain/checks/words.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { CheckAmount } from '#checks/register/check-amount.tsx'
import { checkPath, checkRequestPath } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { TextLink } from '#ui/link-button.tsx'

/** What a check says, what it pays, and what became of it. */
export function CheckFacts({ check }: { check: WholeCheckReply }) {
  return (
    <Card title="Check Information">
      <DescriptionList items={[...paperItems(check), ...fateItems(check)].map(marked)} />
    </Card>
  )
}

function paperItems(check: WholeCheckReply): Description[] {
  const { check_request_id, request_number, signed_by } = check
  return [
    { label: 'Payee', value: check.payee_name },
    { label: 'Amount', value: <CheckAmount check={check} /> },
    { label: 'Date', value: formatDate(check.check_date) },
    { label: 'Account', value: check.bank_account_name },
    {
      label: 'Request',
      value:
        check_request_id === null ? (
          request_number
        ) : (
          <TextLink to={checkRequestPath(check_request_id)}>{request_number}</TextLink>
        ),
    },
    { label: 'Kind', value: originWords[check.kind] },
    { label: 'Where the paper is', value: check.paper },
    { label: 'Signed by', value: signed_by.map(({ name }) => name).join(', ') },
    ...linked('Replaces', check.replaces),
    ...linked('Replaced by', check.replaced_by),
  ]
}

function linked(label: string, other: CheckReply['replaces']): Description[] {
  if (!other) return []
  return [{ label, value: <TextLink to={checkPath(other.id)}>Check {other.number}</TextLink> }]
}

function fateItems(check: CheckReply): Description[] {
  const { issued_on, bank_paid_on, ended_on, reason, stop_number, stop_fee, stop_lapses_on } = check
  return [
    ...dated('Left the house on', issued_on),
    ...dated('Paid by the bank on', bank_paid_on),
    ...dated('Ended on', ended_on),
    ...(stop_number === null ? [] : [{ label: 'Bank’s number of the stop', value: stop_number }]),
    ...(stop_fee === null ? [] : [{ label: 'Fee of the stop', value: formatDollars(stop_fee) }]),
    ...dated('The stop lapses on', stop_lapses_on),
    ...(reason === null ? [] : [{ label: 'Reason', value: reason, wide: true }]),
  ]
}

function dated(label: string, day: string | null): Description[] {
  return day === null ? [] : [{ label, value: formatDate(day) }]
}

function marked(fact: Description): Description {
  return typeof fact.value === 'string' ? { ...fact, value: markHidden(fact.value) } : fact
}
