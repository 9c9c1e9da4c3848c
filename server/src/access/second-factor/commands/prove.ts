import type { FreshProof } from '@check-requests/domain/access/second-factor/fields.ts'
import { freshFor } from '@check-requests/domain/access/second-factor/rules.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/commit.ts'
import { invalidFields } from '../../../platform/errors.ts'
import type { RelyingParty } from '../../../platform/webauthn.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import type { AcceptedProof } from '../../sessions/commands/begin-session.ts'
import { checkPassword } from '../../sessions/commands/check-password.ts'
import { hashSecret } from '../../sessions/commands/secrets.ts'
import { sessionsChanged } from '../../sessions/commands/sessions-changed.ts'
import type { Attempt } from '../../sessions/commands/throttle.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { noteProof } from '../../sessions/queries/sessions.ts'
import { checkProof } from './check-proof.ts'
import { tryProof } from './try-proof.ts'
import { wrongProofInSession } from './wrong-proof.ts'

/** What a fresh proof of a caller is asked for. */
export function freshProofOf({ sessionId }: Caller) {
  return { act: 'fresh-proof', who: sessionId } as const
}

/** Takes a fresh proof of the caller; returns until when it counts. */
export async function prove(
  services: Services,
  caller: Caller,
  proof: FreshProof,
  from: { address: string; device: string | undefined; isGone: () => boolean; rp: () => RelyingParty },
): Promise<string> {
  const { userId, email, sessionId } = caller
  const attempt = { ...from, userId, email, device: from.device && hashSecret(from.device) }
  const accepted = await (proof.way === 'password'
    ? checkOwnPassword(services, caller, attempt, proof.password)
    : tryProof(services, attempt, () =>
        checkProof(services, { userId, purpose: freshProofOf(caller), rp: from.rp }, proof),
      ))
  if (!accepted) throw wrongProofInSession(proof.way)
  return commit(services, undefined, async (unit) => {
    const { trx, now, audit, changed } = unit
    await beforeChange(trx, 'session', sessionId)
    if (!(await accepted.take(unit))) throw wrongProofInSession(proof.way)
    await noteProof(trx, sessionId, moment(now))
    changed(sessionsChanged(userId))
    const event = { action: 'session.prove', entity: 'user', entityId: userId, after: { proof: proof.way } }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event })
    return moment(now + freshFor)
  })
}

/** The password proves nothing more about somebody with a second factor: a stolen session may know it. */
async function checkOwnPassword(
  services: Services,
  caller: Caller,
  attempt: Attempt,
  password: string,
): Promise<AcceptedProof | undefined> {
  if (caller.proofWays.length > 0)
    throw invalidFields({ password: 'Use your passkey or a code from your authenticator app instead.' })
  const account = await checkPassword(services, attempt, password)
  return account && { way: 'password', take: async () => true }
}
