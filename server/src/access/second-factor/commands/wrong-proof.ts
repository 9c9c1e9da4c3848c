import type { ProofWay } from '@check-requests/domain/access/second-factor/fields.ts'
import { Failure, invalidFields } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { AcceptedProof } from '../../sessions/commands/begin-session.ts'
import { type Attempt, countFailure, forgiveLogin, takeLoginAttempt } from '../../sessions/commands/throttle.ts'

const sentences: Record<ProofWay, string> = {
  passkey: 'This passkey wasn’t accepted. Try another one.',
  code: 'This code is wrong or was already used. Enter the next code from your app.',
  'recovery-code': 'This recovery code is wrong or was already used. Enter another one.',
  password: 'This password is wrong.',
}

const fields: Record<ProofWay, string> = {
  passkey: 'response',
  code: 'code',
  'recovery-code': 'code',
  password: 'password',
}

/** The error for a wrong proof during sign-in. */
export function wrongProof(way: ProofWay): Failure {
  return new Failure('UNAUTHENTICATED', sentences[way])
}

/** The error for a wrong proof in a session. Not a 401, which would mean that the session has ended. */
export function wrongProofInSession(way: ProofWay): Failure {
  return invalidFields({ [fields[way]]: sentences[way] })
}

/** Counts an attempt before the proof is verified, as for passwords, and resets the count when the proof is right. */
export async function tryProof(
  services: Services,
  who: Omit<Attempt, 'step'> & { readonly userId: number },
  check: () => Promise<AcceptedProof | undefined>,
): Promise<AcceptedProof | undefined> {
  const attempt = { ...who, step: 'proof' } as const
  await takeLoginAttempt(services, attempt)
  const accepted = await check()
  if (accepted) await forgiveLogin(services, attempt)
  else await countFailure(services, attempt, who.userId)
  return accepted
}
