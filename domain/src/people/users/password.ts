/** Minimum and maximum password length, in characters (A17). */
export const shortestPassword = 8
const longestPassword = 128
/**
 * The minimum number of pieces in a password: each name, common word, repetition, or sequence counts as one piece, and
 * so does each remaining character.
 */
const fewestPieces = 5

/**
 * The password's owner. `names`: the user's first and last names, and the names of their dealer group and dealerships,
 * if known.
 */
export interface PasswordOwner {
  readonly email: string
  readonly names: readonly string[]
}

/**
 * Why this password can't be used; undefined when it can (A17). Any characters are allowed. `isCommon` checks lowercase
 * passwords against a list of passwords that attackers try, which only the server has.
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
  if (folded === email.trim().toLowerCase()) return 'Choose a password other than your email address.'
  if (isCommon(folded)) return 'This password is too common: choose one that others don’t use.'
  const { pieces, mostly } = guessableText(password, [email, ...names])
  return pieces < fewestPieces ? refusals[mostly] : undefined
}

const refusals = {
  repeat: 'This password repeats itself: choose one that is harder to guess.',
  run: 'This password follows the keyboard or the alphabet: choose one that is harder to guess.',
  word: 'This password is a name or a word that others try first: add words that have nothing to do with you or your work.',
} as const

const letters = 'abcdefghijklmnopqrstuvwxyz'
const digits = '01234567890'
// Rows of American, German, and French keyboards.
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm', 'azertyuiop', 'qsdfghjklm', 'wxcvbn']
const forward = [letters, digits, ...rows]
const sequences = [...forward, ...forward.map((sequence) => [...sequence].reverse().join(''))]
const shortestStretch = 3

const wordsOfEveryone = `
check checks request requests app demo dealer dealers dealership dealerships auto car
password passwort passw0rd p@ssword p@ssw0rd admin administrator login welcome letmein changeme default secret test testing
spring summer autumn fall winter january february march april june july august september october november december
`
  .trim()
  .split(/\s+/)

const kinds = ['repeat', 'run', 'word'] as const
type Kind = (typeof kinds)[number]

/** A password divided into chunks that an attacker would guess as a whole, and single characters. */
interface GuessableText {
  /** The number of chunks and single characters; separators don't count. */
  readonly pieces: number
  /** The kind of chunk that covers most of the text. */
  readonly mostly: Kind
}

/**
 * Finds easily guessed parts: repetitions; sequences of keys, letters, or digits; years; names; and common words.
 * Ignores case, accents, and separators.
 */
function guessableText(password: string, names: readonly string[]): GuessableText {
  const whole = fold(password)
  const text = onePeriod(whole)
  const words = [...names.flatMap(wordsOf), ...wordsOfEveryone.map(fold)]
  const taken = { repeat: whole.length - text.length, run: 0, word: 0 }
  let pieces = 0
  for (let start = 0; start < text.length; pieces += 1) {
    const rest = text.slice(start)
    const [kind, length] = longestStretch(rest, words)
    if (length >= shortestStretch) taken[kind] += length
    start += length >= shortestStretch ? length : String.fromCodePoint(rest.codePointAt(0) ?? 0).length
  }
  return { pieces, mostly: kinds.reduce((most, kind) => (taken[kind] > taken[most] ? kind : most)) }
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\s._,;:/\\-]/gu, '')
}

function wordsOf(name: string): string[] {
  const parts = name.split(/[^\p{L}\p{M}\p{N}]+/u)
  return [name, ...parts].map(fold).filter((word) => word.length >= shortestStretch)
}

/** The part that the whole text repeats, or the text itself if it isn't a repetition. */
function onePeriod(text: string): string {
  for (let period = 1; period <= text.length / 2; period += 1)
    if (text.startsWith(text.slice(period))) return text.slice(0, period)
  return text
}

/** The longest chunk at the beginning of a text, at least three characters long. */
function longestStretch(text: string, words: readonly string[]): readonly [Kind, number] {
  const found: (readonly [Kind, number])[] = [
    ['repeat', /^(.)\1*/su.exec(text)?.[0].length ?? 0],
    ['run', Math.max(...sequences.map((sequence) => runLength(text, sequence)))],
    ['word', Math.max(...words.map((word) => (text.startsWith(word) ? word.length : 0)))],
    ['word', /^(19|20)\d\d/.exec(text)?.[0].length ?? 0],
  ]
  return found.reduce((longest, other) => (other[1] > longest[1] ? other : longest))
}

/**
 * The number of characters for which the beginning of the text follows the sequence, starting anywhere in the sequence.
 */
function runLength(text: string, sequence: string): number {
  const start = sequence.indexOf(text.charAt(0))
  if (start < 0) return 0
  let length = 1
  while (start + length < sequence.length && text[length] === sequence[start + length]) length += 1
  return length
}
