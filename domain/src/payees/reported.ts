import type { Cents } from '../values/money.ts'
import type { TaxFormReply } from './replies.ts'

const lastYearOfLowThreshold = 2025
const lowThreshold: Cents = 60_000
const highThreshold: Cents = 200_000

/** The yearly total from which payments to a payee are reported: $600 through 2025, $2,000 from 2026. In cents. */
function reportingThreshold(year: number): Cents {
  return year <= lastYearOfLowThreshold ? lowThreshold : highThreshold
}

/** The answer to whether a payee's yearly payments are reported on a 1099, according to its W-9. */
export type Reported = 'Yes' | 'No' | 'W-9 missing'

/**
 * Compares the payee's yearly total in cents with the limit for its W-9, if there is one. Withheld tax is always
 * reported.
 */
export function reportedOf(
  year: number,
  total: Cents,
  form: Pick<TaxFormReply, 'box_1099' | 'backup_withholding'> | undefined,
): Reported {
  if (form?.backup_withholding) return 'Yes'
  if (total < reportingThreshold(year)) return 'No'
  if (!form) return 'W-9 missing'
  return form.box_1099 === 'None' ? 'No' : 'Yes'
}
