import { createHmac } from 'node:crypto'
import { isSameCode } from './hashes.ts'

const stepSeconds = 30
const digits = 6
// Accepts adjacent time steps, because a phone's clock can be off by half a minute and typing takes time.
const stepsAround = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The size of an authenticator app's secret in bytes: the output size of SHA-1, as RFC 4226 recommends. */
export const totpSecretBytes = 20

/** The time step at a time in milliseconds (RFC 6238, section 4.2). */
export function totpStepAt(now: number): number {
  return Math.floor(now / 1000 / stepSeconds)
}

/**
 * The six-digit code for a time step (RFC 6238 with HMAC-SHA-1, the only variant that all authenticator apps support).
 */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * Returns the time step that matches a code, close to now (in milliseconds) and later than `after`, or undefined for a
 * wrong code.
 */
export function findTotpStep(secret: Uint8Array, code: string, now: number, after: number): number | undefined {
  const around = Array.from({ length: 2 * stepsAround + 1 }, (_, index) => totpStepAt(now) - stepsAround + index)
  const fitting = around.filter((step) => isSameCode(totpCode(secret, step), code))
  return fitting.find((step) => step > after)
}

/** Encodes bytes as RFC 4648 base 32 without padding, the form that authenticator apps use. */
export function base32Of(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The URL that authenticator apps read from a QR code. */
export function otpauthUrl(secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `secret=${base32Of(secret)}&issuer=${encodeURIComponent(issuer)}`
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}
