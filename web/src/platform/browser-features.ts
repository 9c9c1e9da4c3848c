/** Random lowercase hex of this length. Works on plain HTTP too, where `crypto.randomUUID` does not exist. */
export function randomHex(characters: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(characters / 2))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether this browser has passkeys: not on plain HTTP, for example. */
export const hasPasskeys = typeof PublicKeyCredential === 'function'
