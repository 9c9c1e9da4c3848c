import { hash } from 'node:crypto'
import { type Random, sha256 } from '../../../platform/crypto/hashes.ts'

/** A new 256-bit secret: 43 characters that a cookie and a header can carry. */
export function newSecret(random: Random): string {
  return random(32).toString('base64url')
}

/** The stored hash of a secret. */
export function hashSecret(secret: string): string {
  return sha256(secret)
}

/**
 * The token that binds a browser tab to its session. It is derived from the cookie value, can't be reversed, is the
 * same in every tab, and changes whenever the cookie does.
 */
export function tabToken(cookieSecret: string): string {
  const digest = hash('sha256', `tab token\n${cookieSecret}`, 'buffer')
  return `w1.${digest.subarray(0, 16).toString('base64url')}`
}

/** The bearer token of an API client. */
export function apiToken(secret: string): string {
  return `t1.${secret}`
}
