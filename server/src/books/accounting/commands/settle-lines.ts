import { type AccountingLine, faultsOf, writeLines } from '@check-requests/domain/books/accounting/lines.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import { invalidFields } from '../../../platform/errors.ts'
import type { Tx } from '../../../tables.ts'
import { findChart } from '../queries/accounts.ts'

interface Charged {
  readonly dealerGroupId: number
  readonly lines: readonly AccountingLine[]
  readonly amount: Cents
}

/**
 * A request's accounting lines in stored form; null if there are none. Refuses invalid lines with a sentence for each
 * error.
 */
export async function settleLines(trx: Tx, { dealerGroupId, lines, amount }: Charged): Promise<string | null> {
  if (lines.length === 0) return null
  const chart = await findChart(
    trx,
    dealerGroupId,
    lines.map(({ account }) => account),
  )
  const faults = faultsOf(lines, amount, chart)
  if (faults.length === 0) return writeLines(lines)
  const sentences = faults.map(({ line, message }) => (line === null ? message : `Line ${line + 1}: ${message}`))
  throw invalidFields({ accounting: sentences.join(' ') })
}
