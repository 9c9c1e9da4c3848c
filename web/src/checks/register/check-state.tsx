import { actWhenConfirmed, type EnteredCheck } from '@check-requests/domain/checks/entered/rules.ts'
import type { CheckToMailReply } from '@check-requests/domain/checks/fields.ts'
import { type CheckState, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { CheckReply, WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { stateOfCheckInWords } from '@check-requests/domain/checks/words.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { Fragment } from 'react'
import { checkRequestPath } from '#paths.ts'
import { Badge, type BadgeColor } from '#ui/badge.tsx'
import { TextLink } from '#ui/link-button.tsx'

const colors: Record<CheckState, BadgeColor> = {
  reserved: 'yellow',
  released: 'gray',
  printed: 'blue',
  signed: 'purple',
  issued: 'orange',
  cleared: 'green',
  spoiled: 'gray',
  voided: 'gray',
  stopped: 'red',
}

/** The state of a check. */
export function CheckStateBadge({ check }: { check: EnteredCheck }) {
  return (
    <Badge color={colors[check.state]} wraps={actWhenConfirmed(check) !== undefined}>
      {stateOfCheckInWords(check)}
    </Badge>
  )
}

/** The amount of a check; for a voided check, the amount is struck through and followed by VOID. */
export function CheckAmount({ check: { state, amount } }: { check: Pick<CheckReply, 'state' | 'amount'> }) {
  if (state !== stateAfter('void')) return formatDollars(amount)
  return (
    <>
      <span className="me-1 font-semibold">VOID</span>
      <s className="text-ink-soft">{formatDollars(amount)}</s>
    </>
  )
}

type PaidBy = Pick<CheckReply, 'check_request_id' | 'check_request_ids' | 'request_number'>

/** A link to the request that a check pays and, for a check of several, how many more there are. */
export function RequestsOfCheck({ check }: { check: PaidBy }) {
  const { check_request_id: id, check_request_ids: ids, request_number: number } = check
  if (id === null) return number ?? '–'
  return (
    <>
      <TextLink to={checkRequestPath(id)}>{number}</TextLink>
      {ids.length > 1 && ` and ${ids.length - 1} more`}
    </>
  )
}

/** Links to all requests that a check pays. */
export function RequestLinks({ requests }: Pick<CheckToMailReply, 'requests'>) {
  if (requests.length === 0) return '–'
  return requests.map(({ id, request_number }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <TextLink to={checkRequestPath(id)}>{request_number}</TextLink>
    </Fragment>
  ))
}

/** Links to all requests that a check pays and the user sees, with their shares if it pays several. */
export function RequestsPaid({ check }: { check: WholeCheckReply }) {
  const { combined, hidden_requests: hidden } = check
  if (combined.length + hidden === 0) return <RequestsOfCheck check={check} />
  return (
    <ul className="grid gap-1">
      {combined.map(({ check_request_id: id, request_number, amount }) => (
        <li key={id}>
          <TextLink to={checkRequestPath(id)}>{request_number}</TextLink>: {formatDollars(amount)}
        </li>
      ))}
      {hidden > 0 && <li className="text-ink-soft">{hiddenInWords(hidden)}</li>}
    </ul>
  )
}

function hiddenInWords(count: number): string {
  return count === 1 ? '1 request that you can’t see' : `${count} requests that you can’t see`
}
