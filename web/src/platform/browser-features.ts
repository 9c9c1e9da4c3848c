/**
 * A random lowercase hexadecimal string of this length. Also works on plain HTTP, where `crypto.randomUUID` doesn't
 * exist.
 */
export function randomHex(characters: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(characters / 2))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether this browser supports passkeys. Over plain HTTP, for example, browsers don't. */
export const hasPasskeys = typeof PublicKeyCredential === 'function'
