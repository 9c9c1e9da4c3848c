import { unmetDemand } from '@check-requests/domain/access/second-factor/rules.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Caller } from '../queries/caller.ts'

/** Throws when the day has come from which the caller needs a second factor, and they have none. */
export function demandSecondFactor(caller: Caller): void {
  if (!unmetDemand(caller)?.isDue) return
  const sentence = 'Your dealer group demands a second factor. Add a passkey or an authenticator app before you go on.'
  throw new Failure('SECOND_FACTOR_REQUIRED', sentence)
}

/** Throws when the caller, who is about to remove their last factor, needs one. */
export function refuseToGoWithout({ factorDemand }: Caller): void {
  if (!factorDemand?.isDue) return
  throw new Failure(
    'CONFLICT',
    'Your dealer group demands a second factor. Add another one before you remove this one.',
  )
}
