import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../testing/random.ts'
import { amountInWords, largestInWords } from './front.ts'

test.each([
  [1, 'Zero and 01/100'],
  [10, 'Zero and 10/100'],
  [99, 'Zero and 99/100'],
  [100, 'One and 00/100'],
  [101, 'One and 01/100'],
  [199, 'One and 99/100'],
  [1100, 'Eleven and 00/100'],
  [1900, 'Nineteen and 00/100'],
  [2000, 'Twenty and 00/100'],
  [2100, 'Twenty-one and 00/100'],
  [4250, 'Forty-two and 50/100'],
  [9999, 'Ninety-nine and 99/100'],
  [10_000, 'One hundred and 00/100'],
  [10_001, 'One hundred and 01/100'],
  [11_500, 'One hundred fifteen and 00/100'],
  [100_000, 'One thousand and 00/100'],
  [101_305, 'One thousand thirteen and 05/100'],
  [123_456, 'One thousand two hundred thirty-four and 56/100'],
  [1_000_000, 'Ten thousand and 00/100'],
  [1_234_567, 'Twelve thousand three hundred forty-five and 67/100'],
  [9_999_999, 'Ninety-nine thousand nine hundred ninety-nine and 99/100'],
  [10_000_000, 'One hundred thousand and 00/100'],
  [99_999_999, 'Nine hundred ninety-nine thousand nine hundred ninety-nine and 99/100'],
  [100_000_001, 'One million and 01/100'],
  [123_456_789, 'One million two hundred thirty-four thousand five hundred sixty-seven and 89/100'],
])('writes %i cents as “%s”', (cents, words) => {
  expect(amountInWords(cents)).toBe(words)
})

test.each([0, -1, -100, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 100_000_000_000])('refuses %d cents', (cents) => {
  expect(() => amountInWords(cents)).toThrow(`No check can be written for ${cents} cents.`)
})

test('writes every amount in words that read back as the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: largestInWords }), (cents) => {
      const words = amountInWords(cents)
      expect(readBack(words)).toBe(cents)
      expect(words).toMatch(/^[A-Z][a-z]+([ -][a-z]+)* and \d\d\/100$/)
    }),
    runs({ gate: 500, nightly: 20_000 }),
  )
})

const values: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}

/**
 * Converts words to a number as a teller would: adds units, multiplies by hundred, and totals thousands and millions
 * separately.
 */
function readBack(words: string): number {
  const [dollars = '', cents = ''] = words.split(' and ')
  let [sum, group] = [0, 0]
  for (const word of dollars.toLowerCase().split(/[ -]/)) {
    if (word === 'hundred') group *= 100
    else if (word === 'thousand' || word === 'million') {
      sum += group * (word === 'million' ? 1_000_000 : 1000)
      group = 0
    } else group += values[word] ?? Number.NaN
  }
  return (sum + group) * 100 + Number(cents.slice(0, 2))
}
