import { largestAmount, smallestAmount } from './money.ts'

const plainDecimal = /^(\d+)(?:\.(\d+))?$/

/**
 * Parses an amount in dollars, as a JSON number or as typed text, without floating-point arithmetic (A8). Returns
 * integer cents, or a sentence that says what is wrong and repeats an unreadable text (F17).
 */
export function parseAmount(value: number | string): number | string {
  const text = (typeof value === 'string' && plainAmount(value)) || String(value).trim()
  if (text === '') return 'Amount is required'
  const [, dollars, fraction = ''] = plainDecimal.exec(text) ?? []
  if (typeof value === 'string' && (dollars === undefined || fraction.length > 2)) return notAnAmount(text)
  if (dollars === undefined) return 'Amount must be a number between 0.01 and 99,999,999.99.'
  if (fraction.length > 2) return 'Amount can have at most two decimals'
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'))
  if (cents < smallestAmount) return 'Amount must be at least 0.01.'
  if (cents > largestAmount) return 'Amount must be at most 99,999,999.99.'
  return cents
}

const typedDollars = /^\$?\s*(?=[\d.]*\d)(\d{1,3}(?:(?<gap>[,\s])\d{3}(?:\k<gap>\d{3})*)?|\d*)(?:\.(\d{0,2}))?$/u

/**
 * Converts typed or pasted dollars (`$1,234.50`) to plain ones (`1234.50`). Undefined for any other text: nothing is
 * dropped or guessed (F17).
 */
export function plainAmount(text: string): string | undefined {
  const [, grouped, , fraction = ''] = typedDollars.exec(text.trim()) ?? []
  if (grouped === undefined) return undefined
  const dollars = grouped.replaceAll(/[,\s]/g, '').replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? dollars : `${dollars}.${fraction}`
}

const decimalComma = /^(\d{1,3}(?:[.\s]\d{3})+|\d+),(\d{1,2})$/

/**
 * Describes the invalid text and suggests the amount that the user most likely meant. A decimal comma is the most
 * common mistake.
 */
function notAnAmount(text: string): string {
  const [, grouped, fraction = ''] = decimalComma.exec(text) ?? []
  const dollars = grouped && Number(grouped.replaceAll(/[.\s]/g, '')).toLocaleString('en-US')
  const meant = dollars ? `${dollars}.${fraction.padEnd(2, '0')}` : plainAmount(text)
  const shown = text.length > 30 ? `${text.slice(0, 30)}…` : text
  return `“${shown}” isn’t an amount in dollars. Enter ${meant ?? 'an amount such as 1,234.50'}.`
}
