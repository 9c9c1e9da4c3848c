import { isIP } from 'node:net'
import type {
  addPasskeyBody,
  CreationOptions,
  RequestOptions,
  renamePasskeyBody,
} from '@check-requests/domain/access/second-factor/fields.ts'
import { mostPasskeys } from '@check-requests/domain/access/second-factor/rules.ts'
import type { z } from 'zod'
import { moment } from '../../../platform/clock.ts'
import { isSameCode, sha256 } from '../../../platform/crypto/hashes.ts'
import { keyAlgorithms, type RelyingParty, verifyRegistration } from '../../../platform/crypto/webauthn.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, isUniqueViolation, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { requireFreshProof, requireProofForFactor } from '../../sessions/commands/required-proof.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskeyTo,
  takeChallenge,
} from '../queries/factors.ts'
import { noteAdded, removeFactor } from './factor-changes.ts'
import { wrongProofInSession } from './wrong-proof.ts'

const alreadyHere = 'This passkey was already added. Choose another device.'

/** Adds a passkey for the caller. Returns recovery codes if this is the caller's first second factor. */
export async function addPasskey(
  services: Services,
  caller: Caller,
  rp: RelyingParty,
  { name, response }: z.output<typeof addPasskeyBody>,
): Promise<{ passkey: PasskeyRow; recoveryCodes: string[] | null }> {
  requireProofForFactor(caller, services.clock())
  let answered = ''
  const verified = await verifyRegistration(rp, response, (challenge) => {
    answered = challenge
    return isOpenChallenge(services, { act: 'add', who: caller.sessionId }, challenge)
  })
  if (!verified) throw wrongProofInSession('passkey')
  const work = commit(services, undefined, async (unit) => {
    const { trx, now, audit } = unit
    await beforeChange(trx, 'user', caller.userId)
    if ((await listPasskeys(trx, caller.userId)).length >= mostPasskeys)
      throw new Failure('CONFLICT', `You already have ${mostPasskeys} passkeys, the maximum. Remove one first.`)
    const recoveryCodes = await noteAdded(services, unit, caller, `Passkey: ${name}`)
    const challenge = { challenge_hash: hashChallenge(answered), user_id: caller.userId }
    if (!(await takeChallenge(trx, { ...challenge, expires_at: moment(now + challengeLasts) })))
      throw new Failure('CONFLICT', alreadyHere)
    const passkey = await insertPasskey(trx, {
      user_id: caller.userId,
      credential_id: verified.credentialId,
      public_key: verified.publicKey,
      transports: response.response.transports?.join(',') ?? '',
      name,
      counter: verified.counter,
      synced: verified.isSynced ? 1 : 0,
      added_at: moment(now),
      last_used_at: null,
    })
    const event = { action: 'user.add-passkey', entity: 'user', entityId: caller.userId, after: { passkey: name } }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event })
    return { passkey, recoveryCodes }
  })
  return work.catch((error) => {
    throw isUniqueViolation(error, 'credential') ? new Failure('CONFLICT', alreadyHere) : error
  })
}

/** Renames one of the caller's passkeys. */
export async function renamePasskey(
  services: Services,
  caller: Caller,
  id: number,
  { name }: z.output<typeof renamePasskeyBody>,
): Promise<PasskeyRow> {
  return commit(services, undefined, async ({ trx, audit }) => {
    await beforeChange(trx, 'user', caller.userId)
    const before = await ownPasskey(trx, caller, id)
    const passkey = await renamePasskeyTo(trx, caller.userId, id, name)
    if (!passkey) throw notFound('passkey')
    const change = { before: { passkey: before.name }, after: { passkey: name } }
    const event = { action: 'user.rename-passkey', entity: 'user', entityId: caller.userId, ...change }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event })
    return passkey
  })
}

