import type { Cents } from '../values/money.ts'
import type { TaxFormReply } from './replies.ts'

const lastYearOfLowThreshold = 2025
const lowThreshold: Cents = 60_000
const highThreshold: Cents = 200_000

/** From how much on, in a calendar year, payments to a payee are reported: $600 to 2025, $2,000 from 2026. In cents. */
function reportingThreshold(year: number): Cents {
  return year <= lastYearOfLowThreshold ? lowThreshold : highThreshold
}

/** Whether what a payee was paid in a year goes on a 1099, as far as its W-9 says. */
export type Reported = 'Yes' | 'No' | 'W-9 missing'

/** Decides it by the payee's total of the year in cents and its W-9, if there is one. Withheld tax is reported always. */
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
