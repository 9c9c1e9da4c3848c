import { hash } from 'node:crypto'
import { type Random, sha256 } from '../../../platform/crypto/hashes.ts'

/** A new secret of 256 bits: 43 characters that a cookie and a header can carry. */
export function newSecret(random: Random): string {
  return random(32).toString('base64url')
}

/** What is stored of a secret. */
export function hashSecret(secret: string): string {
  return sha256(secret)
}

/**
 * The token that binds a browser tab to its session, made from the cookie's value: it cannot be turned back,
 * is the same in every tab, and changes whenever the cookie does.
 */
export function tabToken(cookieSecret: string): string {
  const digest = hash('sha256', `tab token\n${cookieSecret}`, 'buffer')
  return `w1.${digest.subarray(0, 16).toString('base64url')}`
}

/** The bearer token of an API client. */
export function apiToken(secret: string): string {
  return `t1.${secret}`
}
