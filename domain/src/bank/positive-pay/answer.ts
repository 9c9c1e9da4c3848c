import { formatDollars } from '../../values/money.ts'

/**
 * The counts and total of a positive-pay file, or those reported by the bank. `total`: the sum of the file's issued
 * checks, in dollars.
 */
export interface Counted {
  readonly count: number
  readonly total: number
}

/** A sentence about the difference between the bank's totals and the file; undefined if they agree. */
export function differenceOfCounts(file: Counted, bank: Counted): string | undefined {
  if (file.count === bank.count && inCents(file.total) === inCents(bank.total)) return undefined
  return `The file has ${rowsInWords(file.count)} and issues totaling ${formatDollars(file.total)}, but the bank counted ${rowsInWords(bank.count)} and ${formatDollars(bank.total)}. Contact the bank about the difference. If the bank didn’t accept the whole file, record it as refused.`
}

export function rowsInWords(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}

function inCents(dollars: number): number {
  return Math.round(dollars * 100)
}
