import type { Cents } from '../values/money.ts'

/** The largest amount that is written in words, in cents: 999,999,999.99. */
export const largestInWords: Cents = 99_999_999_999

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const groups = ['', ' thousand', ' million']

/**
 * An amount as the words line of a check has it, such as `One thousand two hundred thirty-four and 56/100`: no `and`
 * within the dollars and no `Dollars` at the end, which the form prints. Takes whole cents.
 * Throws a RangeError for what no check pays: zero, less, parts of cents, and more than 999,999,999.99.
 */
export function amountInWords(cents: Cents): string {
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > largestInWords)
    throw new RangeError(`No check can be written for ${cents} cents.`)
  const words = dollarsInWords(Math.floor(cents / 100))
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} and ${String(cents % 100).padStart(2, '0')}/100`
}

function dollarsInWords(dollars: number): string {
  const parts: string[] = []
  for (let rest = dollars, group = 0; rest > 0; rest = Math.floor(rest / 1000), group += 1)
    if (rest % 1000 > 0) parts.unshift(`${hundredsInWords(rest % 1000)}${groups[group]}`)
  return parts.join(' ') || 'zero'
}

function hundredsInWords(number: number): string {
  const hundreds = number >= 100 ? `${small[Math.floor(number / 100)]} hundred` : ''
  return [hundreds, belowHundredInWords(number % 100)].filter((part) => part !== '').join(' ')
}

function belowHundredInWords(number: number): string {
  if (number === 0) return ''
  if (number < 20) return small[number] ?? ''
  const ones = number % 10 > 0 ? `-${small[number % 10]}` : ''
  return `${tens[Math.floor(number / 10)]}${ones}`
}
