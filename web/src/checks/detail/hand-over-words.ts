import type { HandOverException } from '@check-requests/domain/checks/hand-over.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'

/** What an exception is asked for, as a sentence. */
export function exceptionInWords({
  receiver,
  unknown_to_bank,
}: Pick<HandOverException, 'receiver' | 'unknown_to_bank'>) {
  const early = 'the bank has not accepted it yet'
  if (receiver === null) return `It is to leave although ${early}.`
  const whose = `${receiver.name} is to take it, but had a part in its request, printing or signing`
  return unknown_to_bank ? `${whose}, and ${early}.` : `${whose}.`
}

/** What whoever answers an exception reads of it. */
export function exceptionItems({ amount, payee_name, exception }: WholeCheckReply) {
  return [
    { label: 'Check', value: `${formatDollars(amount)} to ${markHidden(payee_name)}`, wide: true },
    { label: 'Asked by', value: markHidden(exception?.by.name ?? ''), wide: true },
    { label: 'What for', value: exception && markHidden(exceptionInWords(exception)), wide: true },
    { label: 'Reason', value: markHidden(exception?.reason ?? ''), wide: true },
  ]
}
