import type { CreationOptions, RequestOptions } from '@check-requests/domain/access/second-factor/webauthn.ts'
import { sha256 } from '../../../platform/random.ts'
import { keyAlgorithms, type RelyingParty } from '../../../platform/webauthn.ts'
import type { Services } from '../../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { listPasskeys, type PasskeyRow } from '../queries/passkeys.ts'
import { challengeLasts, newChallenge, type Purpose } from './challenges.ts'

/** What a browser needs for an answer of a passkey: of one of somebody's, or of any of this site. */
export async function requestOptionsFor(
  services: Services,
  rp: RelyingParty,
  { purpose, userId }: { purpose: Purpose; userId?: number },
): Promise<RequestOptions> {
  const passkeys = userId === undefined ? [] : await listPasskeys(services.database.read, userId)
  return {
    rpId: rp.id,
    challenge: newChallenge(services, purpose),
    timeout: challengeLasts,
    allowCredentials: passkeys.map(descriptorOf),
    userVerification: 'required',
  }
}

/** What a browser needs to make a passkey: one that is found without a name, and not where there is one already. */
export async function creationOptionsFor(
  services: Services,
  rp: RelyingParty,
  caller: Caller,
): Promise<CreationOptions> {
  const passkeys = await listPasskeys(services.database.read, caller.userId)
  return {
    rp: { id: rp.id, name: 'Check requests' },
    user: { id: userHandleOf(caller.userId), name: caller.email, displayName: caller.name },
    challenge: newChallenge(services, { act: 'add', who: caller.sessionId }),
    pubKeyCredParams: keyAlgorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeLasts,
    excludeCredentials: passkeys.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** By which authenticators tell the passkeys of one person from those of others; it names nobody. */
export function userHandleOf(userId: number): string {
  return Buffer.from(sha256(`passkey user\n${userId}`), 'hex').toString('base64url')
}

function descriptorOf({ credential_id: id, transports }: PasskeyRow) {
  const known = transports === '' ? {} : { transports: transports.split(',') }
  return { id, type: 'public-key' as const, ...known }
}
