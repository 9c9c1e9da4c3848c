import { z } from 'zod'
import { amountField } from '../../values/fields.ts'
import { optionalLine } from '../../values/text.ts'

/** Maximum number of lines that a request has. */
export const mostLines = 50
const longestControlNumber = 50

const numberForm = 'An account number has up to 20 letters, digits, dots, dashes or slashes'

/** The number of an account, as the general ledger has it: a text, since zeros in front count. */
export const accountNumberField = z
  .string({ error: 'Account number is required' })
  .trim()
  .min(1, { error: 'Account number is required' })
  .toUpperCase()
  .regex(/^(?:[A-Z0-9][A-Z0-9./-]{0,19})?$/, { error: numberForm })

/** The lines of a request in a body: amounts are dollars in, cents out. Absent and empty both mean none. */
export const accountingField = z
  .array(
    z.strictObject({
      account: accountNumberField,
      control_number: optionalLine(longestControlNumber),
      amount: amountField,
    }),
  )
  .max(mostLines, { error: `A request has at most ${mostLines} accounting lines` })
  .nullish()
  .transform((lines) =>
    (lines ?? []).map(({ account, control_number, amount }) => ({
      account,
      controlNumber: control_number,
      cents: amount,
    })),
  )
  .describe('Which accounts the amount is charged to; the lines add up to it. Absent for none')
