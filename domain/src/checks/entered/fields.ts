import { z } from 'zod'
import { amountField, calendarDateField, idField, versionField } from '../../values/fields.ts'
import { nameField, optionalLine } from '../../values/text.ts'

const checkNumber = z.int({ error: 'Enter the number of the check' }).min(1).max(9_999_999_999)
const account = idField('Choose a bank account')
const closedMonthReason = optionalLine(200)

/**
 * Body of a call that enters a check written by hand for an approved request. Without a number it takes the next one.
 * `closed_month_reason`: why, where its date is in a month that the journal has closed.
 */
export const enterManualBody = z.strictObject({
  bank_account_id: account,
  check_request_id: idField('Choose the request that the check pays'),
  number: checkNumber.optional(),
  check_date: calendarDateField.optional(),
  closed_month_reason: closedMonthReason,
})
export type EnterManualInput = z.output<typeof enterManualBody>

/** Body of a call that enters a check of the time before the account was set up, which the bank has not paid so far. */
export const enterOpeningBody = z.strictObject({
  bank_account_id: account,
  number: checkNumber,
  check_date: calendarDateField,
  payee_name: nameField('Payee name is required'),
  amount: amountField,
  closed_month_reason: closedMonthReason,
})
export type EnterOpeningInput = z.output<typeof enterOpeningBody>

/** What becomes of the number of an entry that is discarded: its sheet is spoiled, or it is entered again. */
const discardedNumbers = ['spoiled', 'free'] as const

/** Body of a call that confirms an entered check; by somebody who did not enter it. */
export const confirmEnteredBody = z.strictObject({ version: versionField })

/** Body of a call that discards an entered check. The number of a check of the time before becomes free in any case. */
export const discardEnteredBody = z.strictObject({
  reason: nameField('Say what is wrong with this entry.', 200),
  number: z.enum(discardedNumbers, { error: 'Say what becomes of the number' }),
  version: versionField,
})
export type DiscardEnteredInput = z.output<typeof discardEnteredBody>
