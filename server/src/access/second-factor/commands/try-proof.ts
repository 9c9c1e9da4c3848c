import type { Services } from '../../../services.ts'
import type { AcceptedProof } from '../../sessions/commands/begin-session.ts'
import { type Attempt, countFailure, forgiveLogin, takeLoginAttempt } from '../../sessions/commands/throttle.ts'

/** Counts a try before the proof is looked at, like that of a password, and takes it back when the proof is right. */
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
