import { centsToDollars, formatDollars } from '../../values/money.ts'
import type { AccountingLine } from './lines.ts'

interface StoredLine {
  readonly account: string
  readonly control_number: string | null
  readonly cents: number
}

/** Lines as they are stored and in the trail: JSON; null for none. */
export function writeLines(lines: readonly AccountingLine[]): string | null {
  if (lines.length === 0) return null
  const stored = lines.map(
    ({ account, controlNumber, cents }): StoredLine => ({ account, control_number: controlNumber, cents }),
  )
  return JSON.stringify(stored)
}

/** What `writeLines` wrote. */
export function readLines(stored: string | null): AccountingLine[] {
  const lines: StoredLine[] = stored === null ? [] : JSON.parse(stored)
  return lines.map(({ account, control_number, cents }) => ({ account, controlNumber: control_number, cents }))
}

/** Stored lines as people read them: '2310 S-1002 $400.00, 6800 $12.50'. */
export function linesInWords(stored: string): string {
  return readLines(stored).map(inWords).join(', ')
}

function inWords({ account, controlNumber, cents }: AccountingLine): string {
  return [account, controlNumber, formatDollars(centsToDollars(cents))].filter((part) => part !== null).join(' ')
}
