import { freshFor, unmetDemand } from '@check-requests/domain/access/second-factor/rules.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Caller } from '../queries/caller.ts'

/** Until when the caller's last proof counts as fresh, in milliseconds; undefined when it does not, or there is none. */
export function provedUntil({ provedAt }: Caller, now: number): number | undefined {
  if (provedAt === undefined) return undefined
  const until = provedAt + freshFor
  return now < until ? until : undefined
}

/**
 * Throws when the caller has a second factor and has not shown it in this session for ten minutes. Nothing is asked of
 * those who have none.
 */
export function demandFreshProof(caller: Caller, now: number): void {
  if (caller.proofWays.length === 0 || provedUntil(caller, now) !== undefined) return
  throw new Failure('FRESH_PROOF_NEEDED', 'Prove once more that it is you.', { proof: { ways: caller.proofWays } })
}

/**
 * Throws when somebody is about to get a second factor in a session that may be stolen: it takes a fresh proof by one
 * that they have or, without one, the password, given within ten minutes. Those whom an identity provider vouches for
 * have no password, and sign in there again.
 */
export function demandProofForFactor(caller: Caller, now: number): void {
  demandFreshProof(caller, now)
  const isFresh = provedUntil(caller, now) !== undefined || now < caller.signedInAt + freshFor
  if (isFresh || caller.proofWays.length > 0) return
  if (caller.byProvider) throw new Failure('FORBIDDEN', signInAgain)
  throw new Failure('FRESH_PROOF_NEEDED', 'Enter your password once more.', { proof: { ways: ['password'] } })
}

const signInAgain =
  'You signed in more than ten minutes ago. Log out, sign in with your identity provider again, and add the second factor within ten minutes.'

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
