import { z } from 'zod'
import type { RoleName } from '../../access/roles.ts'
import type { ClosedThrough } from '../../books/journal/events.ts'
import { type CalendarDate, formatDate } from '../../values/calendar-date.ts'
import { amountField, calendarDateField, idField, versionField } from '../../values/fields.ts'
import { nameField, optionalLine } from '../../values/text.ts'
import type { CheckActName, CheckState } from '../lifecycle.ts'

/** Checks that no print run made: written by hand, or outstanding from the time before. */
const enteredKinds = ['manual', 'opening'] as const
export type EnteredKind = (typeof enteredKinds)[number]

/** What confirming an entered check does to it. */
const confirmedBy: Record<EnteredKind, CheckActName> = { manual: 'print', opening: 'open' }

export interface EnteredCheck {
  readonly kind: 'run' | EnteredKind
  readonly state: CheckState
}

/** What confirming does to a check that waits for a second person; undefined for every other one. */
export function actWhenConfirmed({ kind, state }: EnteredCheck): CheckActName | undefined {
  return kind !== 'run' && state === 'reserved' ? confirmedBy[kind] : undefined
}

/** Why a number cannot be that of a check of the time before; undefined when it can. */
export function refusalToOpen(number: number, nextNumber: number): string | undefined {
  if (number < nextNumber) return undefined
  return `Number ${number} is not of the time before: the next number of the account is ${nextNumber}.`
}

/**
 * Why a check of the time before cannot have this date; undefined when it can. It left before the account was set up here
 * (M11). `setUpOn`: by the clock of the account.
 */
export function refusalToDate(date: CalendarDate, setUpOn: CalendarDate): string | undefined {
  if (date <= setUpOn) return undefined
  return `Enter a date no later than ${formatDate(setUpOn)}, the day the account was set up.`
}

/** Why somebody in this role cannot confirm an entry; undefined when they can. No request vouches for an old check. */
export function refusalToConfirmAs(
  role: RoleName,
  { number, kind }: { readonly number: number; readonly kind: EnteredCheck['kind'] },
): string | undefined {
  if (kind !== 'opening' || role === 'admin') return undefined
  return `Check ${number} is from before the account was set up, so an admin has to confirm it.`
}

/**
 * Why a check cannot be entered with this date; undefined when it can. A closed month takes no check that nobody has
 * given a reason for (decision 106). `reason`: the one that was given, which the second person reads.
 */
export function refusalInClosedMonth(
  date: CalendarDate,
  closedThrough: ClosedThrough,
  reason: string | null,
): string | undefined {
  if (closedThrough === null || date > closedThrough || reason !== null) return undefined
  return `All up to ${formatDate(closedThrough)} is closed in the journal. Say why a check of ${formatDate(date)} is entered all the same.`
}

/** Why an entry cannot be confirmed whose month was closed since it was entered; undefined when it can. */
export function refusalClosedSince(
  { number, date, reason }: { readonly number: number; readonly date: CalendarDate; readonly reason: string | null },
  closedThrough: ClosedThrough,
): string | undefined {
  if (refusalInClosedMonth(date, closedThrough, reason) === undefined) return undefined
  return `The month of check ${number}, dated ${formatDate(date)}, was closed after the check was entered. Discard the entry, and enter the check again with a reason.`
}

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
