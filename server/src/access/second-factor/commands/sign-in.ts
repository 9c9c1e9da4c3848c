import type { passkeySignInBody, secondStepBody } from '@check-requests/domain/access/second-factor/fields.ts'
import type { z } from 'zod'
import type { RelyingParty } from '../../../platform/webauthn.ts'
import type { Services } from '../../../services.ts'
import {
  type AcceptedProof,
  beginSession,
  type LoggedIn,
  type SignInCall,
} from '../../sessions/commands/begin-session.ts'
import { demandPasswordCounts } from '../../sessions/commands/demand-password-counts.ts'
import { readPendingSignIn } from '../../sessions/commands/pending-sign-in.ts'
import { hashSecret } from '../../sessions/commands/secrets.ts'
import { countFailure, refuseBlockedNetwork } from '../../sessions/commands/throttle.ts'
import { findAccountById } from '../../sessions/queries/accounts.ts'
import { findPasskey } from '../queries/passkeys.ts'
import { checkPasskey, checkProof } from './check-proof.ts'
import { tryProof } from './try-proof.ts'
import { wrongProof } from './wrong-proof.ts'

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
