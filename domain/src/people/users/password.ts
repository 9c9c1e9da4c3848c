import { guessableText } from './guessable-text.ts'

/** Minimum and maximum password length, in characters (A17). */
export const shortestPassword = 8
const longestPassword = 128
/** How many pieces a password needs: characters, where each name, well-known word, repeat and run counts as one. */
const fewestPieces = 5

/** Whose password it is. `names`: first and last name, and those of their dealer group and dealerships, where known. */
export interface PasswordOwner {
  readonly email: string
  readonly names: readonly string[]
}

/**
 * Why this password cannot be used; undefined when it can (A17). Any characters are allowed. `isCommon` answers for
 * passwords in lowercase whether they are on a list that attackers try; only the server has that list.
 */
export function passwordRefusal(
  password: string,
  { email, names }: PasswordOwner,
  isCommon: (folded: string) => boolean = () => false,
): string | undefined {
  const length = [...password].length
  if (length < shortestPassword) return `A password needs at least ${shortestPassword} characters.`
  if (length > longestPassword) return `A password can have at most ${longestPassword} characters.`
  const folded = password.trim().toLowerCase()
  if (folded === email.trim().toLowerCase()) return 'A password cannot be the email address.'
  if (isCommon(folded)) return 'This password is too common: choose one that others do not use.'
  const { pieces, mostly } = guessableText(password, [email, ...names])
  return pieces < fewestPieces ? refusals[mostly] : undefined
}

const refusals = {
  repeat: 'This password repeats itself: choose one that is harder to guess.',
  run: 'This password follows the keyboard or the alphabet: choose one that is harder to guess.',
  word: 'This password is a name or a word that others try first: add words that have nothing to do with you or your work.',
} as const
