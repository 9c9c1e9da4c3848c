import { dayOfEvent } from '@check-requests/domain/books/journal/events.ts'
import { type CalendarDate, datesIn, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { findZoneOfAccount } from '../../bank/queries/accounts.ts'
import { findOpenClock } from '../../books/journal/queries/journal.ts'
import { moment } from '../../platform/clock.ts'
import { Failure } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import { type CheckRow, insertEvents } from '../queries/checks.ts'

/** A check event. */
export interface CheckHappening {
  readonly checkId: number
  readonly act: string
  readonly note?: string | null | undefined
  readonly details?: object
}

/** Adds events to the histories of checks of a dealer group. */
export function rememberEvents(
  { trx, now }: Unit,
  caller: Caller,
  dealerGroupId: number,
  happenings: readonly CheckHappening[],
): Promise<void> {
  const at = moment(now)
  const by = { user_id: caller.userId, user_name: caller.name, role_id: caller.roleId, at }
  return insertEvents(
    trx,
    happenings.map(({ checkId, act, note, details }) => ({
      ...by,
      dealer_group_id: dealerGroupId,
      check_id: checkId,
      act,
      note: note ?? null,
      details: JSON.stringify(details ?? {}),
    })),
  )
}

interface NotedCheck {
  readonly verb:
    | 'enter'
    | 'confirm'
    | 'discard'
    | 'sign'
    | 'issue'
    | 'ask-exception'
    | 'allow-exception'
    | 'refuse-exception'
    | 'take-back-exception'
    | 'ask-void'
    | 'void'
    | 'stop'
    | 'renew-stop'
    | 'ask-un-clear'
    | 'un-clear'
    | 'refuse-un-clear'
  readonly before?: object
  readonly after: object
}

/** Records an action on a check in the group's audit trail. */
export function noteCheck(unit: Unit, caller: Caller, check: CheckRow, { verb, before, after }: NotedCheck): void {
  const subject = { chain: check.dealer_group_id, entity: 'check', entityId: check.id }
  const named = { number: check.number, ...after }
  unit.audit({ actor: caller, ...subject, action: `check.${verb}`, before, after: named })
  announceChecks(unit, check.dealer_group_id)
}

interface NotedRun {
  readonly verb: 'make' | 'fetch' | 'confirm' | 'release' | 'copy'
  readonly id: number
  readonly dealerGroupId: number
  readonly after: object
}

/** Records an action on a print run in the group's audit trail. */
export function noteRun(unit: Unit, caller: Caller, { verb, id, dealerGroupId, after }: NotedRun): void {
  const subject = { chain: dealerGroupId, entity: 'print-run', entityId: id }
  unit.audit({ actor: caller, ...subject, action: `print-run.${verb}`, after })
  announceChecks(unit, dealerGroupId)
}

/** Notifies everyone who sees requests of the group, because checks are shown with requests. */
export function announceChecks(unit: Unit, dealerGroupId: number): void {
  unit.changed({ topic: 'check-requests', id: null, scopes: ['requests:all', `group:${dealerGroupId}`] })
}

type OnAccount = Pick<CheckRow, 'dealer_group_id' | 'bank_account_id'>

/**
 * The date of a check event that happens now: today in the time zone of the check's account or, if that is in a closed
 * month, the first open day.
 */
export async function dayOfCheckEvent(unit: Unit, check: OnAccount): Promise<CalendarDate> {
  const { closedThrough } = await findOpenClock(unit.trx, check.dealer_group_id, null)
  return dayOfEvent(await todayOf(unit, check), closedThrough)
}

/** Throws if the register cleared one of the checks in a closed month, which never changes. */
export async function requireOpenDays(
  { trx }: Unit,
  dealerGroupId: number,
  checks: readonly Pick<CheckRow, 'number' | 'bank_paid_on' | 'cleared_on'>[],
): Promise<void> {
  const { closedThrough } = await findOpenClock(trx, dealerGroupId, null)
  const days = checks.map(({ number, bank_paid_on, cleared_on }) => ({ number, day: cleared_on ?? bank_paid_on ?? '' }))
  const closed = days.find(({ day }) => closedThrough !== null && day <= closedThrough)
  if (closed && closedThrough)
    throw new Failure(
      'CONFLICT',
      `Check ${closed.number} was cleared on ${formatDate(closed.day)}, and the books are closed through ${formatDate(closedThrough)}. Only the bank’s reversal in a later file can make it outstanding again.`,
    )
}

/** Who asks to undo a clearing, and when. */
export function askedBy({ now }: Unit, { userId, name }: Caller) {
  return { asked_by_id: userId, asked_by_name: name, asked_at: moment(now) }
}

/** Who decides on a request to undo a clearing, and when. */
export function decidedBy({ now }: Unit, { userId, name }: Caller) {
  return { decided_by_id: userId, decided_by_name: name, decided_at: moment(now) }
}

/** Today in the time zone of a check's account. */
export async function todayOf({ trx, now }: Unit, { bank_account_id }: OnAccount): Promise<CalendarDate> {
  return datesIn(await findZoneOfAccount(trx, bank_account_id))(now)
}
