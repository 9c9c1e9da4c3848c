/** An amount of money in whole cents. */
export type Cents = number

/** Minimum and maximum amount of one check, in cents (A8, R244). */
export const smallestAmount = 1
export const largestAmount = 9_999_999_999

/** Integer cents as the JSON number of the API: dollars with at most two decimals (A8). */
export function centsToDollars(cents: Cents): number {
  return cents / 100
}

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Dollars for display: `$1,234.50` (R243). */
export function formatDollars(dollars: number): string {
  return dollarFormat.format(dollars)
}

/** The sum of amounts in dollars, added as cents because floats can't represent most dollar fractions. */
export function sumDollars(amounts: readonly number[]): number {
  return centsToDollars(amounts.reduce((cents, dollars) => cents + Math.round(dollars * 100), 0))
}
