import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'

/** What an entry says, to be compared with the paper. */
export function entryInWords({ amount, payee_name, check_date, request_number, entered_by, reason }: CheckReply) {
  return [
    { label: 'Check', value: `${formatDollars(amount)} to ${markHidden(payee_name)}`, wide: true },
    { label: 'Date on the check', value: formatDate(check_date) },
    ...(request_number === null ? [] : [{ label: 'Request', value: request_number }]),
    { label: 'Entered by', value: markHidden(entered_by?.name ?? '') },
    ...(reason === null ? [] : [{ label: 'Why in a closed month', value: markHidden(reason), wide: true }]),
  ]
}
