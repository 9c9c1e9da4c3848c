import type { HandOverException } from '@check-requests/domain/checks/fields.ts'
import { takesBack } from '@check-requests/domain/checks/lifecycle.ts'
import type { CheckReply, WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { WriteNotices } from '#platform/use-write.ts'

/** The reason for an exception request, as a sentence. */
export function exceptionInWords({
  receiver,
  unknown_to_bank,
}: Pick<HandOverException, 'receiver' | 'unknown_to_bank'>) {
  const early = 'before the bank has accepted the check'
  if (receiver === null) return `To be handed over ${early}.`
  const whose = `To be given to ${receiver.name}, who was involved in the check’s request, printing, or signing`
  return unknown_to_bank ? `${whose}, ${early}.` : `${whose}.`
}

/** The text shown to the user who decides on an exception. */
export function exceptionItems({ amount, payee_name, exception }: WholeCheckReply) {
  return [
    { label: 'Check', value: `${formatDollars(amount)} to ${markHidden(payee_name)}`, wide: true },
    { label: 'Requested By', value: markHidden(exception?.by.name ?? ''), wide: true },
    { label: 'Exception', value: exception && markHidden(exceptionInWords(exception)), wide: true },
    { label: 'Reason', value: markHidden(exception?.reason ?? ''), wide: true },
  ]
}

const words = {
  approved: 'Reissue: the request is Approved again, and the next print run gives it a new check.',
  rejected: 'The request is rejected, and the requester sees the reason.',
}

/** The possible outcomes for the request of a voided or stopped check. */
export const requestChoices = takesBack.to.map((status) => ({ value: status, label: words[status] }))

/** The data of an entry, to be compared with the paper. */
export function entryInWords({ amount, payee_name, check_date, request_number, entered_by, reason }: CheckReply) {
  return [
    { label: 'Check', value: `${formatDollars(amount)} to ${markHidden(payee_name)}`, wide: true },
    { label: 'Date on the Check', value: formatDate(check_date) },
    ...(request_number === null ? [] : [{ label: 'Request', value: request_number }]),
    { label: 'Entered By', value: markHidden(entered_by?.name ?? '') },
    ...(reason === null
      ? []
      : [{ label: 'Reason for Posting to a Closed Month', value: markHidden(reason), wide: true }]),
  ]
}

function says(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes: ['check-requests'] }
}

export const checkNotices = {
  enter: { ...says('Check entered', 'Couldn’t enter this check'), detail: () => 'Another user has to confirm it.' },
  confirmEntry: says('Check confirmed', 'Couldn’t confirm this check'),
  discardEntry: says('Entry discarded', 'Couldn’t discard this entry'),
  handOver: says('Check handed over', 'Couldn’t hand over this check'),
  askException: {
    ...says('Exception requested', 'Couldn’t request an exception'),
    detail: () => 'Another user has to allow it.',
  },
  allowException: says('Exception allowed', 'Couldn’t allow this exception'),
  refuseException: says('Exception declined', 'Couldn’t decline this exception'),
  takeBackException: says('Exception taken back', 'Couldn’t take back the exception'),
  void: says('Check voided', 'Couldn’t void this check'),
  askVoid: {
    ...says('Void requested', 'Couldn’t request the void'),
    detail: () => 'Another user has to agree to the void.',
  },
  stop: says('Check stopped', 'Couldn’t stop this check'),
  renewStop: says('Stop renewed', 'Couldn’t renew the stop'),
  confirmStop: says('Stop confirmed', 'Couldn’t confirm the stop'),
}
