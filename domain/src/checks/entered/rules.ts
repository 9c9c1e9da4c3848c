import { z } from 'zod'
import type { RoleName } from '../../access/roles.ts'
import type { ClosedThrough } from '../../books/journal/events.ts'
import { type CalendarDate, formatDate } from '../../values/calendar-date.ts'
import { amountField, calendarDateField, idField, versionField } from '../../values/fields.ts'
import { nameField, optionalLine } from '../../values/text.ts'
import type { CheckActName, CheckState } from '../lifecycle.ts'

/** Manually entered checks: handwritten, or outstanding from before the account was set up. */
const enteredKinds = ['manual', 'opening'] as const
export type EnteredKind = (typeof enteredKinds)[number]

/** The act that confirms an entered check, by kind of entry. */
const confirmedBy: Record<EnteredKind, CheckActName> = { manual: 'print', opening: 'open' }

export interface EnteredCheck {
  readonly kind: 'run' | EnteredKind
  readonly state: CheckState
}

/** The act that confirms a pending entered check; undefined for any other check. */
export function actWhenConfirmed({ kind, state }: EnteredCheck): CheckActName | undefined {
  return kind !== 'run' && state === 'reserved' ? confirmedBy[kind] : undefined
}

/** Why a number can't belong to a prior check; undefined when it can. */
export function refusalToOpen(number: number, nextNumber: number): string | undefined {
  if (number < nextNumber) return undefined
  return `Number ${number} can’t be from before the account was set up, because the account’s next number is ${nextNumber}.`
}

/**
 * Why a prior check can't have this date; undefined when it can. A prior check was issued before the account was set up
 * here (M11). `setUpOn`: in the account's time zone.
 */
export function refusalToDate(date: CalendarDate, setUpOn: CalendarDate): string | undefined {
  if (date <= setUpOn) return undefined
  return `Enter a date no later than ${formatDate(setUpOn)}, the day the account was set up.`
}

/**
 * Why a user with this role can't confirm an entry; undefined when they can. Prior checks have no approved request, so
 * more is required to confirm them.
 */
export function refusalToConfirmAs(
  role: RoleName,
  { number, kind }: { readonly number: number; readonly kind: EnteredCheck['kind'] },
): string | undefined {
  if (kind !== 'opening' || role === 'admin') return undefined
  return `Check ${number} dates from before the account was set up, so an admin has to confirm it.`
}

/**
 * Why a check can't be entered with this date; undefined when it can. In a closed month it needs a reason (decision
 * 106). `reason`: the reason given, which the second person reads.
 */
export function refusalInClosedMonth(
  date: CalendarDate,
  closedThrough: ClosedThrough,
  reason: string | null,
): string | undefined {
  if (closedThrough === null || date > closedThrough || reason !== null) return undefined
  return `The journal is closed through ${formatDate(closedThrough)}. Enter a reason for entering a check dated ${formatDate(date)}.`
}

/** Why an entry whose month was closed in the meantime can't be confirmed; undefined when it can. */
export function refusalClosedSince(
  { number, date, reason }: { readonly number: number; readonly date: CalendarDate; readonly reason: string | null },
  closedThrough: ClosedThrough,
): string | undefined {
  if (refusalInClosedMonth(date, closedThrough, reason) === undefined) return undefined
  return `The month of check ${number}, dated ${formatDate(date)}, was closed after the check was entered. Discard the entry and enter the check again with a reason.`
}

const checkNumber = z.int({ error: 'Enter the check number.' }).min(1).max(9_999_999_999)
const account = idField('Choose a bank account.')
const closedMonthReason = optionalLine(200)

/**
 * Body of a call that enters a handwritten check for an approved request. Without a number, the check takes the
 * account's next number. `closed_month_reason`: required for a date in a month closed by the journal.
 */
export const enterManualBody = z.strictObject({
  bank_account_id: account,
  check_request_id: idField('Choose the request paid by the check.'),
  number: checkNumber.optional(),
  check_date: calendarDateField.optional(),
  closed_month_reason: closedMonthReason,
})
export type EnterManualInput = z.output<typeof enterManualBody>

/** Body of a call that enters an outstanding check from before the account was set up. */
export const enterOpeningBody = z.strictObject({
  bank_account_id: account,
  number: checkNumber,
  check_date: calendarDateField,
  payee_name: nameField('Payee name is required'),
  amount: amountField,
  closed_month_reason: closedMonthReason,
})
export type EnterOpeningInput = z.output<typeof enterOpeningBody>

/**
 * The fate of a discarded entry's number: `spoiled` if the sheet is spoiled, `free` if the number can be used for a new
 * entry.
 */
const discardedNumbers = ['spoiled', 'free'] as const

/** Body of a call by which another person confirms an entered check. */
export const confirmEnteredBody = z.strictObject({ version: versionField })

/** Body of a call that discards an entered check. The number of a prior check is always freed. */
export const discardEnteredBody = z.strictObject({
  reason: nameField('Enter what is wrong with this check.', 200),
  number: z.enum(discardedNumbers, { error: 'Choose whether the check number is spoiled or can be used again.' }),
  version: versionField,
})
export type DiscardEnteredInput = z.output<typeof discardEnteredBody>
