import { isSameCode } from '../../../platform/authenticator.ts'
import type { Keyring } from '../../../platform/keyring.ts'
import type { PasswordLink } from '../queries/password-links.ts'

/** How long a link can be used after it was mailed, and how long it is tried to mail it, in milliseconds. */
export const linkLastsFor = 24 * 3_600_000
export const linkTriedFor = 3 * 24 * 3_600_000

/** The secret of a link: whose it is, and 256 bits. */
export interface LinkSecret {
  readonly userId: number
  readonly secret: string
}

export function linkText({ userId, secret }: LinkSecret): string {
  return `${userId}-${secret}`
}

/** Reads what follows the `#` of a link; undefined when it is no such text. */
export function readLink(text: string): LinkSecret | undefined {
  const [, id, secret] = /^([1-9]\d{0,15})-([\w-]{43})$/.exec(text) ?? []
  return id === undefined || secret === undefined ? undefined : { userId: Number(id), secret }
}

/**
 * The code by which a link is recognized. It is made with the key of the trail, so that whoever can write to the
 * database cannot make a link.
 */
export function codeOfLink(keyring: Keyring, { userId, secret }: LinkSecret, expiresAt: string): string {
  return keyring.codeOf(`password link\n${userId}\n${expiresAt}\n${secret}`)
}

/** True when the stored link is this one, and can still be used. */
export function opens(keyring: Keyring, link: PasswordLink | undefined, given: LinkSecret, now: string): boolean {
  if (!link || link.code === null || link.expires_at === null || link.expires_at <= now) return false
  return isSameCode(codeOfLink(keyring, given, link.expires_at), link.code)
}
