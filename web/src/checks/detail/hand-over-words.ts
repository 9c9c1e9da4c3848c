import type { HandOverException } from '@check-requests/domain/checks/hand-over.ts'

/** What an exception is asked for, as a sentence. */
export function exceptionInWords({
  receiver,
  unknown_to_bank,
}: Pick<HandOverException, 'receiver' | 'unknown_to_bank'>) {
  const early = 'the bank has not accepted it yet'
  if (receiver === null) return `It is to leave although ${early}.`
  const whose = `${receiver.name} is to take it, who raised or approved its request`
  return unknown_to_bank ? `${whose}, and ${early}.` : `${whose}.`
}
