import { identityOf } from './identity.ts'
import { addressKey } from './rules.ts'

/** The similarities between two payees, or between a payee and an employee. */
export type Similarity = 'name' | 'address'

/** A payee or employee to compare with; employees have no address. */
export interface Compared {
  readonly name: string
  readonly address: string | null
}

/** A name for comparison: its letters (F9) in written and in sorted order; digits count as similar-looking letters. */
interface NameKey {
  readonly written: readonly string[]
  readonly sorted: readonly string[]
}

const fillerWords = new Set('and the of dba'.split(' '))
const lookAlikes: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', '5': 's', '8': 'b' }

/** The minimum length for names that can differ by one letter. Shorter names match only if they are equal. */
const shortestWithOneSlip = 5
const shortestWithTwoSlips = 10

/** Returns a function that finds the similarity between the payee and another payee or an employee. */
export function similarityTo(payee: Compared): (other: Compared) => Similarity | undefined {
  const name = nameKey(payee.name)
  const address = addressKey(payee.address)
  return (other) => {
    const { written, sorted } = nameKey(other.name)
    if (isNearly(name.written, written) || isNearly(name.sorted, sorted)) return 'name'
    return address !== '' && address === addressKey(other.address) ? 'address' : undefined
  }
}

/** True if two keys of payees (F9) differ by only a few letters, so that one can be a slip of the other. */
export function areClose(key: string, other: string): boolean {
  return key !== other && isNearly(alikeLetters(key), alikeLetters(other))
}

/** The most letters by which close keys differ in length. */
export const mostSlips = 2

function nameKey(name: string): NameKey {
  const { words } = identityOf(name)
  const telling = words.filter((word) => !fillerWords.has(word))
  const kept = telling.length > 0 ? telling : words
  return { written: lettersOf(kept), sorted: lettersOf(kept.toSorted()) }
}

function lettersOf(words: readonly string[]): string[] {
  return alikeLetters(words.join(''))
}

function alikeLetters(text: string): string[] {
  return [...text].map((letter) => lookAlikes[letter] ?? letter)
}

function isNearly(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && areWithin(one, other, slipsAllowed(Math.min(one.length, other.length)))
}

function slipsAllowed(length: number): number {
  if (length >= shortestWithTwoSlips) return mostSlips
  return length >= shortestWithOneSlip ? 1 : 0
}

/** True if two texts differ by at most this many added, missing, replaced, or transposed letters. */
function areWithin(one: readonly string[], other: readonly string[], slips: number): boolean {
  if (Math.abs(one.length - other.length) > slips) return false
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of one.entries()) {
    const next = [row + 1]
    for (const [column, against] of other.entries()) {
      const cost = letter === against ? 0 : 1
      const best = Math.min(at(next, column) + 1, at(last, column + 1) + 1, at(last, column) + cost)
      const isSwap = row > 0 && letter === other[column - 1] && one[row - 1] === against
      next.push(isSwap ? Math.min(best, at(beforeLast, column - 1) + 1) : best)
    }
    if (Math.min(...next) > slips) return false
    beforeLast = last
    last = next
  }
  return at(last, other.length) <= slips
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
