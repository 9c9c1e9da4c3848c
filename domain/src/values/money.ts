/** An amount of money in whole cents. */
export type Cents = number

/** Minimum and maximum amount of one check, in cents (A8, R244). */
export const smallestAmount = 1
export const largestAmount = 9_999_999_999

const plainDecimal = /^(\d{1,12})(?:\.(\d+))?$/

/**
 * Reads an amount in dollars, as a JSON number or as text, without float arithmetic (A8).
 * Returns integer cents, or a sentence that says what is wrong.
 */
export function parseAmount(value: number | string): number | string {
  const text = String(value).trim()
  if (text === '') return 'Amount is required'
  const match = plainDecimal.exec(text)
  if (!match) return 'Amount must be a number between 0.01 and 99,999,999.99'
  const [, dollars = '0', fraction = ''] = match
  if (fraction.length > 2) return 'Amount can have at most two decimals'
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'))
  if (cents < smallestAmount) return 'Amount must be at least 0.01'
  if (cents > largestAmount) return 'Amount must be at most 99,999,999.99'
  return cents
}

/** Integer cents as the JSON number of the API: dollars with at most two decimals (A8). */
export function centsToDollars(cents: Cents): number {
  return cents / 100
}

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Dollars as displayed: `$1,234.50` (R243). */
export function formatDollars(dollars: number): string {
  return dollarFormat.format(dollars)
}

/** The sum of amounts in dollars, exact to the cent: added as cents, since floats cannot hold most dollar fractions. */
export function sumDollars(amounts: readonly number[]): number {
  return centsToDollars(amounts.reduce((cents, dollars) => cents + Math.round(dollars * 100), 0))
}
