import { freshFor, unmetRequirement } from '@check-requests/domain/access/second-factor/rules.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Caller } from '../queries/caller.ts'

/** When the caller's recent sign-in expires, in milliseconds; undefined if it has expired or there was none. */
export function provedUntil({ provedAt }: Caller, now: number): number | undefined {
  if (provedAt === undefined) return undefined
  const until = provedAt + freshFor
  return now < until ? until : undefined
}

/**
 * Throws if the caller has a second factor that wasn't verified in this session within the last ten minutes. Never
 * throws for users without one.
 */
export function requireFreshProof(caller: Caller, now: number): void {
  if (caller.proofWays.length === 0 || provedUntil(caller, now) !== undefined) return
  throw new Failure('FRESH_PROOF_NEEDED', 'Verify your identity again.', { proof: { ways: caller.proofWays } })
}

/**
 * Throws if the caller, who is about to add a second factor, might be using a stolen session. Requires a recent sign-in
 * with an existing factor or, without one, with the password. Users of an identity provider have no password and must
 * sign in through the provider again.
 */
export function requireProofForFactor(caller: Caller, now: number): void {
  requireFreshProof(caller, now)
  const isFresh = provedUntil(caller, now) !== undefined || now < caller.signedInAt + freshFor
  if (isFresh || caller.proofWays.length > 0) return
  if (caller.byProvider) throw new Failure('FORBIDDEN', signInAgain)
  throw new Failure('FRESH_PROOF_NEEDED', 'Enter your password again.', { proof: { ways: ['password'] } })
}

const signInAgain =
  'You signed in more than ten minutes ago. Log out, sign in with your identity provider again, and add the second factor within ten minutes.'

/** Throws if the caller must have a second factor by now and has none. */
export function requireSecondFactor(caller: Caller): void {
  if (!unmetRequirement(caller)?.isDue) return
  const sentence = 'Your dealer group requires a second factor. Add a passkey or an authenticator app to continue.'
  throw new Failure('SECOND_FACTOR_REQUIRED', sentence)
}

/** Throws if the caller is about to remove the last factor and must keep one. */
export function refuseToGoWithout({ factorRule }: Caller): void {
  if (!factorRule?.isDue) return
  throw new Failure(
    'CONFLICT',
    'Your dealer group requires a second factor. Add another one before you remove this one.',
  )
}
