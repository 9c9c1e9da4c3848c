import { isIP } from 'node:net'
import type { CreationOptions, RequestOptions } from '@check-requests/domain/access/second-factor/fields.ts'
import { isSameCode, sha256 } from '../../../platform/crypto/hashes.ts'
import { keyAlgorithms, type RelyingParty } from '../../../platform/crypto/webauthn.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { listPasskeys, type PasskeyRow } from '../queries/factors.ts'

/** How long a challenge can be answered, in milliseconds. */
export const challengeLasts = 300_000

const nonceBytes = 16
const timeBytes = 6
const statedBytes = nonceBytes + timeBytes

/** What a challenge is for; an answer counts for nothing else. `who`: the user, and the session where there is one. */
export interface Purpose {
  readonly act: 'sign-in' | 'second-step' | 'fresh-proof' | 'add'
  readonly who: string
}

type Making = Pick<Services, 'database' | 'clock' | 'random'>

/**
 * A challenge for a passkey, as base64url: random bytes, until when it can be answered, and a code of the key of the
 * trail. Nothing is stored until it is answered, so that asking costs nothing.
 */
function newChallenge({ database, clock, random }: Making, purpose: Purpose): string {
  const stated = Buffer.alloc(statedBytes)
  random(nonceBytes).copy(stated)
  stated.writeUIntBE(clock() + challengeLasts, nonceBytes, timeBytes)
  const code = database.keyring.codeOf(signed(stated, purpose))
  return Buffer.concat([stated, Buffer.from(code, 'base64url')]).toString('base64url')
}

/** True for a challenge that was made for this purpose and can still be answered. */
export function isOpenChallenge({ database, clock }: Making, purpose: Purpose, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length <= statedBytes) return false
  const stated = bytes.subarray(0, statedBytes)
  const code = bytes.subarray(statedBytes).toString('base64url')
  const expiresAt = stated.readUIntBE(nonceBytes, timeBytes)
  return isSameCode(database.keyring.codeOf(signed(stated, purpose)), code) && clock() < expiresAt
}

/** What is stored of a challenge once it was answered. */
export function hashChallenge(challenge: string): string {
  return sha256(challenge)
}

function signed(stated: Buffer, { act, who }: Purpose): string {
  return `passkey challenge\n${act}\n${who}\n${stated.toString('base64url')}`
}

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

/** The address under which a call came in, as the browser knows it. */
export interface CalledAt {
  /** With its port. */
  readonly host: string
  readonly protocol: string
}

/**
 * The site that passkeys are for: the public address of the settings or, without one, this machine by its name. Any
 * other name would be taken from what the caller says.
 */
export function relyingPartyOf({ publicUrl }: Services['config'], { host, protocol }: CalledAt): RelyingParty {
  if (publicUrl && isDomain(publicUrl.hostname)) return { id: publicUrl.hostname, origin: publicUrl.origin }
  const [, local] = /^((?:[a-z\d-]+\.)*localhost)(?::\d+)?$/.exec(host) ?? []
  if (!publicUrl && local) return { id: local, origin: `${protocol}://${host}` }
  throw new Failure(
    'FORBIDDEN',
    'Passkeys work at an address with a name, which the setting PUBLIC_URL gives. Use a code.',
  )
}

// Browsers make no passkeys for addresses that are numbers.
function isDomain(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0
}
