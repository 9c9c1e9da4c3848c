import { isSameCode } from '../../../platform/authenticator.ts'
import { sha256 } from '../../../platform/random.ts'
import type { Services } from '../../../services.ts'

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
export function newChallenge({ database, clock, random }: Making, purpose: Purpose): string {
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
