import type {
  FreshProof,
  passkeySignInBody,
  secondStepBody,
} from '@check-requests/domain/access/second-factor/fields.ts'
import { freshFor } from '@check-requests/domain/access/second-factor/rules.ts'
import type { z } from 'zod'
import { moment } from '../../../platform/clock.ts'
import type { RelyingParty } from '../../../platform/crypto/webauthn.ts'
import { commit } from '../../../platform/database/commit.ts'
import { invalidFields } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import {
  type AcceptedProof,
  beginSession,
  type LoggedIn,
  type SignInCall,
} from '../../sessions/commands/begin-session.ts'
import { checkPassword, demandPasswordCounts } from '../../sessions/commands/check-password.ts'
import { sessionsChanged } from '../../sessions/commands/end-sessions.ts'
import { readPendingSignIn } from '../../sessions/commands/login.ts'
import { hashSecret } from '../../sessions/commands/secrets.ts'
import { type Attempt, countFailure, refuseBlockedNetwork } from '../../sessions/commands/throttle.ts'
import { findAccountById } from '../../sessions/queries/accounts.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { noteProof } from '../../sessions/queries/sessions.ts'
import { findPasskey } from '../queries/factors.ts'
import { checkPasskey, checkProof } from './check-proof.ts'
import { tryProof, wrongProof, wrongProofInSession } from './wrong-proof.ts'

type Call = Omit<SignInCall, 'roleId'> & { readonly isGone: () => boolean }

/** Finishes a sign-in after the password, and begins the session. */
export async function finishSignIn(
  services: Services,
  { pending_token, proof }: z.output<typeof secondStepBody>,
  call: Call,
  rp: () => RelyingParty,
): Promise<LoggedIn> {
  const { account, roleId } = await readPendingSignIn(services, pending_token)
  await demandPasswordCounts(services.database.read, account)
  const purpose = { act: 'second-step', who: String(account.id) } as const
  const attempt = { ...call, email: account.email, device: call.device && hashSecret(call.device) }
  const accepted = await tryProof(services, { ...attempt, userId: account.id }, () =>
    checkProof(services, { userId: account.id, purpose, rp }, proof),
  )
  if (!accepted) throw wrongProof(proof.way)
  return beginSession(services, account, { ...call, roleId }, accepted)
}

/** Begins a session of whoever a passkey belongs to: it is something that they have, and it has verified them. */
export async function signInWithPasskey(
  services: Services,
  { response, role_id }: z.output<typeof passkeySignInBody>,
  call: Call,
  rp: () => RelyingParty,
): Promise<LoggedIn> {
  const { database } = services
  const attempt = { ...call, email: '', device: undefined }
  refuseBlockedNetwork(services, attempt)
  const passkey = await findPasskey(database.read, response.id)
  const account = passkey && (await findAccountById(database.read, passkey.user_id))
  const purpose = { act: 'sign-in', who: '' } as const
  let accepted: AcceptedProof | undefined
  if (account) accepted = await checkPasskey(services, { purpose, rp }, passkey, response)
  if (!account || !accepted) {
    await countFailure(services, attempt, account?.id ?? null)
    throw wrongProof('passkey')
  }
  return beginSession(services, account, { ...call, roleId: role_id }, accepted)
}

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
