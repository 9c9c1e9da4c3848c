import { createHash, randomBytes } from 'node:crypto'

/** Bytes nobody can guess; given as an argument so that tests can repeat them. */
export type Random = (bytes: number) => Buffer

export const secureRandom: Random = (bytes) => randomBytes(bytes)

/** A name for a log line or a session: 12 hex characters (R249). Not a secret. */
export function shortId(random: Random): string {
  return random(6).toString('hex')
}

/** SHA-256 as hex: how secrets and fingerprints are stored. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
