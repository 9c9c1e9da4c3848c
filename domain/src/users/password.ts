import { commonPasswords } from './common-passwords.ts'

/** Minimum and maximum password length, in characters (A17). */
export const shortestPassword = 8
const longestPassword = 128

/**
 * Why this password cannot be used; undefined when it can (A17).
 * Any characters are allowed; the email address and common passwords are not.
 */
export function passwordRefusal(password: string, email: string): string | undefined {
  const length = [...password].length
  if (length < shortestPassword) return `A password needs at least ${shortestPassword} characters.`
  if (length > longestPassword) return `A password can have at most ${longestPassword} characters.`
  const folded = password.trim().toLowerCase()
  if (folded === email.trim().toLowerCase()) return 'A password cannot be the email address.'
  if (commonPasswords.has(folded)) return 'This password is too common: choose one that others do not use.'
  return undefined
}
