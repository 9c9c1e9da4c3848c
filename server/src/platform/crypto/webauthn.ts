import type { assertionResponse, registrationResponse } from '@check-requests/domain/access/second-factor/fields.ts'
import type { z } from 'zod'

// Loaded when the first passkey is used, because it takes a tenth of the memory of an idle server.
const library = () => import('@simplewebauthn/server')

/** The site that passkeys belong to: a domain, and the origin of its pages. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** A stored passkey, with bytes as base64url. */
export interface StoredKey {
  readonly credentialId: string
  readonly publicKey: string
}

/**
 * The content of a verified authenticator response. `isSynced` means that the passkey is stored in an account rather
 * than on one device.
 */
export interface Verified {
  readonly counter: number
  readonly isSynced: boolean
}

type AcceptsChallenge = (challenge: string) => boolean

/** ES256, EdDSA, and RS256 (COSE), which cover phones, computers, and security keys. */
export const keyAlgorithms = [-7, -8, -257]

/**
 * Returns the new passkey in an authenticator's response if it was created for this site, with this challenge, by a
 * user whom the authenticator verified. Otherwise returns undefined (WebAuthn Level 3, section 7.1).
 */
export async function verifyRegistration(
  { id, origin }: RelyingParty,
  { response, ...credential }: z.output<typeof registrationResponse>,
  acceptsChallenge: AcceptsChallenge,
): Promise<(StoredKey & Verified) | undefined> {
  const { id: credentialId, rawId, type } = credential
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await orUnverified(
    verifyRegistrationResponse({
      response: {
        id: credentialId,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
      },
      expectedChallenge: acceptsChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: keyAlgorithms,
    }),
  )
  if (!verified || !registrationInfo) return undefined
  return {
    credentialId: registrationInfo.credential.id,
    publicKey: Buffer.from(registrationInfo.credential.publicKey).toString('base64url'),
    counter: registrationInfo.credential.counter,
    isSynced: registrationInfo.credentialBackedUp,
  }
}

/**
 * Returns the content of an authenticator's response if it was signed with this passkey for this site, with this
 * challenge, by a user whom the authenticator verified. Otherwise returns undefined (WebAuthn Level 3, section 7.2).
 * Doesn't check the counter.
 */
export async function verifyAssertion(
  { id, origin }: RelyingParty,
  { response, ...credential }: z.output<typeof assertionResponse>,
  key: StoredKey,
  acceptsChallenge: AcceptsChallenge,
): Promise<Verified | undefined> {
  const { id: credentialId, rawId, type } = credential
  const { clientDataJSON, authenticatorData, signature } = response
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await orUnverified(
    verifyAuthenticationResponse({
      response: {
        id: credentialId,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: acceptsChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: key.credentialId,
        publicKey: Uint8Array.from(Buffer.from(key.publicKey, 'base64url')),
        counter: 0,
      },
      requireUserVerification: true,
    }),
  )
  if (!verified || !authenticationInfo) return undefined
  return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
}

/**
 * Returns true if the counter suggests that the passkey was copied. It rises with each response, except for passkeys
 * that always send zero (section 6.1.1).
 */
export function isCounterBehind(stored: number, counter: number): boolean {
  return (stored > 0 || counter > 0) && counter <= stored
}

// The library throws plain errors for invalid responses, and a client can send anything.
function orUnverified<Result extends { verified: boolean }>(
  verification: Promise<Result>,
): Promise<Result | { verified: false; registrationInfo?: never; authenticationInfo?: never }> {
  return verification.catch(() => ({ verified: false as const }))
}
