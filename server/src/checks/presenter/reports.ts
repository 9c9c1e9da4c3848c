import type { UnclaimedDue } from '@check-requests/domain/bank/unclaimed.ts'
import type { CheckToMailReply } from '@check-requests/domain/checks/fields.ts'
import { stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { daysOutstanding } from '@check-requests/domain/checks/outstanding.ts'
import type { FlaggableCheck, FlaggedCheck } from '@check-requests/domain/checks/red-flags.ts'
import type { FlaggedCheckReply, StaleCheckReply } from '@check-requests/domain/checks/replies.ts'
import type { CalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { present } from '../../platform/errors.ts'
import type { CheckRow, CombinedRequestRow } from '../queries/checks.ts'
import type { FlaggableRow } from '../queries/flaggable.ts'
import { requestsOf } from '../queries/of-request.ts'
import { type CheckToLeave, knownAddress } from '../queries/ready.ts'
import type { StaleRow } from '../queries/watched.ts'
import { namesOf } from './checks.ts'

/** All requests that a check pays. */
function requestsPaid(
  { check_request_id, request_number }: Pick<CheckRow, 'check_request_id' | 'request_number'>,
  combined: readonly CombinedRequestRow[] | undefined,
): StaleCheckReply['requests'] {
  if (combined) return combined.map((one) => ({ id: one.check_request_id, request_number: one.request_number }))
  return check_request_id === null ? [] : [{ id: check_request_id, request_number: request_number ?? '' }]
}

interface StaleContext {
  readonly accountName: string
  readonly combined: readonly CombinedRequestRow[] | undefined
  readonly today: CalendarDate
  readonly address: readonly string[]
  readonly due: UnclaimedDue
}

export function presentStale(
  row: StaleRow,
  { accountName, combined, today, address, due }: StaleContext,
): StaleCheckReply {
  const { id, bank_account_id, number, check_date, check_request_id, request_number, payee_name, kind } = row
  const issued_on = row.issued_on ?? check_date
  return {
    id,
    bank_account_id,
    bank_account_name: accountName,
    number,
    check_date,
    issued_on,
    days_outstanding: present(daysOutstanding({ state: stateAfter('issue'), issued_on }, today), 'the age of a check'),
    check_request_id,
    request_number,
    requests: requestsPaid(row, combined),
    payee_name,
    amount: centsToDollars(row.amount_cents),
    address: [...address],
    kind,
    due:
      'missing' in due
        ? null
        : {
            state: due.state,
            because: due.because,
            dormant_on: due.dormantOn,
            letter_by: due.letterBy,
            report_on: due.reportOn,
          },
    missing: 'missing' in due ? due.missing : null,
  }
}

/** A flagged check in API form. `rows` contains the account's checks by number, to link checks that flags mention. */
export function presentFlagged(
  { check, flags }: FlaggedCheck<FlaggableCheck & { readonly row: FlaggableRow }>,
  { accountName, combined }: Pick<StaleContext, 'accountName' | 'combined'>,
  rows: ReadonlyMap<number, FlaggableRow>,
): FlaggedCheckReply {
  const { id, bank_account_id, number, state, kind, check_date, check_request_id, request_number, payee_name } =
    check.row
  const linked = (about: number | null) => {
    if (about === null) return null
    const id = about === check.row.replaced ? check.row.replaces_id : rows.get(about)?.id
    return id === null || id === undefined ? null : { id, number: about }
  }
  return {
    id,
    bank_account_id,
    bank_account_name: accountName,
    number,
    state,
    kind,
    check_date,
    check_request_id,
    request_number,
    requests: requestsPaid(check.row, combined),
    payee_name,
    amount: centsToDollars(check.row.amount_cents),
    flags: flags.map(({ kind, sentence, about }) => ({ kind, sentence, about: linked(about) })),
  }
}

/** `dealerships`: the names of the dealerships of its requests, by request. */
export function presentToLeave(
  { check, account, combined, refusal }: CheckToLeave,
  dealerships: ReadonlyMap<number, string>,
): CheckToMailReply {
  const { id, version, number, bank_account_id, check_request_id, request_number, payee_name } = check
  return {
    id,
    version,
    number,
    bank_account_id,
    bank_account_name: account.name,
    check_request_id,
    request_number,
    requests: requestsPaid(check, combined),
    dealership_names: namesOf(requestsOf(check, combined), dealerships),
    payee_name,
    amount: centsToDollars(check.amount_cents),
    address: [...knownAddress(check.mailing_address, check.face)],
    refusal,
  }
}
