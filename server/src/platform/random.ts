import { hash, randomBytes } from 'node:crypto'

/** Unguessable bytes; passed as an argument so that tests can reproduce them. */
export type Random = (bytes: number) => Buffer

export const secureRandom: Random = (bytes) => randomBytes(bytes)

/** A name for a log line or a session: 12 hex characters (R249). Not a secret. */
export function shortId(random: Random): string {
  return random(6).toString('hex')
}

/** Names for log lines: 12 hex characters that count up from a random start. */
export function shortIds(random: Random): () => string {
  let last = random(6).readUIntBE(0, 6)
  return () => {
    last = (last + 1) % 2 ** 48
    return last.toString(16).padStart(12, '0')
  }
}

/** SHA-256 as hex: how secrets and fingerprints are stored. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content)
}

/** SHA-256 as base64url, which is a third shorter. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url')
}