/** Removes one of the caller's passkeys. */
export async function removePasskey(services: Services, caller: Caller, id: number): Promise<void> {
  requireFreshProof(caller, services.clock())
  await commit(services, undefined, async (unit) => {
    const { trx, audit } = unit
    await beforeChange(trx, 'user', caller.userId)
    const before = await ownPasskey(trx, caller, id)
    const remove = () => deletePasskey(trx, caller.userId, id)
    if (!(await removeFactor(unit, caller, `Passkey: ${before.name}`, remove))) throw notFound('passkey')
    const event = { action: 'user.remove-passkey', entity: 'user', entityId: caller.userId }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event, before: { passkey: before.name } })
  })
}

async function ownPasskey(trx: Tx, { userId }: Caller, id: number): Promise<PasskeyRow> {
  const passkey = (await listPasskeys(trx, userId)).find((one) => one.id === id)
  if (!passkey) throw notFound('passkey')
  return passkey
}

/** How long a challenge can be answered, in milliseconds. */
export const challengeLasts = 300_000

const nonceBytes = 16
const timeBytes = 6
const statedBytes = nonceBytes + timeBytes

/** The only purpose for which an answer is valid. `who` contains the user and, if there is one, the session. */
export interface Purpose {
  readonly act: 'sign-in' | 'second-step' | 'fresh-proof' | 'add'
  readonly who: string
}

type Making = Pick<Services, 'database' | 'clock' | 'random'>

/**
 * A passkey challenge as base64url: random bytes, the expiration time, and a code made with the trail key. Nothing is
 * stored until the challenge is answered, so requesting challenges costs nothing.
 */
function newChallenge({ database, clock, random }: Making, purpose: Purpose): string {
  const stated = Buffer.alloc(statedBytes)
  random(nonceBytes).copy(stated)
  stated.writeUIntBE(clock() + challengeLasts, nonceBytes, timeBytes)
  const code = database.keyring.codeOf(signed(stated, purpose))
  return Buffer.concat([stated, Buffer.from(code, 'base64url')]).toString('base64url')
}

/** True for an unexpired challenge made for this purpose. */
export function isOpenChallenge({ database, clock }: Making, purpose: Purpose, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length <= statedBytes) return false
  const stated = bytes.subarray(0, statedBytes)
  const code = bytes.subarray(statedBytes).toString('base64url')
  const expiresAt = stated.readUIntBE(nonceBytes, timeBytes)
  return isSameCode(database.keyring.codeOf(signed(stated, purpose)), code) && clock() < expiresAt
}

/** The stored hash of an answered challenge. */
export function hashChallenge(challenge: string): string {
  return sha256(challenge)
}

function signed(stated: Buffer, { act, who }: Purpose): string {
  return `passkey challenge\n${act}\n${who}\n${stated.toString('base64url')}`
}

/** The options that a browser needs to use a passkey of one user, or any passkey of this site. */
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

/**
 * The options that a browser needs to create a passkey: discoverable without a user name, and not on an authenticator
 * that already has one for the user.
 */
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

/** The id by which authenticators separate the passkeys of users. Reveals no name. */
export function userHandleOf(userId: number): string {
  return Buffer.from(sha256(`passkey user\n${userId}`), 'hex').toString('base64url')
}

function descriptorOf({ credential_id: id, transports }: PasskeyRow) {
  const known = transports === '' ? {} : { transports: transports.split(',') }
  return { id, type: 'public-key' as const, ...known }
}

/** The server address that the browser called. */
export interface CalledAt {
  /** Includes the port. */
  readonly host: string
  readonly protocol: string
}

/**
 * The site that passkeys are for: the configured public URL or, without one, this machine's own name. Any other name
 * would come from the caller's request.
 */
export function relyingPartyOf({ publicUrl }: Services['config'], { host, protocol }: CalledAt): RelyingParty {
  if (publicUrl && isDomain(publicUrl.hostname)) return { id: publicUrl.hostname, origin: publicUrl.origin }
  const [, local] = /^((?:[a-z\d-]+\.)*localhost)(?::\d+)?$/.exec(host) ?? []
  if (!publicUrl && local) return { id: local, origin: `${protocol}://${host}` }
  throw new Failure('FORBIDDEN', 'Passkeys require a host name, set in PUBLIC_URL. Use a code instead.')
}

// Browsers create no passkeys for IP addresses.
function isDomain(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0
}
