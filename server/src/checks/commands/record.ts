import { dayOfEvent } from '@check-requests/domain/books/journal/events.ts'
import { type CalendarDate, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { findZoneOfAccount } from '../../bank/queries/accounts.ts'
import { findOpenClock } from '../../books/journal/queries/journal.ts'
import { moment } from '../../platform/clock.ts'
import type { Unit } from '../../services.ts'
import { type CheckRow, insertEvents } from '../queries/checks.ts'

/** What happened to a check. */
export interface CheckHappening {
  readonly checkId: number
  readonly act: string
  readonly note?: string | null | undefined
  readonly details?: object
}

/** Writes what happened to checks of a dealer group into their stories. */
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
  readonly before?: object
  readonly after: object
}

/** Records in the group's trail what was done to a check. */
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

/** Records in the group's trail what was done to a print run. */
export function noteRun(unit: Unit, caller: Caller, { verb, id, dealerGroupId, after }: NotedRun): void {
  const subject = { chain: dealerGroupId, entity: 'print-run', entityId: id }
  unit.audit({ actor: caller, ...subject, action: `print-run.${verb}`, after })
  announceChecks(unit, dealerGroupId)
}

/** Whoever sees requests of the group sees checks, too. */
export function announceChecks(unit: Unit, dealerGroupId: number): void {
  unit.changed({ topic: 'check-requests', id: null, scopes: ['requests:all', `group:${dealerGroupId}`] })
}

type OnAccount = Pick<CheckRow, 'dealer_group_id' | 'bank_account_id'>

/** The day of what happens to a check now: today by the clock of its account, and never in a month that is closed. */
export async function dayOfCheckEvent(unit: Unit, check: OnAccount): Promise<CalendarDate> {
  const { closedThrough } = await findOpenClock(unit.trx, check.dealer_group_id, null)
  return dayOfEvent(await todayOf(unit, check), closedThrough)
}

/** Today by the clock of the account of a check. */
export async function todayOf({ trx, now }: Unit, { bank_account_id }: OnAccount): Promise<CalendarDate> {
  return datesIn(await findZoneOfAccount(trx, bank_account_id))(now)
}
